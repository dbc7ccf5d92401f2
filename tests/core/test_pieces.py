"""What is worked out in pieces is the same in pieces of any size."""

from __future__ import annotations

import numpy as np
import pytest

from referee import evaluate, read
from referee.core import Ranking, rank_scores, tables
from referee.core.ranking import area, running
from referee.inference import ranking_values
from referee.inference.delong_variance import delong
from referee.metrics import get

METRICS = ("roc_auc", "gini", "average_precision", "ks", "equal_error_rate", "lift", "brier_score", "log_loss")


def _columns(n, digits, seed=3):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(int)
    return y, np.round(0.01 + 0.2 * y + 0.78 * rng.random(n), digits)


@pytest.mark.parametrize("digits", [2, 12])
@pytest.mark.parametrize("weighted", [False, True])
def test_every_measure_of_scores_is_the_same_in_small_pieces(monkeypatch, digits, weighted):
    y, p = _columns(500, digits)
    weights = np.random.default_rng(4).uniform(0.5, 2, 500) if weighted else None
    whole = evaluate(read(y, y_score=p, positive=1, weights=weights), metrics=METRICS, rng=0)
    monkeypatch.setattr(tables, "_PIECE", 7)
    parts = evaluate(read(y, y_score=p, positive=1, weights=weights), metrics=METRICS, rng=0)
    for name in METRICS:
        assert parts[name].value == pytest.approx(whole[name].value, rel=1e-12), name
        assert tuple(parts[name].interval or ()) == pytest.approx(tuple(whole[name].interval or ()), rel=1e-9), (
            name
        )


def test_draws_of_counts_are_the_same_in_small_pieces(monkeypatch):
    counts = np.random.default_rng(5).integers(0, 4, size=(2, 6, 40))
    names = METRICS[:6]
    whole = {name: get(name).formula(*counts) for name in names}
    monkeypatch.setattr(tables, "_PIECE", 3)
    for name in names:
        assert get(name).formula(*counts) == pytest.approx(whole[name], rel=1e-12), name


def test_running_totals_go_on_over_pieces(monkeypatch):
    monkeypatch.setattr(tables, "_PIECE", 2)
    p, n = np.random.default_rng(6).integers(0, 9, size=(2, 3, 7))
    found = [np.concatenate(parts, axis=-1) for parts in zip(*running(p, n), strict=True)]
    for made, wanted in zip(found, (p, n, p.cumsum(axis=-1), n.cumsum(axis=-1)), strict=True):
        assert np.array_equal(made, wanted)


def test_many_distinct_scores_take_half_the_room_and_give_the_same(monkeypatch):
    y, p = _columns(3000, 17)
    before = Ranking.from_scores(y, p, positive=1)
    monkeypatch.setattr(rank_scores, "MANY", 100)
    after = Ranking.from_scores(y, p, positive=1)
    assert (before.positives.dtype, after.positives.dtype) == (np.int64, np.int32)
    assert after == before
    assert after.auc == before.auc
    assert delong(after) == delong(before)


def test_pairs_beyond_whole_numbers_are_still_counted():
    counts = np.array([4 * 10**9, 4 * 10**9])
    assert float(area(counts, counts[::-1])) == 0.5
    assert float(area(np.array([8 * 10**9, 0]), np.array([0, 8 * 10**9]))) == 1.0


def test_joining_neighbouring_scores_hardly_moves_a_limit(monkeypatch):
    y, p = _columns(20_000, 17)
    answers = read(y, y_score=p, positive=1)
    names = ("average_precision", "lift")
    exact = evaluate(answers, metrics=names, rng=0)
    monkeypatch.setattr(ranking_values, "MOST_SCORES", 1000)
    joined = evaluate(answers, metrics=names, rng=0)
    for name in names:
        assert joined[name].value == exact[name].value
        width = exact[name].interval.high - exact[name].interval.low
        assert tuple(joined[name].interval) == pytest.approx(tuple(exact[name].interval), abs=0.01 * width)


def test_coarse_rankings_keep_their_cases():
    ranking = Ranking.from_scores(*_columns(1000, 17), positive=1)
    joined = ranking.coarse(100)
    assert len(joined.scores) == 100
    assert (joined.n_positive, joined.n_negative) == (ranking.n_positive, ranking.n_negative)
    assert joined.tp.tolist() == ranking.tp[9::10].tolist()
    assert joined.scores.tolist() == ranking.scores[9::10].tolist()
    assert ranking.coarse(1000) is ranking
