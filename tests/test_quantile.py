"""Quantiles far in the tail."""

from __future__ import annotations

import math

import pytest
from scipy.special import stdtr, stdtrit

from referee._quantile import FAR, quantile
from referee.core import evidence


@pytest.mark.parametrize("df", [2.5, 3, 5, 6, 7.5, 9, 20, 200, 1e5])
def test_the_distribution_gives_the_probability_back(df):
    for probability in (5.7e-300, 1e-250, 1e-200, 1e-100, 1e-51, 1e-20, 0.025):
        found = quantile(probability, df)
        assert -math.inf < found < 0
        assert stdtr(df, found) == pytest.approx(probability, rel=1e-8)


def test_few_degrees_of_freedom_follow_the_power_law():
    assert quantile(5.7e-300, 1) == pytest.approx(-1 / (math.pi * 5.7e-300), rel=1e-12)
    assert quantile(1e-200, 2) == pytest.approx(-(2**-0.5) * 1e100, rel=1e-12)
    assert quantile(5.7e-300, 0.5) == -math.inf


@pytest.mark.parametrize("df", [0.5, 1, 2, 3, 9, 50])
def test_the_two_ways_meet(df):
    assert quantile(FAR * 0.999999, df) == pytest.approx(stdtrit(df, FAR * 0.999999), rel=1e-9)
    assert quantile(0.9, df) == stdtrit(df, 0.9)


def test_tests_use_it():
    assert evidence.quantile is quantile
    assert quantile(0.025) == pytest.approx(-1.959963984540054)
