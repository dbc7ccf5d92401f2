"""Metrics of a ranking: influences by numerical derivatives, limits of one value, tests of two."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from referee import read
from referee.core.pair import Pair
from referee.inference._gap import Ask
from referee.inference.estimate import estimate
from referee.inference.ranking_values import influence_variance, rank_places
from referee.inference.score_gaps import on_same_cases
from referee.metrics import average_precision, ks, lift, roc_auc
from referee.metrics.registry import metric, unregister
from referee.stattests import average_precision_paired

STEP = 1e-6
LIFTS = [lift, lift.using(share=0.3), lift.using(share=0.5)]


def world(n=120, seed=0, ties=True, rate=0.35):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < rate).astype(int)
    base = rng.normal(y, 1.0)
    a, b = base + rng.normal(0, 0.3, n), base + rng.normal(0, 0.7, n)
    return (y, a.round(1), b.round(1)) if ties else (y, a, b)


def derivatives(entry, positives, negatives):
    """How the value moves with the weight of one case at each score: central differences."""
    weights = np.concatenate([positives, negatives]).astype(float)
    size = len(positives)

    def value(w):
        return float(entry.formula(w[:size], w[size:]))

    out = []
    for i in range(2 * size):
        step = STEP * np.eye(2 * size)[i]
        out.append((value(weights + step) - value(weights - step)) / (2 * STEP))
    return np.array(out[:size]), np.array(out[size:])


def inside_a_tie(ranking, share):
    """Whether the cut lies within a group of cases, not between two, where the derivative has two sides."""
    called = np.cumsum(ranking.positives + ranking.negatives)
    return float(np.abs(called - share * called[-1]).min()) > 1e-3


@pytest.mark.parametrize("entry", [average_precision, *LIFTS], ids=lambda m: m.name)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_influences_are_numerical_derivatives(entry, weighted, seed):
    y, s, _ = world(seed=seed)
    # 123.5 cases or a sum of weights: the top share is not a whole number of cases, so that none is rounded
    w = np.random.default_rng(seed).uniform(0.2, 3, len(y)) if weighted else np.append(np.ones(len(y) - 1), 4.5)
    ranking = entry.sees(read(y, y_score=s, positive=1, weights=w))
    if entry is not average_precision:
        assert inside_a_tie(ranking, entry.parameters.get("share", 0.1))
    for mine, theirs in zip(
        entry.influences(ranking), derivatives(entry, ranking.positives, ranking.negatives), strict=True
    ):
        assert mine == pytest.approx(theirs, abs=1e-7)


@pytest.mark.parametrize("entry", [average_precision, *LIFTS], ids=lambda m: m.name)
def test_influences_of_all_cases_sum_to_nothing(entry):
    y, s, _ = world(ties=True)
    ranking = entry.sees(read(y, y_score=s, positive=1))
    positive, negative = entry.influences(ranking)
    assert ranking.positives @ positive + ranking.negatives @ negative == pytest.approx(0, abs=1e-12)


def test_the_variance_is_the_sum_of_squares_of_influences():
    y, s, _ = world()
    plain = read(y, y_score=s, positive=1)
    ranking = plain.ranking
    positive, negative = average_precision.influences(ranking)
    place = rank_places(plain, ranking)
    each = np.where(y == 1, positive[place], negative[place])
    assert influence_variance(average_precision, plain, ranking)[0] == pytest.approx(each @ each, rel=1e-12)
    alone = read(y, y_score=s, positive=1, groups=np.arange(len(y)))
    n = len(y)
    assert influence_variance(average_precision, alone, ranking)[0] == pytest.approx(
        n / (n - 1) * each @ each, rel=1e-12
    )
    equal = read(y, y_score=s, positive=1, weights=np.full(n, 0.5))
    got = influence_variance(average_precision, equal, equal.ranking)
    assert got == pytest.approx(influence_variance(average_precision, plain, ranking), rel=1e-12)


OPTIONS = {
    "plain": {},
    "weights": {"weights": np.random.default_rng(3).uniform(0.3, 4, 120)},
    "groups": {"groups": np.arange(120) % 24},
    "both": {"groups": np.arange(120) % 24, "weights": np.random.default_rng(3).uniform(0.3, 4, 120)},
}


@pytest.mark.parametrize("route", OPTIONS)
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("seed", range(3))
def test_the_paired_test_is_that_of_average_precision(route, alternative, seed):
    y, a, b = world(seed=seed)
    options = OPTIONS[route]
    pair = Pair(*(read(y, y_score=s, positive=1, **options) for s in (a, b)))
    ours = on_same_cases(average_precision, pair, Ask(0.9, alternative, 0)).test
    theirs = average_precision_paired(y, a, b, positive=1, level=0.9, alternative=alternative, **options)
    assert ours.p_value == pytest.approx(theirs.p_value, abs=1e-12)
    assert ours.statistic == pytest.approx(theirs.statistic, abs=1e-12)
    assert ours.effect.value == pytest.approx(theirs.effect.value, abs=1e-12)
    assert tuple(ours.effect.interval) == pytest.approx(tuple(theirs.effect.interval), abs=1e-12)
    assert ours.effect.interval.method == theirs.effect.interval.method
    assert ours.details["df"] == pytest.approx(theirs.details["df"], abs=1e-12)
    assert ours.warnings == theirs.warnings


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=25))
def test_the_paired_test_is_that_of_average_precision_with_few_cases(rows):
    y, a, b = (np.array(column) for column in zip(*rows, strict=True))
    pair = Pair(*(read(y.astype(int), y_score=s, positive=1, labels=[0, 1]) for s in (a, b)))
    ours = on_same_cases(average_precision, pair, Ask(0.95, "two-sided", 0)).test
    if not y.any():
        assert ours.inapplicable == "there is no positive case"
        return
    theirs = average_precision_paired(y.astype(int), a, b, positive=1)
    assert ours.inapplicable == theirs.inapplicable
    assert ours.p_value == pytest.approx(theirs.p_value, abs=1e-12, nan_ok=True)
    if theirs.effect.interval is not None:
        assert tuple(ours.effect.interval) == pytest.approx(tuple(theirs.effect.interval), abs=1e-12)


def test_limits_of_average_precision_by_hand():
    y, s, _ = world()
    found = estimate(average_precision, read(y, y_score=s, positive=1), level=0.9)
    ranking = read(y, y_score=s, positive=1).ranking
    positive, negative = average_precision.influences(ranking)
    seen, p, ap = ranking.positives @ positive**2 + ranking.negatives @ negative**2, y.sum(), found.value
    variance = (p * seen + 5 * ap * (1 - ap) / p) / (p + 5)
    half = stats.t.ppf(0.95, p - 1) * math.sqrt(variance) / (ap * (1 - ap))
    centre = math.log(ap / (1 - ap))
    expected = [1 / (1 + math.exp(-end)) for end in (centre - half, centre + half)]
    assert tuple(found.interval) == pytest.approx(expected, rel=1e-9)
    assert found.interval.method == "logit on the influence of cases"
    perfect = estimate(average_precision, read([1, 1, 0], y_score=[3, 2, 1], positive=1))
    assert tuple(perfect.interval) == pytest.approx((0.025**0.5, 1))
    one = estimate(average_precision, read([1, 0, 0], y_score=[3, 2, 1], positive=1))
    assert one.interval is None
    assert "one positive case shows no spread" in one.note


@pytest.mark.parametrize("entry", [average_precision, lift, roc_auc], ids=lambda m: m.name)
def test_rows_in_another_order_and_counts_are_repetition(entry):
    y, s, _ = world()
    times = np.arange(120) % 3
    counted = read(y, y_score=s, positive=1, weights=times, weights_are="counts")
    long = read(y.repeat(times), y_score=s.repeat(times), positive=1)
    turn = np.random.default_rng(1).permutation(len(long.truth))
    for other in (counted, long.rows(turn)):
        mine, theirs = estimate(entry, other), estimate(entry, long)
        assert (mine.value, *mine.interval) == pytest.approx((theirs.value, *theirs.interval), rel=1e-12)
        assert mine.n == theirs.n


@pytest.mark.parametrize("entry", [average_precision, lift], ids=lambda m: m.name)
def test_clusters(entry):
    y, s, _ = world(600)
    plain = estimate(entry, read(y, y_score=s, positive=1)).interval
    alone = estimate(entry, read(y, y_score=s, positive=1, groups=np.arange(600))).interval
    assert alone.width == pytest.approx(plain.width, rel=0.01)
    five = (y.repeat(5), s.repeat(5))
    joined = estimate(entry, read(five[0], y_score=five[1], positive=1, groups=np.arange(600).repeat(5))).interval
    naive = estimate(entry, read(five[0], y_score=five[1], positive=1)).interval
    assert joined.width == pytest.approx(plain.width, rel=0.05)
    assert joined.width > 1.8 * naive.width
    few = estimate(entry, read(y, y_score=s, positive=1, groups=np.arange(600) % 5))
    assert few.interval is None
    assert "5 clusters are too few" in few.note


def test_a_best_value_has_no_interval_and_says_so():
    y, s, _ = world()
    found = estimate(ks, read(y, y_score=s, positive=1))
    assert found.interval is None
    assert "best value over all thresholds" in found.note


def test_a_ranking_metric_of_ones_own_gets_the_bootstrap():
    @metric("Positives above all negatives")
    def clear_hits(positives, negatives):
        above = np.cumsum(negatives, axis=-1) == 0
        return (positives * above).sum(axis=-1) / positives.sum(axis=-1)

    try:
        y, s, _ = world(ties=False)
        found = estimate(clear_hits, read(y, y_score=s, positive=1), seed=4)
        assert found.value in found.interval
        assert "bootstrap percentile over cases within classes" in found.interval.method
        assert found == estimate(clear_hits, read(y, y_score=s, positive=1), seed=4)
        grouped = estimate(clear_hits, read(y, y_score=s, positive=1, groups=np.arange(120) % 30))
        assert "over groups" in grouped.interval.method
    finally:
        unregister("clear_hits")


@pytest.mark.parametrize("entry", [average_precision, lift], ids=lambda m: m.name)
def test_limits_cover(entry):
    rng = np.random.default_rng(8)
    y = (rng.random(400_000) < 0.3).astype(int)
    truth = entry(y, rng.normal(y), positive=1)
    inside = 0
    for _ in range(300):
        y = (rng.random(150) < 0.3).astype(int)
        inside += truth in estimate(entry, read(y, y_score=rng.normal(y), positive=1)).interval
    assert 0.92 <= inside / 300 <= 0.99
