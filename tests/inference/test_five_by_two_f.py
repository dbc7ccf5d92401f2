from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee.inference import five_by_two_f


def test_formula():
    rng = np.random.default_rng(4)
    a, b = rng.random((5, 2)), rng.random((5, 2))
    d = a - b
    f = (d**2).sum() / (2 * sum((row - row.mean()) @ (row - row.mean()) for row in d))
    result = five_by_two_f(a, b)
    assert result.statistic == pytest.approx(f)
    assert result.p_value == pytest.approx(stats.f.sf(f, 10, 5))
    assert result.effect.interval is None
