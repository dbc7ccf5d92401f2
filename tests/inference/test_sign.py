from __future__ import annotations

import pytest

from referee.inference import binomial, sign


def test_is_the_binomial_test_of_wins():
    result = sign([3, 1, 4, 1, 5, 9], [2, 7, 1, 1, 2, 8])
    assert result.details == {"wins": 4.0, "losses": 1.0, "zeros": 1.0}
    assert result.p_value == pytest.approx(binomial(4, 5).p_value)
    assert result.warnings == ("1 of 6 pairs with a difference of 0 are left out.",)
    low, high = binomial(4, 5).effect.interval
    assert tuple(result.effect.interval) == pytest.approx((2 * low - 1, 2 * high - 1))


def test_no_pair_differs():
    result = sign([1, 2], [1, 2])
    assert result.p_value == 1
    assert result.effect.undefined == "no pair differs"
