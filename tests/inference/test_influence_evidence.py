"""Gamma weights on the influence of cases: the limits against draws, and weights that hang on the truth."""

from __future__ import annotations

import numpy as np
import pytest

from referee import compare, evaluate, read
from referee.inference.influence import influence_evidence, unseen_weights


def test_limits_are_those_of_draws():
    rng = np.random.default_rng(2)
    n, positive = 60, np.arange(60) < 25
    pushes = rng.normal(size=n) / 100
    pushes -= pushes.mean()
    low, high = influence_evidence(0.6, pushes, positive, (0.0, 1.0)).limits(0.05)
    weights, unseen = rng.exponential(size=(100_000, n)), rng.gamma(0.5, size=100_000)
    held = positive * 0.6 + 25 * pushes
    for end, mine, tail in ((0.0, low, 0.05), (1.0, high, 0.95)):
        drawn = (weights @ held + unseen * end) / (weights @ positive + unseen)
        assert mine == pytest.approx(np.quantile(drawn, tail), abs=0.003)


def test_limits_of_counts_are_those_of_cases():
    pushes, positive = np.array([0.03, -0.01, -0.02]), np.array([True, False, True])
    times = np.array([4, 6, 3])
    long = influence_evidence(0.4, pushes.repeat(times), positive.repeat(times), (-1.0, 1.0))
    assert long.limits(0.025) == pytest.approx(
        influence_evidence(0.4, pushes, positive, (-1.0, 1.0), times=times).limits(0.025)
    )


def test_weights_that_hang_on_the_answer_may_be_of_any_class():
    positive = np.array([True, True, False])
    assert unseen_weights(np.array([1.0, 1.0, 7.0]), np.ones(3), positive) == (1.0, 7.0)
    assert unseen_weights(np.array([1.0, 3.0, 7.0]), np.ones(3), positive) == (7.0, 7.0)
    assert unseen_weights(np.array([1.0, 3.0, 2.0]), np.ones(3), positive) == (2.5, 2.5)


def sampled(rng, n, share):
    """Cases of which all positives and a share of the negatives were kept, weighted by the inverse."""
    y = (rng.random(n) < 0.2).astype(int)
    s = rng.normal(y, 1.2)
    kept = (y == 1) | (rng.random(n) < share)
    weights = np.where(y == 1, 1.0, 1 / share)[kept]
    return read(y[kept], y_score=s[kept], positive=1, labels=[0, 1], weights=weights)


def checked(rng, n, share):
    """Two equally good models; all alerts of the first were checked, and a share of the rest."""
    y = (rng.random(n) < 0.3).astype(int)
    scores = rng.normal(1.5 * y), rng.normal(1.5 * y)
    kept = (scores[0] > 1) | (rng.random(n) < share)
    weights = np.where(scores[0] > 1, 1.0, 1 / share)[kept]
    return [read(y[kept], y_score=s[kept], positive=1, labels=[0, 1], weights=weights) for s in scores]


def test_average_precision_of_few_heavy_negatives_covers():
    """Limits by the positives alone held the truth in two thirds of such samples."""
    rng = np.random.default_rng(0)
    every = sampled(rng, 100_000, 1.0)
    truth = evaluate(every, metrics=["average_precision"])["average_precision"].value
    found = [
        evaluate(sampled(rng, 300, 0.04), metrics=["average_precision"])["average_precision"] for _ in range(60)
    ]
    assert np.mean([truth in made.interval for made in found]) >= 0.85


def test_two_equal_areas_on_weighted_cases_are_rarely_called_different():
    """DeLong's variance does not know the heavy cases that were not drawn: one verdict in nine was false."""
    rng = np.random.default_rng(1)
    p = [compare(*checked(rng, 500, 0.07), metric="roc_auc").test.p_value for _ in range(80)]
    assert np.mean(np.array(p) < 0.05) <= 0.06


def test_weights_of_classes_leave_areas_as_they_are():
    rng = np.random.default_rng(5)
    y = (rng.random(80) < 0.4).astype(int)
    a, b = rng.normal(y), rng.normal(y)
    plain, weighted = (
        compare(*(read(y, y_score=s, positive=1, weights=w) for s in (a, b)), metric="roc_auc")
        for w in (None, np.where(y == 1, 1.0, 20.0))
    )
    assert tuple(weighted.difference.interval) == pytest.approx(tuple(plain.difference.interval))


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision", "lift"])
def test_multiplying_all_weights_changes_nothing(metric):
    rng = np.random.default_rng(3)
    y = (rng.random(90) < 0.4).astype(int)
    a, b, weights = rng.normal(y), rng.normal(y), rng.lognormal(0, 1, 90)
    found = []
    for times in (1.0, 7.0):
        one, two = (read(y, y_score=s, positive=1, weights=times * weights) for s in (a, b))
        duel = compare(one, two, metric=metric)
        found.append(
            [*duel.difference.interval, duel.test.p_value, *evaluate(one, metrics=[metric])[metric].interval]
        )
    assert found[0] == pytest.approx(found[1], rel=1e-9)
