"""Average precision of two scores: the jackknife by brute force, exchange, undefined cases."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import average_precision_score

from referee.stattests import average_precision_paired, average_precision_unpaired


def world(n=400, share=0.3, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < share
    shared = rng.normal(size=n)
    return y, y * 1.5 + shared + rng.normal(size=n), y * 1.0 + shared + rng.normal(size=n)


def test_the_spread_is_that_of_the_jackknife():
    """With many positives the guess weighs little and the variance is near the delete-one jackknife's."""
    y, a, b = world()
    made = average_precision_paired(y, a, b, positive=True)
    n = len(y)
    left = []
    for i in range(n):
        keep = np.arange(n) != i
        left.append(average_precision_score(y[keep], a[keep]) - average_precision_score(y[keep], b[keep]))
    se = math.sqrt((n - 1) / n * ((np.array(left) - np.mean(left)) ** 2).sum())
    value = average_precision_score(y, a) - average_precision_score(y, b)
    assert made.effect.value == pytest.approx(value)
    assert made.details["se"] == pytest.approx(se, rel=0.05)
    assert made.details["df"] == y.sum() - 1
    half = stats.t.ppf(0.975, y.sum() - 1) * made.details["se"]
    assert tuple(made.effect.interval) == pytest.approx((value - half, value + half))


def test_a_perfect_score_has_a_spread():
    y = np.repeat([True, False], [10, 30])
    worse = np.where(np.arange(40) == 9, -1.0, y + 0.0)
    made = average_precision_paired(y, y + 0.0, worse, positive=True)
    assert made.effect.value > 0
    assert made.p_value > 0.05


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_exchanging_flips_and_p_is_dual(alternative, paired, seed):
    y, a, b = world(80, 0.4, seed)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    if paired:
        made, back = (
            average_precision_paired(y, *two, positive=True, alternative=way)
            for two, way in (((a, b), alternative), ((b, a), other))
        )
    else:
        made, back = (
            average_precision_unpaired(y, one, y, two, positive=True, alternative=way)
            for one, two, way in ((a, b, alternative), (b, a, other))
        )
    assert back.p_value == pytest.approx(made.p_value, rel=1e-9)
    assert back.effect.value == -made.effect.value
    assert (0 not in made.effect.interval) == (made.p_value < 0.05)
    p = made.p_value
    touched = average_precision_paired if paired else average_precision_unpaired
    columns = (y, a, b) if paired else (y, a, y, b)
    if 0.001 < p < 0.5:
        at = touched(*columns, positive=True, alternative=alternative, level=1 - p).effect.interval
        assert min(abs(at.low), abs(at.high)) == pytest.approx(0, abs=1e-8)


def test_clusters_of_one_case_and_repeated_cases():
    y, a, b = world(120)
    plain = average_precision_paired(y, a, b, positive=True)
    alone = average_precision_paired(y, a, b, positive=True, groups=np.arange(120))
    assert alone.p_value == pytest.approx(plain.p_value)
    copies = average_precision_paired(
        y.repeat(3), a.repeat(3), b.repeat(3), positive=True, groups=np.arange(120).repeat(3)
    )
    assert copies.details["positives"] == y.sum()
    assert copies.p_value == pytest.approx(plain.p_value)


def test_what_cannot_be_judged():
    made = average_precision_paired([1, 0, 0], [3, 2, 1], [1, 2, 3], positive=1)
    assert made.inapplicable == "there is one positive case, so the spread of positives cannot be seen"
    none = average_precision_unpaired(np.array([True, True, False]), [3, 2, 1], np.zeros(3, bool), [3, 2, 1])
    assert none.effect.undefined == "there are no positive cases"
    few = average_precision_paired([1, 1, 0, 0], [4, 3, 2, 1], [1, 2, 3, 4], positive=1, groups=[0, 0, 1, 1])
    assert few.inapplicable == "there are 2 clusters; at least 6 are needed for a standard error"
    same = average_precision_paired([1, 1, 0, 0], [4, 3, 2, 1], [8, 7, 6, 5], positive=1)
    assert same.p_value == 1
    assert same.warnings[-1] == "p is 1 because the scores rank all cases alike."
    assert average_precision_unpaired([1, 1, 0], [3, 2, 1], [1, 1, 0], [3, 2, 1], positive=1).p_value == 1
