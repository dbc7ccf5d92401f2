"""Koopman's score interval for a ratio of proportions."""

from __future__ import annotations

import math

import pytest

from referee.inference import ratio_limits


@pytest.mark.parametrize(
    "table", [(28, 100, 63, 100), (5, 40, 20, 60), (1, 30, 9, 25), (50, 80, 70, 90), (2, 1000, 3, 12)]
)
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_equal_to_statsmodels(table, level):
    from statsmodels.stats.proportion import confint_proportions_2indep

    theirs = confint_proportions_2indep(*table, compare="ratio", method="score", correction=False, alpha=1 - level)
    assert ratio_limits(*table, level) == pytest.approx(theirs, rel=1e-5)


@pytest.mark.parametrize("level", [0.9, 0.99])
def test_the_limits_are_where_the_score_test_starts_to_reject(level):
    """Also where the limits of statsmodels stop at the end of its search, as for 10/10 against 3/9 at 99%."""
    from statsmodels.stats.proportion import score_test_proportions_2indep

    for r in ratio_limits(10, 10, 3, 9, level):
        test = score_test_proportions_2indep(10, 10, 3, 9, value=r, compare="ratio", correction=False)
        assert test.pvalue == pytest.approx(1 - level, abs=1e-9)


def test_ends():
    low, high = ratio_limits(0, 20, 5, 10, 0.95)
    assert low == 0
    assert 0 < high < 1
    low, high = ratio_limits(5, 20, 0, 10, 0.95)
    assert high == math.inf
    assert low > 0
    assert ratio_limits(0, 20, 0, 10, 0.95) == (0.0, math.inf)
    low, high = ratio_limits(20, 20, 10, 10, 0.95)
    assert low < 1 < high


def test_swapping_the_proportions_inverts_the_limits():
    low, high = ratio_limits(12, 50, 31, 44, 0.9)
    back = ratio_limits(31, 44, 12, 50, 0.9)
    assert (1 / back[1], 1 / back[0]) == pytest.approx((low, high))
