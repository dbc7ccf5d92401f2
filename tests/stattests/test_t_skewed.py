"""The t on skewed losses: SciPy's where nothing is skewed, never narrower, dual to its p."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from referee import InputError
from referee.stattests import t_skewed, t_skewed_unpaired

numbers = st.lists(st.floats(-5, 5).map(lambda x: round(x, 3)), min_size=3, max_size=30)


def test_without_skewness_it_is_the_paired_t():
    x, y = np.array([0.1, 0.4, 0.2, 0.7]), np.array([0.2, 0.2, 0.3, 0.4])
    d = np.concatenate([x - y, 0.1 - (x - y)])  # symmetric about 0.05
    made, theirs = t_skewed(d), stats.ttest_1samp(d, 0)
    assert made.details["skewness"] == pytest.approx(0, abs=1e-12)
    assert made.p_value == pytest.approx(theirs.pvalue)
    assert tuple(made.effect.interval) == pytest.approx(tuple(theirs.confidence_interval()))


def test_skewed_losses_are_hall_s_by_brute_force():
    rng = np.random.default_rng(3)
    x, y = rng.exponential(size=25), np.zeros(25)
    made, plain = t_skewed(x, y), stats.ttest_rel(x, y)
    assert made.statistic == pytest.approx(plain.statistic)
    n, d = 25, x - y
    g = ((d - d.mean()) ** 3).mean() / d.std(ddof=0) ** 3 / math.sqrt(n)

    def bent(theta):
        t = (d.mean() - theta) / (d.std(ddof=1) / math.sqrt(n))
        return t + g * t**2 / 3 + g**2 * t**3 / 27 + g / 6

    q = stats.t.ppf(0.975, n - 1)
    grid = np.linspace(-2, 6, 800_001)
    inside = grid[np.abs(bent(grid)) <= q]
    low, high = plain.confidence_interval()
    assert made.effect.interval.low == pytest.approx(min(low, inside.min()), abs=1e-4)
    assert made.effect.interval.high == pytest.approx(max(high, inside.max()), abs=1e-4)
    assert made.effect.interval.high > high


def test_different_samples_are_welch_s_without_skewness():
    x, y = np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 4, 6])
    made, theirs = t_skewed_unpaired(x, y), stats.ttest_ind(x, y, equal_var=False)
    assert made.p_value == pytest.approx(theirs.pvalue)
    assert tuple(made.effect.interval) == pytest.approx(tuple(theirs.confidence_interval()))


@settings(max_examples=150, deadline=None)
@given(
    numbers,
    st.sampled_from([0.8, 0.9, 0.95, 0.99]),
    st.sampled_from(["two-sided", "greater", "less"]),
    st.booleans(),
)
def test_interval_and_p_agree_and_exchanging_flips(rows, level, alternative, paired):
    x = np.array(rows)
    y = np.roll(x, 1) * 0.7 + 0.1
    test = t_skewed if paired else t_skewed_unpaired
    made = test(x, y, level=level, alternative=alternative)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    back = test(y, x, level=level, alternative=other)
    assert back.p_value == pytest.approx(made.p_value, rel=1e-9, nan_ok=True)
    assert back.effect.value == pytest.approx(-made.effect.value, abs=1e-12)
    if made.effect.interval is None:
        return
    if abs(made.p_value - (1 - level)) > 1e-9:
        assert (0 not in made.effect.interval) == (made.p_value < 1 - level)
    assert made.effect.value in made.effect.interval
    assert made.effect.interval.low == pytest.approx(-back.effect.interval.high)


def test_weights_of_one_and_clusters_of_one_case_change_nothing():
    rng = np.random.default_rng(0)
    d = rng.exponential(size=12) - 0.5
    plain = t_skewed(d)
    weighted, clustered = t_skewed(d, weights=np.full(12, 3.0)), t_skewed(d, groups=[f"g{i}" for i in range(12)])
    for made in (weighted, clustered):
        assert made.p_value == pytest.approx(plain.p_value)
        assert tuple(made.effect.interval) == pytest.approx(tuple(plain.effect.interval))


def test_clusters_that_repeat_a_case_count_once():
    rng = np.random.default_rng(1)
    d = rng.normal(size=10)
    made = t_skewed(d.repeat(4), groups=np.arange(10).repeat(4))
    assert made.p_value == pytest.approx(t_skewed(d).p_value)
    assert made.details["clusters"] == 10


def test_what_cannot_be_judged():
    few = t_skewed([0.1, 0.2, 0.4, 0.3], groups=[0, 0, 1, 1])
    assert few.inapplicable == "2 clusters are too few: 6 are needed"
    assert math.isnan(few.p_value)
    assert few.effect.interval is None
    flat = t_skewed([1.0, 1.0, 1.0])
    assert "the same difference" in flat.inapplicable
    same = t_skewed([0.1, 0.2], [0.1, 0.2])
    assert same.p_value == 1
    assert same.warnings == ("p is 1 because the models agree on every case.",)
    with pytest.raises(InputError, match="`weights` must be one number of at least 0 a case"):
        t_skewed([1, 2, 3], weights=[1, 2])
