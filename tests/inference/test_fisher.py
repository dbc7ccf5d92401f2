from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from scipy import stats

from adapters import cases
from referee.errors import InputError
from referee.inference import boschloo, fisher


def conditional_mean(table, ratio):
    """Mean of the first cell given all margins, at an odds ratio: by summing."""
    (a, b), (c, d) = table
    rows, column = (a + b, c + d), a + c
    ratio = Fraction(ratio)
    cells = range(max(0, column - rows[1]), min(rows[0], column) + 1)
    weights = [comb(rows[0], x) * comb(rows[1], column - x) * ratio**x for x in cells]
    return float(sum(x * w for x, w in zip(cells, weights, strict=True)) / sum(weights))


@pytest.mark.parametrize(
    "case", [c for c in cases("peer_cases_open.json") if c["id"].startswith("r_twoprop")], ids=lambda c: c["id"]
)
def test_odds_ratio_is_the_conditional_estimate_and_rs_is_coarse(case):
    x1, n1, x2, n2 = (case["inputs"][key] for key in ("x1", "n1", "x2", "n2"))
    table = [[x1, n1 - x1], [x2, n2 - x2]]
    ours, r = fisher(table).effect.value, case["expected"]["fisher_or"]
    assert conditional_mean(table, ours) == pytest.approx(x1, abs=1e-8)
    assert abs(conditional_mean(table, r) - x1) > 1e-6
    assert ours == pytest.approx(r, rel=1e-4)


def test_tails_by_summing():
    table = [[3, 1], [1, 3]]
    upper = sum(comb(4, x) * comb(4, 4 - x) for x in (3, 4)) / comb(8, 4)
    assert fisher(table, alternative="greater").p_value == pytest.approx(upper)
    assert fisher(table).p_value == pytest.approx(2 * upper)


def test_likelihood_convention_is_scipys():
    for table in ([[9, 1], [2, 8]], [[1, 8], [9, 2]], [[3, 10], [4, 2]]):
        result = fisher(table, convention="likelihood")
        assert result.p_value == pytest.approx(stats.fisher_exact(table).pvalue)
        assert result.effect.interval is None
        assert fisher(table).details["p_likelihood"] == result.p_value


def test_empty_cells_and_columns():
    result = fisher([[5, 0], [0, 5]])
    assert result.effect.value == float("inf")
    assert result.effect.interval.high == float("inf")
    empty = fisher([[5, 0], [7, 0]])
    assert empty.p_value == 1
    assert empty.effect.undefined == "a column of the table is empty"
    with pytest.raises(InputError, match="`table` must have cases in each row"):
        fisher([[0, 0], [1, 2]])


def test_boschloo_is_more_powerful_than_fisher():
    for table in ([[9, 1], [2, 8]], [[7, 5], [1, 9]], [[3, 7], [7, 4]]):
        for alternative in ("greater", "less"):
            assert (
                boschloo(table, alternative=alternative).p_value
                <= fisher(table, alternative=alternative).p_value + 1e-9
            )


def test_boschloo_swaps_and_says_when_it_is_too_much():
    assert boschloo([[9, 1], [2, 8]]).p_value == pytest.approx(boschloo([[2, 8], [9, 1]]).p_value, rel=1e-6)
    assert boschloo([[4, 0], [6, 0]]).p_value == 1
    assert "too many tables" in boschloo([[500, 600], [700, 800]]).inapplicable


def test_the_effect_of_boschloo_is_the_difference_of_the_shares():
    assert boschloo([[9, 1], [4, 16]]).effect.value == pytest.approx(0.9 - 0.2)
