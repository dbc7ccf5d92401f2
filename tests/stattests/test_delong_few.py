"""DeLong with a steadied variance: near DeLong's with many cases, never without spread, dual to its p."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from referee import Ranking
from referee.stattests import delong_few, delong_paired
from referee.stattests.delong_few import delong_few_rankings


def drawn(p, q, seed=0):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [p, q])
    shared = rng.normal(size=p + q)
    return y, 1.2 * y + shared + rng.normal(size=p + q), 0.9 * y + shared + rng.normal(size=p + q)


def test_many_cases_give_delong():
    y, a, b = drawn(2000, 2000)
    few, plain = delong_few(y, a, b), delong_paired(y, a, b)
    assert few.statistic == pytest.approx(plain.statistic, rel=0.01)
    assert tuple(few.effect.interval) == pytest.approx(tuple(plain.effect.interval), rel=0.02)


def test_the_variance_by_hand():
    y, a, b = drawn(8, 12, 3)
    wins = [(x[y == 1][:, None] > x[y == 0]).astype(float) for x in (a, b)]
    u, v = wins[0].mean(1) - wins[1].mean(1), wins[0].mean(0) - wins[1].mean(0)
    parts = u.var(ddof=1) / 8, v.var(ddof=1) / 12
    covariance = np.cov(wins[0].mean(1), wins[1].mean(1)) / 8 + np.cov(wins[0].mean(0), wins[1].mean(0)) / 12
    r = covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1])
    shares = [(8 * w.mean() + 2) / 12 for w in wins]
    ga, gb = (s * (1 - s) / 8 for s in shares)
    guess = ga + gb - 2 * max(r, 0) * np.sqrt(ga * gb)
    variance = (8 * sum(parts) + guess) / 9
    df = sum(parts) ** 2 / (parts[0] ** 2 / 7 + parts[1] ** 2 / 11)
    made = delong_few(y, a, b)
    t = (wins[0].mean() - wins[1].mean()) / np.sqrt(variance)
    assert made.statistic == pytest.approx(t)
    assert made.p_value == pytest.approx(2 * stats.t.sf(abs(t), df))


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
