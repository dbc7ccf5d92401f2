from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import d2_brier_score

from referee import read
from referee.errors import RefereeWarning
from referee.metrics import brier_skill


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_equals_scikit_learn(seed, k):
    rng = np.random.default_rng(seed)
    y, p = np.append(np.arange(k), rng.integers(k, size=30)), rng.dirichlet(np.ones(k), size=30 + k)
    assert brier_skill(y, p) == pytest.approx(d2_brier_score(y, p), abs=1e-10)


def test_the_frequencies_have_none_and_one_class_is_undefined():
    y = [1, 1, 0, 0, 0]
    assert brier_skill(y, [0.4] * 5) == pytest.approx(0, abs=1e-15)
    with pytest.warns(RefereeWarning, match="brier_skill is undefined: all cases have one class"):
        assert math.isnan(brier_skill([1, 1], [0.4, 0.5], positive=1))
    seen = brier_skill.sees(read([1, 1], y_score=[0.4, 0.5], positive=1))
    assert brier_skill.why_undefined(seen).startswith("all cases have one class")
