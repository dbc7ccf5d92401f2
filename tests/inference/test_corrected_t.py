from __future__ import annotations

import math

import pytest

from referee.errors import InputError
from referee.inference import corrected_t, t_paired

D = [0.02, 0.03, -0.01, 0.05, 0.0, 0.04, 0.01, 0.02, 0.03, 0.01]


def test_shrinks_t_by_the_known_factor():
    plain, corrected = t_paired(D), corrected_t(D, test_train_ratio=1 / 9)
    assert corrected.statistic == pytest.approx(plain.statistic * math.sqrt((1 / 10) / (1 / 10 + 1 / 9)))


def test_zero_variance():
    assert "variance is 0" in corrected_t([0.1] * 10, test_train_ratio=0.5).inapplicable
    assert corrected_t([0.0] * 10, test_train_ratio=0.5).p_value == 1


def test_ratio_must_be_positive():
    with pytest.raises(InputError, match="`test_train_ratio` must be greater than 0; got 0"):
        corrected_t(D, test_train_ratio=0)
