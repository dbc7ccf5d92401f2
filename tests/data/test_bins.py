"""Scores counted on bins: the same counts as by sorting, and limits that hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import InputError, Ranking
from referee.core.rank_scores import keys_of, scores_of
from referee.data.bins import TOLERANCE, Refiner, ScoreCounter, area_gap
from referee.data.group_by import scale_of
from referee.data.source import ScoreRange

BOTH = np.array([False, True])


def made(n, kind, seed=0, decimals=None):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.3).astype(np.int8)
    s = rng.normal(y, 1).astype(kind)
    return y, (s if decimals is None else s.round(decimals))


def counted(y, s, step=997, **options):
    counter = ScoreCounter(**options)
    for start in range(0, len(s), step):
        counter.add(keys_of(s[start : start + step]), y[start : start + step])
    return counter.stretches()


def ranking(found):
    f = found
    return Ranking(f.lows[::-1], f.table[::-1, 1], f.table[::-1, 0], 1, tops=f.tops[::-1])


@given(st.lists(st.floats(allow_nan=False), min_size=1), st.sampled_from([np.float32, np.float64]))
def test_keys_keep_the_order_and_come_back(values, kind):
    with np.errstate(over="ignore"):
        scores = np.array(values, dtype=kind)
    keys = keys_of(scores)
    assert np.array_equal(scores_of(keys), scores.astype(float) + 0.0)
    order = np.argsort(keys, kind="stable")
    assert (scores[order][1:] >= scores[order][:-1]).all()
    assert np.array_equal(np.unique(keys, return_inverse=True)[1], np.unique(scores + 0, return_inverse=True)[1])


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("exact", [False, True])
def test_few_scores_are_counted_by_value(kind, exact):
    y, s = made(5000, kind, decimals=2)
    found = counted(y, s, exact=exact)
    expected = Ranking.from_scores(y, s, positive=1)
    assert np.array_equal(found.starts, found.stops)
    assert np.array_equal(found.lows[::-1], expected.scores)
    assert np.array_equal(found.table[::-1, 1], expected.positives)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("cells", [8, 64, 4096])
def test_limits_hold_the_area_and_shrink(kind, cells, monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 2000)
    y, s = made(20_000, kind, seed=cells)
    found = counted(y, s, cells=cells)
    assert found.table.sum() == len(y)
    truth = Ranking.from_scores(y, s, positive=1)
    before = 1.0
    for _ in range(40):
        r = ranking(found)
        low, high = r.auc_limits
        assert low <= truth.auc <= high
        assert high - low == pytest.approx(area_gap(found, BOTH), abs=1e-12)
        assert r.pessimistic().auc == pytest.approx(low, abs=1e-12)
        assert r.optimistic().auc == pytest.approx(high, abs=1e-12)
        assert (found.starts[1:] > found.stops[:-1]).all()
        # counts at or above each score are exact
        for i in range(0, len(r.scores), max(1, len(r.scores) // 20)):
            assert r.tp[i] == (s[y == 1] >= r.scores[i]).sum()
        if high - low <= TOLERANCE:
            break
        assert high - low < before
        before = high - low
        refiner = Refiner(found, BOTH, cells=cells)
        for start in range(0, len(s), 3001):
            refiner.add(keys_of(s[start : start + 3001]), y[start : start + 3001])
        found = refiner.stretches()
    else:
        pytest.fail("never close enough")


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_exact_counting_in_many_flushes(kind, monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    y, s = made(1000, kind)
    found = counted(y, s, exact=True, step=50)
    expected = Ranking.from_scores(y, s, positive=1)
    assert np.array_equal(found.lows[::-1], expected.scores)
    assert np.array_equal(found.table[::-1, 0], expected.negatives)


def test_bins_laid_apart_merge_without_growing_wide(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 2000)
    y, s = made(40_000, np.float32)
    halves = [counted(y[part], s[part], cells=4096) for part in (slice(0, 15_000), slice(15_000, None))]
    merged = ranking(halves[0]) + ranking(halves[1])
    low, high = merged.auc_limits
    assert low <= Ranking.from_scores(y, s, positive=1).auc <= high
    assert high - low < 4 * max(area_gap(half, BOTH) for half in halves)


def test_scores_beyond_the_grid_fall_into_its_ends(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    y, s = made(3000, np.float64)
    s[2000], s[2500] = 1e300, -np.inf
    found = counted(y, s, cells=128, step=50)
    assert found.lows[0] == -np.inf
    assert found.tops[-1] == 1e300
    low, high = ranking(found).auc_limits
    assert low <= Ranking.from_scores(y, s, positive=1).auc <= high


def test_counts_and_rows_agree(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 10)
    y, s = made(2000, np.float64, decimals=1)
    distinct, inverse = np.unique(np.stack([s, y], axis=1), axis=0, return_inverse=True)
    counts = np.bincount(inverse.reshape(-1))
    for cells in (16, 1 << 12):
        counter = ScoreCounter(cells=cells)
        rows = np.array_split(np.arange(len(distinct)), 7)
        for part in rows:
            counter.add(keys_of(distinct[part, 0]), distinct[part, 1].astype(int), counts[part])
        assert counter.stretches().table.sum(axis=0).tolist() == np.bincount(y).tolist()


def test_new_kinds_of_case_make_room(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    y, s = made(3000, np.float32)
    y = y.copy()
    y[1500:] += 2
    found = counted(y, s, cells=256, step=100)
    assert found.table.shape[1] == 4
    assert found.table.size <= 512
    assert found.table.sum(axis=0).tolist() == np.bincount(y).tolist()
    edges = np.searchsorted(found.lows, s.astype(float), side="right") - 1
    assert np.array_equal(np.bincount(edges, minlength=len(found.lows)), found.table.sum(axis=1))


def test_a_source_that_changes_between_passes_is_refused(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    y, s = made(3000, np.float32)
    refiner = Refiner(counted(y, s, cells=32), BOTH)
    refiner.add(keys_of(s[:2000]), y[:2000])
    with pytest.raises(InputError, match="`source` must be the same in every pass"):
        refiner.stretches()


@pytest.mark.parametrize(("end", "share"), [(1.0, 99 / 100), (1.7e308, 1 / 2)])
def test_scores_too_far_apart_for_a_difference_fill_half_of_the_bins(end, share):
    assert scale_of(ScoreRange(-end, end, 100)) * end == pytest.approx(50 * share)
