"""Values of weighted cases: the heavy case that was not drawn, and limits that go to those without weights."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, poisson

from referee import evaluate, read
from referee.core import Ranking
from referee.inference._gap import Ask
from referee.inference.influence import WeightedInfluence, furthest_pushes
from referee.inference.mover_gaps import mover_gap
from referee.inference.ranking_values import influence_limits
from referee.metrics import average_precision, lift

METRICS = ["average_precision", "lift", "roc_auc", "gini", "sensitivity", "precision", "accuracy", "f1"]


def sample(n=150, seed=0, rate=0.3):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < rate).astype(int)
    s = (rng.normal(size=n) + 1.5 * y).round(2)
    return y, s


def limits(y, s, weights=None, metrics=METRICS):
    answers = read(y, (s > 0.8).astype(int), s, positive=1, labels=[0, 1], weights=weights)
    found = evaluate(answers, metrics=metrics, rng=0)
    return {name: tuple(found[name].interval) for name in metrics}


@pytest.mark.parametrize(("n", "seed", "rate"), [(150, 0, 0.3), (50, 1, 0.3), (30, 2, 0.5), (600, 3, 0.05)])
def test_nearly_equal_weights_move_no_limit(n, seed, rate):
    y, s = sample(n, seed, rate)
    plain = limits(y, s)
    noise = np.random.default_rng(seed).random(n)
    for weights, within in ((np.full(n, 3.7), 1e-9), (1 + 1e-6 * noise, 1e-3)):
        for name, found in limits(y, s, weights).items():
            assert found == pytest.approx(plain[name], abs=within), name


def test_neither_the_unit_of_weights_nor_the_order_of_rows_matters():
    y, s = sample()
    weights = np.random.default_rng(7).lognormal(0, 1.2, len(y))
    order = np.random.default_rng(8).permutation(len(y))
    once = limits(y, s, weights)
    for other in (limits(y, s, 1234.5 * weights), limits(y[order], s[order], weights[order])):
        for name, found in other.items():
            assert found == pytest.approx(once[name], abs=1e-9), name


def alerts_checked(misses):
    """Alerts of weight 1, mostly right, and one in 18 of the rest; so many positives among the rest, which rank last."""
    rest = np.arange(180.0) / 400
    truth = np.concatenate([np.ones(95), np.zeros(20), np.zeros(180), np.ones(misses)])
    scores = np.concatenate([np.linspace(0.6, 1, 95), np.linspace(0.5, 0.8, 20), rest, np.full(misses, -0.1)])
    return truth.astype(int), scores, np.where(scores >= 0.5, 1.0, 18.0)


@pytest.mark.parametrize("name", ["roc_auc", "average_precision"])
def test_heavy_positives_that_were_not_drawn_are_within_the_limits(name):
    """With two on average there is none in 14% of samples: the interval must hold the value with two."""
    low, high = limits(*alerts_checked(0), [name])[name]
    y, s, weights = alerts_checked(2)
    with_two = evaluate(read(y, y_score=s, positive=1, weights=weights), metrics=[name], rng=0)[name].value
    assert low < with_two < high


def test_an_area_holds_its_level_with_few_heavy_misses():
    """A Poisson number of heavy positives that rank last: exact coverage, beside alerts that do not vary."""
    found = [limits(*alerts_checked(k), ["roc_auc"])["roc_auc"] for k in range(16)]
    without = area(0)
    for mean in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0):
        truth = 95 * without / (95 + 18 * mean)  # a positive that ranks last adds its weight and nothing else
        chances = poisson.pmf(np.arange(16), mean)
        assert sum(p for (low, high), p in zip(found, chances, strict=True) if low <= truth <= high) > 0.92, mean


def area(misses):
    y, s, weights = alerts_checked(misses)
    return Ranking.from_scores(y, s, positive=1, weights=weights).auc


def few_heavy_negatives(front):
    """Twenty of 40 positives have the higher of two scores, and so many of 9 negatives of weight 39."""
    truth = np.repeat([1, 1, 0, 0], [20, 20, front, 9 - front])
    scores = np.repeat([2.0, 1.0, 2.0, 1.0], [20, 20, front, 9 - front])
    return truth, scores, np.where(truth == 1, 1.0, 39.0)


@pytest.mark.parametrize("chance", [0.08, 0.12, 0.2, 0.3])
def test_average_precision_holds_its_level_with_few_heavy_negatives(chance):
    """Exact coverage over the number of negatives in front: precision is no linear function of it."""
    heavy, called = 9 * 39, 20 + 9 * 39 * chance
    truth = 0.5 * 20 / called + 0.5 * 40 / (40 + heavy)
    found = [limits(*few_heavy_negatives(k), ["average_precision"])["average_precision"] for k in range(10)]
    chances = binom.pmf(np.arange(10), 9, chance)
    assert sum(p for (low, high), p in zip(found, chances, strict=True) if low <= truth <= high) > 0.92


def test_weights_do_not_make_the_lower_limit_of_average_precision_useless():
    """Weights that say nothing of the answer widen by the cases that they cost: once such a limit was 0."""
    y, s = sample(600, 3, 0.1)
    weights = np.random.default_rng(1).uniform(1, 2.5, 600)
    plain, weighted = (limits(y, s, w, ["average_precision"])["average_precision"] for w in (None, weights))
    assert weighted[1] - weighted[0] < 1.3 * (plain[1] - plain[0])


def test_an_unseen_case_is_as_heavy_as_those_at_its_score():
    ranking = Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1], positive=1, weights=[1.0, 1.0, 1.0, 9.0])
    nothing = np.zeros(4)
    assert furthest_pushes(ranking, (nothing, np.array([-0.1, 0.0, 0.0, 0.0]))) == pytest.approx((0.1, 0.0))
    assert furthest_pushes(ranking, (np.array([0.0, 0.0, 0.0, -0.1]), nothing)) == pytest.approx((0.9, 0.0))
    by_truth = Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1], positive=1, weights=[1.0, 9.0, 1.0, 9.0])
    assert furthest_pushes(by_truth, (np.array([0.0, 0.0, 0.0, -0.1]), nothing)) == pytest.approx((0.1, 0.0))


def test_of_a_plain_share_the_sides_are_its_cases():
    """A case that is right pushes by (1 - v) / n, one that is wrong by v / n: the sides are those of the share."""
    ranking = Ranking.from_scores([1] * 10, [2] * 7 + [1] * 3, positive=1, weights=np.full(10, 2.0))
    found = WeightedInfluence.of_ranking(0.7, ranking, (np.array([0.3, -0.7]) / 20, np.zeros(2)))
    assert found.own == pytest.approx((0.7, 0.07, 0.1))
    assert found.rest == pytest.approx((0.3, 0.03, 0.1))
    assert found.unequal == 0


@pytest.mark.parametrize("entry", [average_precision, lift], ids=lambda m: m.name)
@pytest.mark.parametrize("seed", range(3))
def test_p_and_interval_of_two_weighted_test_sets_do_not_contradict(entry, seed):
    rng = np.random.default_rng(seed)
    (y, s), (other, t) = sample(120, seed), sample(90, seed + 10)
    models = [
        read(truth, y_score=score, positive=1, weights=rng.lognormal(0, 1, len(truth)))
        for truth, score in ((y, s), (other, rng.normal(size=len(t)) + 0.2 * t))
    ]
    for level in (0.5, 0.8, 0.95, 0.99):
        test = mover_gap(entry, *models, Ask(level, "two-sided", 0)).test
        low, high = test.effect.interval
        assert (low > 0 or high < 0) == (test.p_value < 1 - level), level


@pytest.mark.parametrize("entry", [average_precision, lift], ids=lambda m: m.name)
def test_a_smaller_tail_has_wider_limits(entry):
    y, s, weights = alerts_checked(2)
    found = influence_limits(entry, read(y, y_score=s, positive=1, weights=weights))
    low, high = np.array([found(tail) for tail in (0.5, 0.3, 0.1, 0.025, 1e-3, 1e-8, 1e-100)]).T
    assert (np.diff(low) <= 1e-9).all()
    assert (np.diff(high) >= -1e-9).all()
