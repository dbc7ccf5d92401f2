from __future__ import annotations

import numpy as np
import pytest

from referee.inference import quade


def test_textbook_sales():
    """Seven stores, five brands of lotion (Conover): F = 3.8293 with 4 and 24 degrees of freedom, p = .0152."""
    sales = [
        [5, 4, 7, 10, 12],
        [1, 3, 1, 0, 2],
        [16, 12, 22, 22, 35],
        [5, 4, 3, 5, 4],
        [10, 9, 7, 13, 10],
        [19, 18, 28, 37, 58],
        [10, 7, 6, 8, 7],
    ]
    result = quade(sales)
    assert result.statistic == pytest.approx(3.8293, abs=5e-5)
    assert result.p_value == pytest.approx(0.01519, abs=5e-6)


def test_ends():
    assert quade(np.ones((4, 3))).p_value == 1
    perfect = quade([[1, 2, 3], [2, 3, 4], [5, 6, 7]])
    assert perfect.p_value == pytest.approx((1 / 6) ** 2)
    assert "F is infinite" in perfect.warnings[0]
