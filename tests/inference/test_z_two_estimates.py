from __future__ import annotations

import pytest

from referee.core.test_result import swap_sides
from referee.errors import InputError
from referee.inference import z_two_estimates
from referee.views.pages import pictures_of


def test_swapping():
    one, two = z_two_estimates(0.8, 0.06, 0.85, 0.075), z_two_estimates(0.85, 0.075, 0.8, 0.06)
    assert one.p_value == two.p_value == pytest.approx(0.6027, abs=5e-5)
    assert one.statistic == -two.statistic


def test_two_estimates_without_error():
    assert z_two_estimates(0.5, 0, 0.5, 0).p_value == 1
    assert z_two_estimates(0.5, 0, 0.6, 0).inapplicable == "both standard errors are 0"
    with pytest.raises(InputError, match="`se2` must be at least 0; got -1"):
        z_two_estimates(0.5, 0, 0.6, -1)


def test_both_bars_of_figure_9_11_are_kept_and_drawn():
    result = z_two_estimates(0.85, 0.075, 0.80, 0.06)
    bars = [(one.value, one.interval.low, one.interval.high) for one in result.compared]
    assert bars == [
        (0.85, pytest.approx(0.775), pytest.approx(0.925)),
        (0.8, pytest.approx(0.74), pytest.approx(0.86)),
    ]
    (picture,) = pictures_of(result)
    assert [row.value for row in picture.rows] == [0.85, 0.8, pytest.approx(0.05)]
    assert [one.value for one in swap_sides(result).compared] == [0.8, 0.85]
