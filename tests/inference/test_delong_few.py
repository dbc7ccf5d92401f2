"""DeLong's test steadied: near DeLong's with many cases, never without spread, dual to its p."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee import Ranking
from referee.inference import delong_few, delong_paired
from referee.inference.auc_formulas import auc_default
from referee.inference.delong_counts import delong_few_rankings


def drawn(p, q, seed=0, size=1.0):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [p, q])
    shared = size * rng.normal(size=p + q)
    return y, 1.2 * y + shared + rng.normal(size=p + q), 0.9 * y + shared + rng.normal(size=p + q)


def test_many_cases_give_delong():
    y, a, b = drawn(8000, 8000)
    few, plain = delong_few(y, a, b), delong_paired(y, a, b)
    assert few.statistic == pytest.approx(plain.statistic, rel=0.01)
    assert tuple(few.effect.interval) == pytest.approx(tuple(plain.effect.interval), rel=0.02)


@pytest.mark.parametrize(("p", "q", "shared"), [(40, 60, 1.0), (9, 300, 6.0)])
def test_the_standard_error_and_degrees_of_freedom_by_hand(p, q, shared):
    """In the second world the scores agree so much that the floor of half a case is the variance of the positives."""
    y, a, b = drawn(p, q, 3, shared)
    wins = [(x[y == 1][:, None] > x[y == 0]).astype(float) for x in (a, b)]
    gaps = wins[0].mean(1) - wins[1].mean(1), wins[0].mean(0) - wins[1].mean(0)
    made, value = delong_few(y, a, b), wins[0].mean() - wins[1].mean()
    parts, doubts, reaches = [], [], []
    for gap in gaps:
        m, s2 = len(gap), gap.var(ddof=1)
        parts.append(max(s2 / m, 0.25 / m**2))
        of_moments = (stats.moment(gap, 4) - s2**2 * (m - 3) / (m - 1)) / m / m**2
        doubts.append(max(of_moments, 2 * parts[-1] ** 2 / (m - 1)))
        reaches.append(stats.moment(gap, 3) / s2)
    assert (parts[0] == 0.25 / p**2) == (shared == 6)
    se, df = np.sqrt(sum(parts)), 2 * sum(parts) ** 2 / sum(doubts)
    assert (made.details["se"], made.details["df"]) == pytest.approx((se, df))
    third = sum(
        (gap.var(ddof=1) / m * reach + (part - gap.var(ddof=1) / m) * opposite) / m
        for gap, part, reach, opposite, m in zip(gaps, parts, reaches, reaches[::-1], (p, q), strict=True)
    )
    lean = third / sum(parts) / 2
    below, above = se + max(0, -lean), se + max(0, lean)
    assert value > 0
    assert abs(lean) > 0.001 * se
    assert made.statistic == pytest.approx(value / below)
    assert made.p_value == pytest.approx(2 * stats.t.sf(value / below, df))
    ends = value + stats.t.ppf([0.025, 0.975], df) * [below, above]
    assert tuple(made.effect.interval) == pytest.approx(np.clip(ends, -1, 1), abs=1e-9)


def test_degrees_of_freedom_are_those_of_the_cases_that_are_ranked_apart():
    """Two of 300 positives are lost by b: as few cases as that, however many agree."""
    y = np.repeat([1, 0], [300, 300])
    a = np.where(y == 1, 1.0, 0.0) + np.linspace(0, 0.5, 600)
    b = a.copy()
    b[:2] = -1
    made = delong_few(y, a, b)
    assert made.effect.value == pytest.approx(2 / 300)
    assert 3 < made.details["df"] < 6
    assert made.p_value > 0.2 > 0.19 > delong_paired(y, a, b).p_value


def test_power_with_few_positives_is_near_that_of_delong():
    """40 positives, 160 negatives, areas .85 and .80 of scores that correlate by .9: 400 runs."""
    rng, y = np.random.default_rng(5), np.repeat([True, False], [40, 160])
    shown = np.zeros(2)
    for _ in range(400):
        noise = np.sqrt(0.9) * rng.normal(size=200) + np.sqrt(0.1) * rng.normal(size=(2, 200))
        a, b = noise + np.sqrt(2) * stats.norm.ppf([[0.85], [0.80]]) * y
        shown += [test(y, a, b, positive=True).p_value < 0.05 for test in (delong_few, delong_paired)]
    few, plain = shown / 400
    assert plain > 0.7
    assert few > plain - 0.06


def test_a_rare_large_loss_that_was_hardly_seen_is_covered():
    """b loses .6% of 150 positives; else both are alike but for a little noise. DeLong's interval covers .6 there."""
    rng, y = np.random.default_rng(6), np.repeat([True, False], [150, 850])
    held = np.zeros(2)
    for _ in range(300):
        a = rng.normal(size=1000) + 2.0 * y
        lost = y & (rng.random(1000) < 0.006)
        b = np.where(lost, -9.0, a + 0.01 * rng.normal(size=1000))
        truth = 0.006 * stats.norm.cdf(np.sqrt(2))
        held += [truth in test(y, a, b, positive=True).effect.interval for test in (delong_few, delong_paired)]
    few, plain = held / 300
    assert plain < 0.85
    assert few > 0.92


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
    assert found.effect.value == better
    assert found.p_value > 0.9
