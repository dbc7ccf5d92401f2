from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import stats

from referee import read
from referee.core.pair import Pair
from referee.errors import InputError
from referee.inference import cluster_jackknife
from referee.inference.label_gaps import _by_cluster
from referee.metrics import get


def tables(groups=12, size=10, seed=0):
    """Two models' tables a cluster, from cases."""
    rng = np.random.default_rng(seed)
    shift = rng.normal(0, 0.1, groups)
    out = np.zeros((2, groups, 2, 2), int)
    for g in range(groups):
        truth = rng.integers(0, 2, size)
        for who, right in enumerate((0.85, 0.75)):
            said = np.where(rng.random(size) < right + shift[g], truth, 1 - truth)
            np.add.at(out[who, g], (truth, said), 1)
    return out


@pytest.mark.parametrize("metric", ["accuracy", "f1", "mcc", "sensitivity"])
def test_leaving_out_each_cluster_by_hand(metric):
    a, b = tables()
    result = cluster_jackknife(a, b, metric=metric)
    formula = get(metric).formula
    values = []
    for g in range(12):
        keep = np.arange(12) != g
        values.append(float(formula(a[keep].sum(axis=0)) - formula(b[keep].sum(axis=0))))
    se = math.sqrt(11 / 12 * np.sum((np.array(values) - np.mean(values)) ** 2))
    value = float(formula(a.sum(axis=0)) - formula(b.sum(axis=0)))
    assert_allclose([result.effect.value, result.details["se"]], [value, se])
    assert_allclose(result.p_value, 2 * stats.t.sf(abs(value / se), 11))
    assert_allclose(list(result.effect.interval), value + se * stats.t.ppf([0.025, 0.975], 11))
    assert result.effect.interval.method == "cluster jackknife, t(11)"


def test_clusters_of_one_size_give_the_paired_t_of_cluster_accuracies():
    a, b = tables()
    d = (np.trace(a, axis1=1, axis2=2) - np.trace(b, axis1=1, axis2=2)) / 10
    expected = stats.ttest_1samp(d, 0)
    for side in ("two-sided", "greater", "less"):
        result = cluster_jackknife(a, b, alternative=side)
        assert_allclose(result.p_value, stats.ttest_1samp(d, 0, alternative=side).pvalue)
    assert_allclose(cluster_jackknife(a, b).statistic, expected.statistic)


def test_the_size_holds_with_strong_clusters():
    """Cases of a cluster all go one way: a test that takes cases as independent rejects a third of the time."""
    rng = np.random.default_rng(2)
    rejected = 0
    for _ in range(400):
        a, b = np.zeros((2, 15, 2, 2), int)
        first = rng.random(15) < 0.5
        a[:, 1, 1], b[:, 1, 0] = 8 * first, 8 * first
        a[:, 1, 0], b[:, 1, 1] = 8 * ~first, 8 * ~first
        rejected += cluster_jackknife(a, b).p_value < 0.05
    assert rejected / 400 < 0.08


small = st.lists(st.lists(st.integers(0, 3), min_size=8, max_size=8).filter(any), min_size=6, max_size=10)


@settings(max_examples=60, deadline=None)
@given(small, st.sampled_from(["two-sided", "greater", "less"]), st.sampled_from([0.8, 0.95]))
def test_dual_and_exchange(cells, alternative, level):
    joint = np.array(cells).reshape(-1, 2, 2, 2)
    a, b = joint.sum(axis=3), joint.sum(axis=2)
    result = cluster_jackknife(a, b, alternative=alternative, level=level)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    back = cluster_jackknife(b, a, alternative=other, level=level)
    assert_allclose(back.p_value, result.p_value, rtol=1e-9)
    if result.effect.interval is not None:
        assert (0 not in result.effect.interval) == (result.p_value < 1 - level)


def test_no_spread_and_few_clusters():
    a, b = tables()
    same = cluster_jackknife(a, a, metric="f1")
    assert (same.p_value, same.effect.interval) == (1, None)
    every = np.tile([[5, 0], [0, 5]], (8, 1, 1)), np.tile([[4, 1], [0, 5]], (8, 1, 1))
    result = cluster_jackknife(*every)
    assert math.isnan(result.p_value)
    assert "no spread" in result.inapplicable
    assert "5 clusters are too few: 6 are needed" in cluster_jackknife(a[:5], b[:5]).inapplicable
    a[:, 1] = 0
    assert "undefined" in cluster_jackknife(a, b, metric="sensitivity").inapplicable


def test_bad_input():
    a, b = tables()
    with pytest.raises(InputError, match="`tables_b` must have the shape of `tables_a`"):
        cluster_jackknife(a, b[:-1])
    with pytest.raises(InputError, match="`alternative` must be one of"):
        cluster_jackknife(a, b, alternative="bigger")


def test_each_model_of_a_pair_has_its_own_tables_of_clusters():
    truth, groups = [1, 0, 1, 0, 1, 0], [0, 0, 1, 1, 2, 2]
    a, b = [1, 0, 1, 0, 1, 0], [0, 0, 1, 1, 1, 0]
    pair = Pair(*(read(truth, said, groups=groups, positive=1) for said in (a, b)))
    one, two = (_by_cluster(get("accuracy"), pair, who) for who in (0, 1))
    assert [table.tolist() for table in one] == [[[1, 0], [0, 1]]] * 3
    assert [table.tolist() for table in two] == [[[1, 0], [1, 0]], [[0, 1], [0, 1]], [[1, 0], [0, 1]]]


@pytest.mark.parametrize("better", [0, 1])
def test_a_few_clusters_that_differ_most_make_the_error_larger_on_their_side(better):
    """Of 30 clusters one is large, and the models differ in it alone: one more such cluster may be unseen."""
    same = np.array([[4, 1], [1, 4]])
    one = np.array([same] * 29 + [8 * same])
    two = one.copy()
    two[-1] = [[24, 16], [16, 24]]
    pair = (one, two) if better == 0 else (two, one)
    plain, made = (cluster_jackknife(*pair, unseen=unseen) for unseen in (0.0, 0.5))
    low, high = made.effect.interval
    below, above = made.effect.value - low, high - made.effect.value
    assert (above > 1.2 * below) if better == 0 else (below > 1.2 * above)
    assert "error_above" in made.details
    assert "error_above" not in plain.details
    if better == 0:  # the error towards 0 is the smaller one, and p its dual
        assert made.p_value == pytest.approx(2 * stats.t.sf(made.statistic, 29))
        assert (made.p_value < 0.05) == (low > 0)
