from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee.inference import boschloo


def test_one_sided_p_by_a_grid_over_the_rate():
    n1, n2, seen = 5, 11, (4, 2)

    def fisher_p(a, b):
        return stats.hypergeom.sf(a - 1, n1 + n2, a + b, n1)

    limit = fisher_p(*seen)
    tables = [(a, b) for a in range(n1 + 1) for b in range(n2 + 1) if fisher_p(a, b) <= limit * (1 + 1e-12)]
    rates = np.linspace(0, 1, 2001)
    chance = sum(stats.binom.pmf(a, n1, rates) * stats.binom.pmf(b, n2, rates) for a, b in tables)
    assert boschloo([[4, 1], [2, 9]], alternative="greater").p_value == pytest.approx(chance.max(), abs=1e-5)
