from __future__ import annotations

from math import sqrt

import pytest

from referee.inference import chi2, miettinen_nurminen, pooled_z
from referee.inference.miettinen_nurminen import restricted_mle


def test_square_is_the_plain_chi_square():
    assert pooled_z(9, 10, 2, 10).statistic ** 2 == pytest.approx(chi2([[9, 1], [2, 8]]).statistic)
    assert pooled_z(9, 10, 2, 10).p_value == pytest.approx(chi2([[9, 1], [2, 8]]).p_value)


def test_one_sided():
    assert pooled_z(9, 10, 2, 10, alternative="greater").p_value * 2 == pytest.approx(
        pooled_z(9, 10, 2, 10).p_value
    )
    assert pooled_z(9, 10, 2, 10, alternative="less").p_value > 0.99


def test_unequal_sizes():
    result = pooled_z(9, 10, 4, 20)
    assert result.effect.n == 30
    assert result.details["pooled"] == pytest.approx(13 / 30)
    assert result.statistic**2 == pytest.approx(chi2([[9, 1], [4, 16]]).statistic)
    assert result.effect.value == pytest.approx(0.7)


def test_limits_are_where_the_plain_score_is_z():
    ci = pooled_z(9, 10, 2, 10).effect.interval
    for limit, sign in ((ci.low, 1), (ci.high, -1)):
        p2 = float(restricted_mle(9, 10, 2, 10, limit))
        p1 = p2 + limit
        score = (0.7 - limit) / sqrt(p1 * (1 - p1) / 10 + p2 * (1 - p2) / 10)
        assert score == pytest.approx(sign * 1.959963984540054, abs=1e-9)


def test_is_narrower_than_with_the_factor():
    plain, inflated = (test(9, 10, 2, 10).effect.interval.width for test in (pooled_z, miettinen_nurminen))
    assert plain < inflated
