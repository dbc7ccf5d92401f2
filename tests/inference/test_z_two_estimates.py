from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference import z_two_estimates


def test_swapping():
    one, two = z_two_estimates(0.8, 0.06, 0.85, 0.075), z_two_estimates(0.85, 0.075, 0.8, 0.06)
    assert one.p_value == two.p_value == pytest.approx(0.6027, abs=5e-5)
    assert one.statistic == -two.statistic


def test_two_estimates_without_error():
    assert z_two_estimates(0.5, 0, 0.5, 0).p_value == 1
    assert z_two_estimates(0.5, 0, 0.6, 0).inapplicable == "both standard errors are 0"
    with pytest.raises(InputError, match="`se2` must be at least 0; got -1"):
        z_two_estimates(0.5, 0, 0.6, -1)
