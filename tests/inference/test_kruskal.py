from __future__ import annotations

import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import kruskal


def test_agrees_with_scipy_and_bounds_its_effect():
    groups = [[1, 2, 2, 5], [4, 6, 6, 8], [7, 9, 3]]
    theirs = stats.kruskal(*groups)
    ours = kruskal(groups)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert 0 < ours.effect.value < 1


def test_identical_groups():
    assert kruskal([[1, 2, 3], [1, 2, 3]]).p_value == pytest.approx(1)
    assert kruskal([[4, 4], [4, 4, 4]]).p_value == 1
    with pytest.raises(InputError, match="`groups` must hold at least 2 samples; got 1"):
        kruskal([[1, 2]])
