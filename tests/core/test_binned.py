"""A ranking counted on bins knows its limits, and keeps them when it is merged or turned."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import InputError, Ranking


def binned(y, s, edges):
    """A ranking on bins between edges, as an engine would count it."""
    y, s = np.asarray(y), np.asarray(s, dtype=float)
    place = np.searchsorted(edges, s, side="right")
    ids = np.unique(place)[::-1]
    lows = np.array([s[place == i].min() for i in ids])
    tops = np.array([s[place == i].max() for i in ids])
    counts = [[int(((place == i) & (y == c)).sum()) for i in ids] for c in (1, 0)]
    return Ranking(lows, np.array(counts[0]), np.array(counts[1]), 1, tops=tops)


cases = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 12)), min_size=2, max_size=40).filter(
    lambda rows: len({y for y, _ in rows}) == 2
)
edges = st.lists(st.integers(0, 12), max_size=4).map(sorted)


@given(cases, edges)
def test_limits_hold(rows, cuts):
    y, s = zip(*rows, strict=True)
    r = binned(y, s, cuts)
    low, high = r.auc_limits
    truth = Ranking.from_scores(y, s, positive=1).auc
    assert low - 1e-12 <= truth <= high + 1e-12
    assert r.pessimistic().auc == pytest.approx(low)
    assert r.optimistic().auc == pytest.approx(high)
    assert r.binned == (high > low)
    assert r.invert().auc_limits == pytest.approx((1 - high, 1 - low))


@given(cases, cases, edges, edges)
def test_limits_hold_after_merging(a, b, cuts_a, cuts_b):
    parts = [binned(*zip(*rows, strict=True), cuts) for rows, cuts in ((a, cuts_a), (b, cuts_b))]
    merged = parts[0] + parts[1]
    y, s = zip(*(a + b), strict=True)
    low, high = merged.auc_limits
    assert low - 1e-12 <= Ranking.from_scores(y, s, positive=1).auc <= high + 1e-12
    assert merged.n == len(a) + len(b)
    assert (merged.scores[:-1] > merged.tops[1:]).all()
    for i, score in enumerate(merged.scores):
        assert merged.tp[i] == sum(yi == 1 and si >= score for yi, si in a + b)


def test_a_known_ranking_has_no_width():
    r = Ranking.from_scores([1, 0, 1, 0], [0.9, 0.9, 0.3, 0.1], positive=1)
    assert r.auc_limits == (r.auc, r.auc)
    assert not r.binned
    assert r.pessimistic() is r
    same = Ranking(r.scores, r.positives, r.negatives, 1, tops=r.scores)
    assert not same.binned
    assert same.auc_limits == r.auc_limits


def test_many_cases_do_not_overflow():
    big = Ranking([2.0, 1.0], [4 * 10**9, 10**9], [10**9, 4 * 10**9], 1)
    assert big.auc == pytest.approx(0.8 * 0.8 + (0.8 * 0.2 + 0.2 * 0.8) / 2)


def test_tops_below_scores_are_refused():
    with pytest.raises(InputError, match="`tops` must be at least the scores"):
        Ranking([0.5], [1], [1], 1, tops=[0.4])
