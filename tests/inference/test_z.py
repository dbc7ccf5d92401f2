from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference import z, z_summary


def test_data_and_summary_agree():
    one, two = z([1.0, 2.0, 6.0], sigma=2, mu=1), z_summary(3.0, 3, sigma=2, mu=1)
    assert one.p_value == pytest.approx(two.p_value)
    assert one.effect.interval == two.effect.interval


def test_far_tail_is_not_zero():
    assert z_summary(135, 25, sigma=15, mu=100, alternative="greater").p_value == pytest.approx(
        9.4336e-32, rel=1e-4
    )


def test_one_tailed_bounds_have_one_end_open():
    bound = z_summary(10, 4, sigma=2, alternative="greater").effect.interval
    assert bound.side == "lower"
    assert bound.high == float("inf")
    assert bound.low == pytest.approx(10 - 1.6448536269514722)


def test_bad_inputs():
    with pytest.raises(InputError, match="`sigma` must be greater than 0; got 0"):
        z([1, 2], sigma=0)
    with pytest.raises(InputError, match="`x` must hold finite numbers; got nan at position 1"):
        z([1, float("nan")], sigma=1)
    with pytest.raises(InputError, match="`x` must be a column of numbers"):
        z(["a", "b"], sigma=1)


def test_one_value_is_enough():
    assert z([3.0], sigma=2, mu=1).statistic == pytest.approx(1.0)
    with pytest.raises(InputError, match="`x` must hold at least 1 values"):
        z([], sigma=1)
