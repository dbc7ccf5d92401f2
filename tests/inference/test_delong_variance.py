from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import Ranking
from referee.inference.delong_variance import auc_covariance, delong, place

columns = st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 4)), min_size=5, max_size=30).filter(
    lambda rows: 2 <= sum(r[0] for r in rows) <= len(rows) - 2
)


def pairs(y, s):
    """The kernel of every (positive, negative) pair."""
    y, s = np.asarray(y, bool), np.asarray(s, float)
    return (s[y][:, None] > s[~y]) + 0.5 * (s[y][:, None] == s[~y])


@settings(max_examples=60, deadline=None)
@given(columns)
def test_equals_the_definition_over_pairs(rows):
    y, s = [r[0] for r in rows], [r[1] for r in rows]
    kernel = pairs(y, s)
    u, v = kernel.mean(axis=1), kernel.mean(axis=0)
    found = delong(Ranking.from_scores(y, s, positive=True))
    assert found.auc == pytest.approx(kernel.mean(), abs=1e-12)
    assert found.positive_part == pytest.approx(u.var(ddof=1) / len(u), abs=1e-12)
    assert found.negative_part == pytest.approx(v.var(ddof=1) / len(v), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(columns)
def test_the_form_on_records_agrees_with_the_form_on_counts(rows):
    y, s = np.array([r[0] for r in rows]), np.array([r[1] for r in rows], float)
    w = np.array([r[2] for r in rows], float)
    for weights in (None, w):
        table = delong(Ranking.from_scores(y, s, positive=True, weights=weights))
        places = place(y, np.stack([s, -s]), weights=weights)[:2]
        found = auc_covariance(y, *places, weights=weights)
        assert found.aucs == pytest.approx([table.auc, 1 - table.auc], abs=1e-12)
        assert found.covariance[0, 0] == pytest.approx(table.variance, abs=1e-12, nan_ok=True)
        assert found.covariance[0, 1] == pytest.approx(-table.variance, abs=1e-12, nan_ok=True)
        assert (found.positives, found.negatives) == pytest.approx((table.positives, table.negatives))


@settings(max_examples=30, deadline=None)
@given(columns, st.floats(0.01, 100))
def test_importance_weights_have_no_unit(rows, unit):
    y, s, w = [r[0] for r in rows], [r[1] for r in rows], np.array([r[2] for r in rows], float)
    one = delong(Ranking.from_scores(y, s, positive=True, weights=w))
    other = delong(Ranking.from_scores(y, s, positive=True, weights=w * unit))
    assert one.variance == pytest.approx(other.variance, rel=1e-9, nan_ok=True)


def test_each_case_its_own_cluster_is_no_cluster():
    rng = np.random.default_rng(3)
    y, s = rng.random(40) < 0.4, rng.normal(size=(2, 40)).round(1)
    places = place(y, s)[:2]
    plain = auc_covariance(y, *places)
    clustered = auc_covariance(y, *places, groups=np.arange(40))
    assert clustered.covariance == pytest.approx(plain.covariance, rel=1e-12)
    assert clustered.clusters == min(y.sum(), (~y).sum())


def test_clusters_by_the_definition():
    rng = np.random.default_rng(4)
    y, s, g = rng.random(60) < 0.5, rng.normal(size=60).round(1), rng.integers(0, 12, 60)
    kernel = pairs(y, s)
    u, v, a = kernel.mean(axis=1), kernel.mean(axis=0), kernel.mean()
    m, n = len(u), len(v)
    ku = np.array([(u[g[y] == k] - a).sum() for k in range(12)])
    kv = np.array([(v[g[~y] == k] - a).sum() for k in range(12)])
    i10, i01 = len(set(g[y])), len(set(g[~y]))
    expected = i10 / (i10 - 1) * (ku**2).sum() / m**2 + i01 / (i01 - 1) * (kv**2).sum() / n**2
    expected += 2 * 12 / 11 * (ku * kv).sum() / (m * n)
    found = auc_covariance(y, *place(y, s[None])[:2], groups=g)
    assert found.covariance[0, 0] == pytest.approx(expected, rel=1e-12)


def test_small_and_absent_classes():
    one = delong(Ranking.from_scores([1, 0, 0], [2, 3, 1], positive=1))
    assert one.auc == 0.5
    assert math.isnan(one.variance)
    assert one.negative_part == pytest.approx(0.25)
    none = delong(Ranking.from_scores([1, 1], [2, 3], positive=1))
    assert math.isnan(none.auc)
    assert math.isnan(none.variance)


@pytest.mark.parametrize("scores", [[5, 4, 3, 2, 1], [1, 2, 3, 4, 5], [1, 1, 1, 1, 1]])
def test_no_spread_is_exactly_zero(scores):
    assert delong(Ranking.from_scores([1, 1, 0, 0, 0], scores, positive=1)).variance == 0


def test_no_spread_of_weighted_cases_is_exactly_zero_too():
    """A perfect ranking whose weights do not add up without rounding."""
    weights = [0.88, 0.48, 0.92, 0.78, 0.93, 0.14, 0.08, 0.08, 0.88]
    perfect = Ranking.from_scores([1] * 4 + [0] * 5, range(9, 0, -1), positive=1, weights=weights)
    assert delong(perfect).variance == 0
