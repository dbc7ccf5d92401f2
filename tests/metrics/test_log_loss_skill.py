from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import d2_log_loss_score

from referee.errors import RefereeWarning
from referee.metrics import log_loss_skill


@given(st.integers(0, 2**32), st.integers(2, 4))
def test_equals_scikit_learn(seed, k):
    rng = np.random.default_rng(seed)
    y, p = np.append(np.arange(k), rng.integers(k, size=30)), rng.dirichlet(np.ones(k), size=30 + k)
    assert log_loss_skill(y, p) == pytest.approx(d2_log_loss_score(y, p), abs=1e-10)


def test_ends():
    assert log_loss_skill([1, 0], [0.0, 0.5]) == -math.inf
    assert math.isfinite(log_loss_skill([1, 0], [0.0, 0.5], eps=1e-6))
    with pytest.warns(RefereeWarning, match="all cases have one class"):
        assert math.isnan(log_loss_skill([1, 1], [0.5, 0.5], positive=1))
    assert log_loss_skill([1, 0], [1.0, 0.0]) == 1.0
