from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import InputError
from referee.inference import cliffs_delta, mann_whitney

COLUMN = st.lists(st.integers(-5, 5), min_size=1, max_size=9)


@settings(max_examples=60, deadline=None)
@given(COLUMN, COLUMN)
def test_against_counting_pairs(x, y):
    signs = np.sign(np.subtract.outer(x, y))
    assert cliffs_delta(x, y).value == pytest.approx(signs.mean())
    assert cliffs_delta(y, x).value == pytest.approx(-signs.mean())


def test_it_is_mann_whitneys_u_rescaled():
    x, y = [1.2, 3.4, 2.2, 5.0], [0.3, 2.9, 1.0]
    u = mann_whitney(x, y).statistic
    assert abs(cliffs_delta(x, y).value) == pytest.approx(abs(2 * u / 12 - 1))


def test_bad_inputs():
    with pytest.raises(InputError, match="`x` must hold finite numbers; got nan at position 1"):
        cliffs_delta([1, float("nan")], [1, 2])
