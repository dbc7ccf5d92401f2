"""DeLong's paired test from counts: the test itself where nothing is hidden, never bolder where something is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.core import ScoreGrid
from referee.core.pair import Pair
from referee.data.counter import count_models
from referee.errors import PairingError
from referee.inference import delong_few, delong_grid


@pytest.fixture(autouse=True)
def no_kinds(monkeypatch):
    """Count on a grid, however few the cases are."""
    monkeypatch.setattr("referee.data.grid.MOST_KINDS", 0)


def world(n=400, seed=0, places=6, gap=0.3):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(int)
    base = rng.normal(y, 1)
    return y, np.round(base + rng.normal(0, gap, n), places), np.round(base + rng.normal(0, 0.6, n), places)


def grid_of(y, a, b):
    scores = {"a": "a", "b": "b"}
    return Pair(*count_models({"y": y, "a": a, "b": b}, truth="y", scores=scores, positive=1)).grid


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
@settings(max_examples=60)
def test_it_is_the_paired_test_where_bins_are_scores(rows):
    y, a, b = (np.array(column) for column in zip(*rows, strict=True))
    assume(0 < y.sum() < len(y))
    p, n = (np.zeros((5, 5), dtype=int) for _ in range(2))
    np.add.at(p, (a[y], b[y]), 1)
    np.add.at(n, (a[~y], b[~y]), 1)
    for alternative in ("two-sided", "greater", "less"):
        ours = delong_grid(ScoreGrid.of_bins(p, n), alternative=alternative)
        theirs = delong_few(y, a, b, positive=True, alternative=alternative)
        assert ours.inapplicable == theirs.inapplicable
        assert ours.effect.value == pytest.approx(theirs.effect.value, abs=1e-12, nan_ok=True)
        if abs(theirs.statistic or 0.0) < 1e6:  # beyond, there is no spread but for rounding
            assert ours.p_value == pytest.approx(theirs.p_value, abs=1e-9, nan_ok=True)
        if theirs.effect.interval is not None and ours.effect.interval is not None:
            assert ours.effect.interval.low == pytest.approx(theirs.effect.interval.low, abs=1e-9)
            assert ours.effect.interval.high == pytest.approx(theirs.effect.interval.high, abs=1e-9)


@pytest.mark.parametrize("side", [4, 16, 64, 256])
@pytest.mark.parametrize("seed", range(4))
def test_bins_only_widen(side, seed, monkeypatch):
    monkeypatch.setattr("referee.data.grid.SIDE", side)
    y, a, b = world(seed=seed)
    exact, counted = delong_few(y, a, b, positive=1), delong_grid(grid_of(y, a, b))
    assert counted.p_value >= exact.p_value - 1e-12
    assert counted.effect.interval.low <= exact.effect.interval.low + 1e-12
    assert counted.effect.interval.high >= exact.effect.interval.high - 1e-12
    assert counted.effect.value == pytest.approx(exact.effect.value, abs=1e-12)
    error = counted.details["se"] / exact.details["se"]
    assert 1 <= error <= 1 + 25 / side


def test_the_standard_error_holds_for_every_order_within_bins():
    y, a, b = world(n=60, seed=3)
    coarse = np.floor(a), np.floor(b)
    p, n = (np.zeros((20, 20), dtype=int) for _ in range(2))
    places = [np.unique(c, return_inverse=True)[1] for c in coarse]
    np.add.at(p, tuple(place[y == 1] for place in places), 1)
    np.add.at(n, tuple(place[y == 0] for place in places), 1)
    plain = ScoreGrid.of_bins(p, n)
    hidden = ScoreGrid(p, n, np.zeros(20, bool), np.zeros(20, bool), plain.a, plain.b)
    most = delong_grid(hidden).details["se"]
    rng = np.random.default_rng(1)
    for _ in range(200):
        shuffled = [c + rng.random(60) for c in coarse]
        assert delong_few(y, *shuffled, positive=1).details["se"] <= most


def test_limits_of_the_areas_widen_the_interval_and_p(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    monkeypatch.setattr("referee.data.bins.CELLS", 200)
    monkeypatch.setattr("referee.data.score_counts.PASSES", 0)
    y, a, b = world(n=2000, seed=1)
    grid = grid_of(y, a, b)
    assert grid.a.binned
    exact, counted = delong_few(y, a, b, positive=1), delong_grid(grid)
    low, high = counted.effect.limits
    assert low <= exact.effect.value <= high
    assert counted.effect.interval.low <= exact.effect.interval.low
    assert counted.effect.interval.high >= exact.effect.interval.high
    assert counted.p_value >= exact.p_value
    for level in (0.9, 0.95):  # that of equivalence has the doubt of the bins as the one shown has
        assert tuple(counted.interval(level)) == pytest.approx(
            tuple(delong_grid(grid, level=level).effect.interval)
        )
    same = delong_grid(grid_of(y, a, a))
    assert same.p_value == 1


def test_equal_scores_and_absent_classes():
    y, a, _ = world(places=1)
    same = delong_grid(grid_of(y, a, a))
    assert (same.p_value, same.effect.value) == (1.0, 0.0)
    none = delong_grid(ScoreGrid.of_bins([[1, 2]], [[0, 0]]))
    assert none.inapplicable == "there is no negative case"
    assert np.isnan(none.p_value)


def test_models_with_ties_of_their_own_are_paired_by_the_grid_alone():
    y, a, b = world(places=1)
    pair = Pair(*count_models({"y": y, "a": a, "b": b}, truth="y", scores={"a": "a", "b": "b"}, positive=1))
    assert len(pair.a.truth) != len(pair.b.truth)
    exact = delong_few(y, a, b, positive=1)
    assert delong_grid(pair.grid).effect.value == pytest.approx(exact.effect.value, abs=1e-12)
    for part in ("scores", "predicted", "joint"):
        with pytest.raises(PairingError, match="counted on a grid"):
            getattr(pair, part)


def test_areas_whose_order_the_bins_hide_are_not_told_apart(monkeypatch):
    monkeypatch.setattr("referee.data.bins.FLUSH", 100)
    monkeypatch.setattr("referee.data.bins.CELLS", 200)
    monkeypatch.setattr("referee.data.score_counts.PASSES", 0)
    y, a, _ = world(n=2000, seed=1)
    made = delong_grid(grid_of(y, a, a + 0.005 * y))  # better, by less than a bin shows
    assert made.details["low"] <= 0 <= made.details["high"]
    assert made.p_value == 1.0
