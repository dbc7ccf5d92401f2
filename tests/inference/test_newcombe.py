from __future__ import annotations

import pytest

from referee.inference import newcombe


def test_p_is_the_level_at_which_the_interval_touches_zero():
    result = newcombe(30, 50, 20, 50)
    assert newcombe(30, 50, 20, 50, level=1 - result.p_value).effect.interval.low == pytest.approx(0, abs=1e-9)


def test_overwhelming_difference_is_not_zero():
    assert 0 < newcombe(10**6, 10**6, 0, 10**6).p_value < 1e-200


def test_swapped_groups_turn_the_sign():
    one, two = newcombe(30, 50, 20, 50), newcombe(20, 50, 30, 50)
    assert one.statistic == pytest.approx(-two.statistic)
    assert one.statistic > 0
    assert one.p_value == pytest.approx(two.p_value)
    less = newcombe(20, 50, 30, 50, alternative="less")
    assert less.p_value == pytest.approx(two.p_value / 2)


def test_worked_examples():
    """56/70 against 48/80, and 9/10 against 3/10, as printed in Newcombe (1998), method 10."""
    assert tuple(newcombe(56, 70, 48, 80).effect.interval) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert tuple(newcombe(9, 10, 3, 10).effect.interval) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert tuple(newcombe(0, 10, 0, 20).effect.interval) == pytest.approx((-0.1611, 0.2775), abs=1e-4)


def test_stays_in_the_range():
    assert tuple(newcombe(10, 10, 0, 10).effect.interval) == pytest.approx((0.6075, 1.0), abs=1e-4)
