"""A quick version of the coverage of differences of scores, which a broken method fails."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tools.validity")

from referee.inference import delong_paired, influence, t_paired
from test_validity import short
from tools.validity import score_differences
from tools.validity.cell import cell, in_band


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    score_differences.truths.cache_clear()
    monkeypatch.setattr(score_differences, "MANY", 60_000)
    monkeypatch.setattr(score_differences, "WORLDS", ((20, 0.5), (100, 0.1), (500, 0.02)))


@pytest.mark.slow
def test_differences_of_scores_cover():
    found = score_differences._same(40, 1) + score_differences._clusters(40, 1) + score_differences._three(40, 1)
    assert len(found) == 3 * 4 * 4 + 2 * 2 * 4 + 2 * 2
    assert short(found, 40) == []


@pytest.mark.slow
def test_other_cases_cover(monkeypatch):
    monkeypatch.setattr(score_differences, "APART", score_differences.APART[:3])
    assert short(score_differences._different(40, 1), 40) == []


@pytest.mark.slow
def test_auc_with_few_cases_covers_and_delong_would_be_seen(monkeypatch):
    assert short(score_differences._auc_apart(30, 1), 30) == []
    monkeypatch.setattr(score_differences, "FEW", ((20, 480),))
    monkeypatch.setattr(score_differences, "AREAS", ((0.95, 0.95, 1.0, 3.0),))
    assert short(score_differences._auc(150, 1), 150) == []
    monkeypatch.setattr(score_differences, "_prove", lambda *_: None)
    monkeypatch.setattr(score_differences, "delong_few", delong_paired)
    assert ("difference of AUC", "mean of worlds") in short(score_differences._auc(150, 1), 150)


def confident(n, prevalence, kind, rng, clusters=0):
    """A model that is right about the odds and one that says their third power."""
    z = rng.normal(np.log(prevalence / (1 - prevalence)), 1.5, n)
    y = rng.random(n) < 1 / (1 + np.exp(-z))
    return y, 1 / (1 + np.exp(-z)), 1 / (1 + np.exp(-3 * z))


def separated(n, prevalence, kind, rng, clusters=0):
    """Two models that rank nearly all cases well, one of them better."""
    y = rng.random(n) < prevalence
    a, b = (1 / (1 + np.exp(-(shift * y + rng.normal(size=n)))) for shift in (3.5, 2.5))
    return y, a, b


def outside(found):
    return {c["promise"].removeprefix("difference of ") for c in found if c["undefined"] < 0.99 and not in_band(c)}


def plain_t(y, a, b, groups=None):
    one, two = score_differences.losses(y, a), score_differences.losses(y, b)
    return {name: t_paired(two[name], one[name]) for name in one}


@pytest.mark.slow
def test_a_t_that_knows_no_skewness_would_be_seen(monkeypatch):
    monkeypatch.setattr(score_differences, "draw_cases", confident)
    monkeypatch.setattr(score_differences, "WORLDS", ((20, 0.5),))
    monkeypatch.setattr(score_differences, "KINDS", ("confident",))
    assert outside(score_differences._same(600, 1)) == set()
    monkeypatch.setattr(score_differences, "paired", plain_t)
    assert outside(score_differences._same(600, 1)) == {"log_loss"}


@pytest.mark.slow
def test_cases_taken_as_independent_would_be_seen(monkeypatch):
    monkeypatch.setattr(score_differences, "CLUSTERED", ((15, 200, 0.5),))
    assert outside(score_differences._clusters(150, 1)) == set()
    by_cluster = score_differences.paired
    monkeypatch.setattr(score_differences, "paired", lambda y, a, b, groups=None: by_cluster(y, a, b))
    assert outside(score_differences._clusters(150, 1)) == {"brier_score", "log_loss", "average_precision", "lift"}


@pytest.mark.slow
def test_rankings_without_an_unseen_case_would_be_seen(monkeypatch):
    monkeypatch.setattr(score_differences, "draw_cases", separated)
    monkeypatch.setattr(score_differences, "WORLDS", ((60, 0.5),))
    monkeypatch.setattr(score_differences, "KINDS", ("separated",))
    assert outside(score_differences._same(150, 1)) == set()
    monkeypatch.setattr(influence, "HALF", 0.05)
    assert outside(score_differences._same(150, 1)) == {"average_precision", "lift"}


def test_the_table_shows_what_is_outside_in_bold():
    made = [
        cell("difference of brier_score", "one", 95, 100, 0.92, 1.0),
        cell("difference of brier_score", "two", 50, 100, 0.92, 1.0),
        cell("difference of AUC", "three", 96, 100, 0.92, 1.0),
    ]
    text = score_differences.tables(made, 100)
    assert text.startswith("| world | brier_score | log_loss | average_precision | lift |")
    assert text.index("| two | **0.500** |") < text.index("| one | 0.950 |")
    assert "| three | 0.960 |" in text


def test_alike_models_are_alike():
    y, a, b = score_differences.draw_cases(200_000, 0.1, "alike", np.random.default_rng(0))
    one, two = score_differences.losses(y, a), score_differences.losses(y, b)
    assert abs(np.mean(one["log_loss"] - two["log_loss"])) < 0.003
