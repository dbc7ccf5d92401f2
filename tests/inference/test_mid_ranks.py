"""Mid-ranks, by SciPy's, on both sides of the size where the method changes."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

from referee.core.rank_scores import FEW, mid_ranks


@pytest.mark.parametrize("n", [0, 1, 2, 30, FEW, FEW + 1, 2000])
@pytest.mark.parametrize("decimals", [0, 1, 12])
def test_twice_the_shared_ranks(n, decimals):
    values = np.round(np.random.default_rng(n).normal(size=n), decimals)
    assert mid_ranks(values).tolist() == (2 * rankdata(values)).tolist()
