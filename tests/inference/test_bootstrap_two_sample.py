from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.inference import bootstrap_two_sample


def test_a_draw_can_be_more_extreme_than_any_arrangement():
    result = bootstrap_two_sample([9, 9], [1, 1], resamples=20_000, rng=1)
    # all of x* at 9 and all of y* at 1, or the reverse: 2 / 2^4
    assert abs(result.p_value - 1 / 8) < 5 * result.details["monte_carlo_error"]


def test_undefined_and_too_few():
    result = bootstrap_two_sample([1.0, 2.0], [3.0, 5.0], statistic=lambda v: float("nan"), rng=1)
    assert result.inapplicable
    assert np.isnan(result.p_value)
    with pytest.raises(InputError, match="at least 3 observations"):
        bootstrap_two_sample([1.0], [2.0])


def test_squirrels_by_the_pooled_bootstrap():
    result = bootstrap_two_sample(
        [54, 66, 64, 61], [23, 28, 27, 31, 51, 32], resamples=60_000, alternative="two-sided", rng=1
    )
    assert abs(result.p_value - 0.0018) < 0.001
