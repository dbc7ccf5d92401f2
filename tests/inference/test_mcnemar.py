from __future__ import annotations

import pytest
from scipy import stats

from referee.errors import InputError
from referee.inference import mcnemar

METHODS = ["midp", "exact", "asymptotic", "corrected"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("table", [[[5, 0], [0, 5]], [[10, 0], [0, 10]]])
def test_defect_2_of_the_peers_agreeing_models(method, table):
    """No discordant case: peers give p = 0 or NaN, the right answer is 1 and a note."""
    result = mcnemar(table, method=method)
    assert result.p_value == 1
    assert result.statistic == 0
    assert result.warnings == ("p is 1 because A and B are right and wrong on the same cases.",)


def test_correction_cannot_overshoot():
    """b = c: R has chi-square 0 and p = 1; (0 - 1)^2 / 50 is a defect of two peers."""
    result = mcnemar([[100, 25], [25, 50]], method="corrected")
    assert (result.statistic, result.p_value) == (0, 1)
    assert mcnemar([[1, 3], [2, 0]], method="corrected").p_value == 1


@pytest.mark.parametrize(("b", "c"), [(12, 5), (0, 6), (3, 9), (1, 0), (7, 7)])
def test_exact_and_midp_by_summing(b, c):
    m = b + c
    chances = stats.binom.pmf(range(m + 1), m, 0.5)
    least = min(b, c)
    exact = min(1, 2 * chances[: least + 1].sum())
    table = [[4, b], [c, 4]]
    assert mcnemar(table, method="exact").p_value == pytest.approx(exact)
    assert mcnemar(table).p_value == pytest.approx(min(1, 2 * chances[:least].sum() + chances[least]))
    greater = mcnemar(table, method="exact", alternative="greater").p_value
    assert greater == pytest.approx(chances[b:].sum())


def test_erratum_a55_paired_not_independent():
    result = mcnemar([[855, 15], [30, 100]], method="exact")
    assert result.p_value == pytest.approx(0.036, abs=5e-4)
    assert result.details["difference"] == pytest.approx(-0.015)


def test_midp_limits_are_where_the_tails_are():
    result = mcnemar([[4, 12], [5, 4]], level=0.9)
    low, high = ((end + 1) / 2 for end in result.effect.interval)
    assert stats.binom.sf(12, 17, low) + stats.binom.pmf(12, 17, low) / 2 == pytest.approx(0.05, abs=1e-12)
    assert stats.binom.cdf(12, 17, high) - stats.binom.pmf(12, 17, high) / 2 == pytest.approx(0.05, abs=1e-12)


def test_unknown_method():
    with pytest.raises(InputError, match="`method` must be one of 'midp', 'exact', 'asymptotic', 'corrected'"):
        mcnemar([[1, 2], [3, 4]], method="yates")
