from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Ranking
from referee.metrics._areas import batched_auc


@given(st.integers(0, 2**32), st.booleans())
def test_is_the_area_of_the_ranking(seed, weighted):
    rng = np.random.default_rng(seed)
    y, s = np.append([0, 1], rng.integers(2, size=30)), rng.integers(6, size=32) / 5
    s[rng.integers(32)] = np.inf
    s[rng.integers(32)] = -np.inf
    s[3:5] = np.inf
    w = rng.random(32) + 0.01 if weighted else None
    expected = Ranking.from_scores(y, s, weights=w).auc
    got = batched_auc(s, y == 1, np.ones(32) if w is None else w)
    assert float(got) == pytest.approx(expected, abs=1e-12)
