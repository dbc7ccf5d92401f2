from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from referee.inference import mann_whitney

X, Y = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]


def test_exact_by_enumeration():
    values = np.array(X + Y)
    seen = sum(x > y for x in X for y in Y)
    counts = []
    for chosen in itertools.combinations(range(10), 4):
        rest = [i for i in range(10) if i not in chosen]
        counts.append(sum(values[i] > values[j] for i in chosen for j in rest))
    assert mann_whitney(X, Y, alternative="greater").p_value == pytest.approx(np.mean(np.array(counts) >= seen))


def test_shift_interval_is_order_statistics():
    """m = n = 5: the 95% limits are the 3rd smallest and 3rd largest of the 25 differences."""
    x, y = [1.3, 2.2, 4.1, 5.7, 8.6], [0.4, 1.9, 2.8, 3.05, 6.9]
    gaps = np.sort(np.subtract.outer(x, y).ravel())
    result = mann_whitney(x, y)
    assert tuple(result.effect.interval) == (gaps[2], gaps[-3])
    assert result.effect.value == np.median(gaps)


def test_too_few_values_give_no_limits():
    assert tuple(mann_whitney([1.0, 2.0], [3.0, 4.5]).effect.interval) == (-np.inf, np.inf)


def test_ties_are_said_and_follow_scipy():
    x, y = [1, 2, 2, 3], [2, 3, 3, 4, 5]
    result = mann_whitney(x, y)
    assert result.p_value == pytest.approx(stats.mannwhitneyu(x, y, method="asymptotic").pvalue)
    assert result.warnings == ("p is from the normal form, because values are tied.",)
    assert mann_whitney([1, 1], [1, 1, 1]).p_value == 1


def test_many_values():
    x, y = np.arange(2500.0), np.arange(2500.0) + 0.5
    result = mann_whitney(x, y)
    assert result.effect.interval is None
    assert "too many pairs" in result.effect.note
