from __future__ import annotations

import math

import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import t_paired

BEFORE, AFTER = [10, 0, 60, 27], [11, 3, 65, 31]


def test_erratum_e40_the_sign_of_t():
    result = t_paired(BEFORE, AFTER)
    assert result.statistic == pytest.approx(-3.806, abs=5e-4)
    assert t_paired(AFTER, BEFORE).statistic == pytest.approx(3.806, abs=5e-4)
    assert result.p_value == pytest.approx(stats.ttest_rel(BEFORE, AFTER).pvalue)


def test_constant_difference_is_no_test():
    """The peers give p = 0 here; .8 - .7, .9 - .8 and .6 - .5 differ by rounding only."""
    result = t_paired([0.8, 0.9, 0.6], [0.7, 0.8, 0.5])
    assert math.isnan(result.p_value)
    assert "variance is 0" in result.inapplicable
    assert "exact p is 0.25" in result.inapplicable
    assert result.effect.value == pytest.approx(0.1)
    assert result.effect.interval is None
    assert not result.significant()


def test_one_sided_constant_difference_offers_the_p_of_its_side():
    assert "exact p is 0.125" in t_paired([1.0] * 3, alternative="greater").inapplicable
    assert "exact p" not in t_paired([1.0] * 3, alternative="less").inapplicable


def test_identical():
    result = t_paired([0.8, 0.7], [0.8, 0.7])
    assert result.p_value == 1
    assert result.warnings == ("p is 1 because the two agree in every pair.",)


def test_differences_alone():
    assert t_paired([-1, -3, -5, -4]).p_value == t_paired(BEFORE, AFTER).p_value


def test_single_fold_is_refused():
    with pytest.raises(InputError, match="`x` must hold at least 2 values; got 1"):
        t_paired([0.8], [0.7])


def test_large_offsets_keep_their_precision():
    x = [1e6 + 0.1, 1e6 + 0.3, 1e6 + 0.2]
    assert t_paired(x, [1e6] * 3).statistic == pytest.approx(t_paired([0.1, 0.3, 0.2]).statistic, rel=1e-6)
