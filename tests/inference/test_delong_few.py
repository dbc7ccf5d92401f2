"""DeLong with an unseen case: near DeLong's with many cases, never without spread, dual to its p."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee import Ranking
from referee.inference import delong_few, delong_paired
from referee.inference.auc_formulas import auc_default
from referee.inference.delong_few import delong_few_rankings


def drawn(p, q, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [p, q])
    shared = rng.normal(size=p + q)
    return y, 1.2 * y + shared + rng.normal(size=p + q), 0.9 * y + shared + rng.normal(size=p + q)


def test_many_cases_give_delong():
    y, a, b = drawn(8000, 8000)
    few, plain = delong_few(y, a, b), delong_paired(y, a, b)
    assert few.statistic == pytest.approx(plain.statistic, rel=0.01)
    assert tuple(few.effect.interval) == pytest.approx(tuple(plain.effect.interval), rel=0.02)


def test_the_standard_errors_by_hand():
    """Records with weights: each case one, the unseen one a half, once at each end."""
    y, a, b = drawn(8, 12, 3)
    wins = [(x[y == 1][:, None] > x[y == 0]).astype(float) for x in (a, b)]
    gaps = wins[0].mean(1) - wins[1].mean(1), wins[0].mean(0) - wins[1].mean(0)
    made, value = delong_few(y, a, b), wins[0].mean() - wins[1].mean()
    errors = {}
    for side, end in (("se_low", -1), ("se_high", 1)):
        variance = 0.0
        for gap in gaps:
            x = np.append(gap, (end * np.abs(gap).max() + end) / 2)
            weights = np.append(np.ones(len(gap)), 0.5)
            spread = np.average((x - np.average(x, weights=weights)) ** 2, weights=weights)
            variance += spread * weights.sum() / (weights.sum() - 1) / len(gap)
        errors[side] = np.sqrt(variance)
        assert made.details[side] == pytest.approx(errors[side])
    z = value / errors["se_low" if value > 0 else "se_high"]
    assert made.statistic == pytest.approx(z)
    assert made.p_value == pytest.approx(2 * stats.norm.sf(abs(z)))
    ends = value - 1.959964 * errors["se_low"], value + 1.959964 * errors["se_high"]
    assert tuple(made.effect.interval) == pytest.approx(np.clip(ends, -1, 1), abs=1e-6)


def test_different_cases_join_the_limits_of_the_areas():
    y, a, b = drawn(12, 30, 6)
    one, two = (Ranking.from_scores(y, x, positive=1) for x in (a, b))
    (low_a, high_a), (low_b, high_b) = auc_default(one), auc_default(two)
    made = delong_few_rankings(one, two)
    d = one.auc - two.auc
    expected = d - np.hypot(one.auc - low_a, high_b - two.auc), d + np.hypot(high_a - one.auc, two.auc - low_b)
    assert tuple(made.effect.interval) == pytest.approx(expected, abs=1e-9)
    level = 1 - made.p_value
    touching = delong_few_rankings(one, two, level=level).effect.interval
    assert min(abs(end) for end in touching) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("seed", range(5))
def test_exchange_rescaling_and_duality(alternative, seed):
    y, a, b = drawn(10, 15, seed)
    other = {"two-sided": "two-sided", "greater": "less", "less": "greater"}[alternative]
    made, back = delong_few(y, a, b, alternative=alternative), delong_few(y, b, a, alternative=other)
    assert back.p_value == pytest.approx(made.p_value)
    assert back.effect.value == pytest.approx(-made.effect.value)
    assert (0 not in made.effect.interval) == (made.p_value < 0.05)
    assert delong_few(y, np.exp(a), b, alternative=alternative).p_value == pytest.approx(made.p_value)


def test_a_perfect_score_has_a_spread_on_other_cases_too():
    y = np.repeat([1, 0], [10, 10])
    perfect = Ranking.from_scores(y, y + 0.0, positive=1)
    other = Ranking.from_scores(y, np.where(np.arange(20) == 0, -1.0, y), positive=1)
    made = delong_few_rankings(perfect, other)
    assert made.effect.value == pytest.approx(0.1)
    assert 0 in made.effect.interval
    both = delong_few_rankings(perfect, perfect)
    assert both.p_value == 1
    assert both.effect.interval.width > 0


def test_one_case_and_equal_rankings_are_left_to_delong():
    assert "one positive case" in delong_few([1, 0, 0], [3, 2, 1], [1, 2, 3]).inapplicable
    assert delong_few([1, 1, 0, 0], [3, 1, 2, 0], [30, 10, 20, 0]).p_value == 1
    lone = Ranking.from_scores([1, 0, 0], [3, 2, 1], positive=1)
    assert "one positive case" in delong_few_rankings(lone, lone).inapplicable


@pytest.mark.parametrize(("better", "alternative"), [(1, "less"), (-1, "greater")])
def test_the_largest_difference_is_no_evidence_for_the_other_side(better, alternative):
    up, down = [4, 3, 2, 1][::better], [4, 3, 2, 1][::-better]
    found = delong_few([1, 1, 0, 0], up, down, alternative=alternative)
    assert (found.effect.value, found.p_value) == (better, 1.0)
