from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import norm

from referee.errors import InputError
from referee.inference import agresti_min, bonett_price, mcnemar, newcombe_paired, tango, wald_paired
from referee.inference.tango import find_limits, tango_error, tango_limits, tango_test


def test_score_p_is_mcnemars_without_correction():
    for table in ([[40, 12], [5, 43]], [[15, 6], [0, 9]]):
        assert tango(table).p_value == pytest.approx(mcnemar(table, method="asymptotic").p_value)
        assert tango(table).statistic ** 2 == pytest.approx(mcnemar(table, method="asymptotic").statistic)


def test_where_midp_and_tango_part():
    """b = 6, c = 15: mid-p .0525, while Tango's interval excludes 0 together with its own p."""
    table = [[40, 6], [15, 39]]
    assert mcnemar(table).p_value == pytest.approx(0.0525, abs=5e-5)
    assert tango(table).p_value < 0.05
    assert tango(table).effect.interval.high < 0


def test_margin():
    for level in (0.8, 0.9, 0.95, 0.99):
        result = tango([[60, 9], [8, 23]], difference=-0.05, alternative="greater", level=level)
        assert (result.effect.interval.low > -0.05) == (result.p_value < 1 - level)


def test_no_discordant_case():
    result = tango([[10, 0], [0, 10]])
    assert result.p_value == 1
    assert result.effect.interval.width > 0.3
    assert "same cases" in result.warnings[0]


def brute_error(b, c, n, delta):
    """The standard error of b - c at the rate of greatest likelihood, by search."""

    def minus_log_likelihood(q):
        cells = ((b, q + delta), (c, q), (n - b - c, 1 - 2 * q - delta))
        return -sum(k * np.log(p) for k, p in cells if k)

    low, high = max(0.0, -delta), (1 - delta) / 2
    q = minimize_scalar(
        minus_log_likelihood, bounds=(low + 1e-13, high - 1e-13), method="bounded", options={"xatol": 1e-13}
    ).x
    return sqrt(n * (2 * q + delta - delta**2))


@pytest.mark.parametrize(("b", "c", "n"), [(12, 5, 100), (6, 1, 30), (3, 9, 50), (1, 7, 21)])
def test_error_is_that_of_the_best_fit(b, c, n):
    for delta in (-0.6, -0.2, -0.01, 0.0, 0.05, 0.3, 0.7):
        assert float(tango_error(b, c, n, delta)) == pytest.approx(brute_error(b, c, n, delta), rel=1e-5)


@pytest.mark.parametrize(("b", "c", "n"), [(12, 5, 100), (6, 1, 30), (3, 9, 50), (6, 0, 30), (0, 0, 20)])
def test_limits_agree_with_a_root_finder(b, c, n):
    z = norm.isf(0.025)

    def score(delta):
        return (b - c - n * delta) - np.array([z, -z]) * float(tango_error(b, c, n, delta))

    low = brentq(lambda d: score(d)[0], -1 + 1e-9, (b - c) / n + 1e-12, xtol=1e-15)
    high = brentq(lambda d: score(d)[1], (b - c) / n - 1e-12, 1 - 1e-9, xtol=1e-15)
    ci = tango([[n - b - c, b], [c, 0]]).effect.interval
    assert (ci.low, ci.high) == pytest.approx((low, high), abs=1e-10)


def test_score_falls_with_delta():
    grid = np.linspace(-0.999, 0.999, 401)
    for b in range(7):
        for c in range(7 - b):
            score = (b - c - 6 * grid) / np.maximum(tango_error(b, c, 6, grid), 1e-12)
            assert (np.diff(score) < 1e-9).all(), (b, c)


@pytest.mark.parametrize(
    "table", [[[0, 9], [0, 0]], [[0, 0], [9, 0]], [[1, 0], [0, 0]], [[0, 1], [0, 0]], [[0, 500_000], [500_000, 0]]]
)
def test_never_fails_at_the_ends(table):
    ci = tango(table).effect.interval
    assert -1 <= ci.low <= ci.high <= 1
    (_, b), (c, _) = table
    assert (ci.high == 1) == (b == np.sum(table))
    assert (ci.low == -1) == (c == np.sum(table))


def test_batched():
    low, high = tango_limits([12, 6], [5, 0], [100, 30], 1.96)
    assert low.shape == high.shape == (2,)
    assert float(low[1]) == float(tango_limits(6, 0, 30, 1.96)[0])


def test_a_much_used_table():
    """Airway responsiveness before and after, n = 21, to the three decimals that the literature gives."""
    table = [[1, 1], [7, 12]]
    assert tuple(round(v, 3) for v in newcombe_paired(table)) == (-0.507, -0.026)
    assert tuple(round(v, 3) for v in tango(table).effect.interval) == (-0.517, -0.026)
    assert tuple(round(v, 3) for v in bonett_price(table)) == (-0.508, -0.013)
    assert tuple(round(v, 3) for v in wald_paired(table)) == (-0.52, -0.052)


def test_wrong_table():
    with pytest.raises(InputError, match="`table` must be a 2 x 2 table"):
        tango([1, 2, 3])
    with pytest.raises(InputError, match="`table` must hold at least one case"):
        agresti_min([[0, 0], [0, 0]])
    with pytest.raises(InputError, match="`table` must be at least 0; got -1"):
        tango([[1, -1], [0, 3]])


def test_limits_found_together_are_those_of_each_and_are_looked_up():
    tables = [(12, 5, 100), (0, 0, 40), (3, 9, 50), (12, 5, 100)]
    found = find_limits(tables, [1.96, 2.5])
    for b, c, n in tables:
        for z, ends in found[b, c, n].items():
            assert ends == pytest.approx(tuple(map(float, tango_limits(b, c, n, z))), abs=1e-15)
    told = {(12, 5, 100): {1.959963984540054: (-0.5, 0.5)}}
    assert tuple(tango_test(12, 5, 100, known=told).effect.interval) == (-0.5, 0.5)
    assert find_limits([], [1.96]) == {}
