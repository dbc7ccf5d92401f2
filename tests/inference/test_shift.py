"""The interval of a shift against a list of all shifts, and its agreement with p at 0."""

from __future__ import annotations

from math import inf, nextafter

import numpy as np
import pytest

from referee.inference import mann_whitney, wilcoxon
from referee.inference.shift import Shifts, middle_shifts

TINY = nextafter(0.0, inf)


def steps(low, high):
    """p below 5% outside of low and high, and 1 inside."""
    return lambda shift, side: 1.0 if (shift > low if side == "greater" else shift < high) else 0.001


def made(jumps, low, high, *, p_value=0.5, alternative="two-sided"):
    points = np.array(jumps)
    p, middles = steps(low, high), middle_shifts(points)
    evidence = Shifts(points, lambda i, side: p(middles[i], side), p_value, alternative)
    return evidence.limits(0.025 if alternative == "two-sided" else 0.05)


@pytest.mark.parametrize("low", [-2.0, -1.0, -0.5])
@pytest.mark.parametrize("high", [0.5, 1.0, 2.0])
def test_the_limits_are_jumps(low, high):
    jumps = [-2.0, -1.0, -0.5, 0.5, 1.0, 2.0]
    assert made(jumps, low, high) == (low, high)
    assert made(jumps, low, high, alternative="greater") == (low, inf)
    assert made(jumps, low, high, alternative="less") == (-inf, high)


def test_a_test_that_never_rejects_has_no_limit():
    assert made([-1.0, 1.0], -inf, inf) == (-inf, inf)


@pytest.mark.parametrize(("low", "high"), [(2.0, 4.0), (0.25, 0.5), (-4.0, -2.0), (-0.5, -0.25)])
def test_zero_is_inside_when_the_test_does_not_reject_it(low, high):
    jumps = [low - 1, low, high, high + 1]
    assert made(jumps, low, high, p_value=0.06) == (min(low, 0.0), max(high, 0.0))
    assert made(jumps, low, high, p_value=0.049) == (low, high)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-1.0, 3.0, (TINY, 3.0)),
        (-0.5, 0.75, (TINY, 0.75)),
        (-3.0, 1.0, (-3.0, -TINY)),
        (-2.0, 2.0, (-2.0, -TINY)),
        (0.0, 2.0, (TINY, 2.0)),
    ],
)
def test_zero_is_outside_when_the_test_rejects_it(low, high, expected):
    jumps = [-3.0, -2.0, -1.0, -0.5, 0.0, 0.75, 1.0, 2.0, 3.0]
    assert made(jumps, low, high, p_value=0.01) == expected


def test_zero_is_outside_on_the_side_of_the_alternative():
    jumps = [-3.0, -1.0, 1.0, 3.0]
    assert made(jumps, -3.0, 1.0, p_value=0.01, alternative="greater") == (TINY, inf)
    assert made(jumps, -1.0, 3.0, p_value=0.01, alternative="less") == (-inf, -TINY)


def test_limits_that_cross_meet_in_the_middle():
    assert made([1.0, 2.0, 4.0], 4.0, 1.0, p_value=0.01) == (2.5, 2.5)


SAMPLES = {
    "no ties": ([0.31, -0.12, 0.27, 0.05, -0.4, 0.61, 0.22, 0.09], [0.01, 0.17, -0.3, 0.44, 0.02]),
    "ties": ([0.3, 0.3, -0.1, 0.2, 0.0, 0.0, 0.5, 0.1], [0.1, 0.1, -0.3, 0.3, 0.0]),
}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("columns", SAMPLES.values(), ids=SAMPLES)
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_a_rank_test_knows_its_interval_at_every_level(columns, alternative, level):
    x, y = columns
    for test, asked in ((wilcoxon, (x,)), (mann_whitney, (x, y))):
        found, again = (test(*asked, alternative=alternative, level=at) for at in (0.95, level))
        assert found.interval(level) == again.effect.interval
        assert again.effect.interval.method == "Hodges-Lehmann"
