from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.intervals import wald_difference, wald_difference_rates


def test_example_4_5():
    ci = wald_difference_rates(0.25, 5000, 0.15, 30)
    assert (ci.low + ci.high) / 2 == pytest.approx(0.1)
    assert ci.width / 2 == pytest.approx(0.128, abs=5e-4)


def test_is_not_cut():
    assert wald_difference(9, 10, 2, 10).high > 1


def test_rates_are_shares():
    with pytest.raises(InputError, match=r"`rate1` must lie between 0 and 1; got 25. Did you mean 0.25\?"):
        wald_difference_rates(25, 5000, 0.15, 30)
