"""Metrics of a ranking: influences by numerical derivatives, limits of one value, tests of two."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import average_precision_score

from referee import read
from referee.core.pair import Pair
from referee.inference._gap import Ask
from referee.inference.estimate import estimate
from referee.inference.ranking_values import influence_variance, rank_places, row_influences
from referee.inference.score_gaps import on_same_cases
from referee.metrics import average_precision, ks, lift, roc_auc
from referee.metrics.registry import metric, unregister

STEP = 1e-6
ASK = Ask(0.95, "two-sided", 0)
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


def tie_around_the_cut(s, weights, share):
    """Three scores only: one is of all cases that the cut of a top share may move over."""
    order = np.argsort(-s, kind="stable")
    place = np.empty(len(s))
    place[order] = np.cumsum(weights[order]) / weights.sum()
    return -np.digitize(place, [share - 0.15, share + 0.15]).astype(float)


@pytest.mark.parametrize("entry", [average_precision, *LIFTS], ids=lambda m: m.name)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_influences_are_numerical_derivatives(entry, weighted, seed):
    y, s, _ = world(seed=seed)
    # 123.5 cases or a sum of weights: the top share is not a whole number of cases, so that none is rounded
    w = np.random.default_rng(seed).uniform(0.2, 3, len(y)) if weighted else np.append(np.ones(len(y) - 1), 4.5)
    if entry is not average_precision:
        s = tie_around_the_cut(s, w, entry.parameters.get("share", 0.1))
    ranking = entry.sees(read(y, y_score=s, positive=1, weights=w))
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


def pushes(y, scores, weights):
    """Average precision, and the weight of each case times the derivative by it, pair by pair of cases."""
    above = scores[None, :] >= scores[:, None]
    mass, hits = above @ weights, above @ (weights * y)
    precision, positives = hits / mass, weights @ y
    value = (weights * y) @ precision / positives
    shared = above.T * (weights * y) * (y[:, None] - precision) / mass
    return value, weights * (y * (precision - value) + shared.sum(axis=1)) / positives


def drawn_gaps(y, a, b, groups=None, weights=None, size=20_000):
    """The gap of two average precisions, and draws of it by exponential weights without an unseen case."""
    w = np.ones(len(y)) if weights is None else weights
    (ap_a, one), (ap_b, two) = (pushes(y, s, w) for s in (a, b))
    cluster = np.arange(len(y)) if groups is None else groups
    gap, hits = (np.bincount(cluster, weights=x) for x in (one - two, w * y))
    draws = np.random.default_rng(0).exponential(size=(size, len(gap)))
    return ap_a - ap_b, ap_a - ap_b + draws @ gap * hits.sum() / (draws @ hits)


@pytest.mark.parametrize("route", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_the_paired_test_has_the_draws_of_average_precision(route, seed):
    """The limits are those of draws of weights, with weights moved by the bias, and wider by the unseen case."""
    y, a, b = world(seed=seed)
    options = OPTIONS[route]
    answers = [read(y, y_score=s, positive=1, **options) for s in (a, b)]
    ours = on_same_cases(average_precision, Pair(*answers), Ask(0.9, "two-sided", 0)).test
    value, drawn = drawn_gaps(y, a, b, **options)
    bias = np.subtract(*(average_precision.bias_of(one.ranking) for one in answers)) if "weights" in options else 0
    low, high = np.quantile(drawn, [0.05, 0.95]) - bias
    assert ours.effect.value == pytest.approx(value, abs=1e-12)
    most = (0.8 if route == "plain" else 2.0) * (
        high - low
    )  # the unseen case has the largest weight, or is a cluster
    assert low - most < ours.effect.interval.low < low + 0.003
    assert high - 0.003 < ours.effect.interval.high < high + most
    assert ours.warnings == ()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=25))
def test_the_paired_test_with_few_cases(rows):
    y, a, b = (np.array(column) for column in zip(*rows, strict=True))
    pair = Pair(*(read(y.astype(int), y_score=s, positive=1, labels=[0, 1]) for s in (a, b)))
    for alternative in ("two-sided", "greater", "less"):
        ours = on_same_cases(average_precision, pair, Ask(0.95, alternative, 0)).test
        if y.sum() < 2:
            some = "one positive case, so the spread of positives cannot be seen"
            assert ours.inapplicable == (f"there is {some}" if y.any() else "there is no positive case")
            continue
        interval = ours.effect.interval
        assert interval.low <= ours.effect.value <= interval.high
        assert interval.width > 0
        assert (interval.low > 0 or interval.high < 0) == (ours.p_value < 0.05)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=3, max_size=20))
def test_removals_are_the_values_without_each_case(rows):
    y, s = (np.array(column).astype(int) for column in zip(*rows, strict=True))
    if y.sum() < 2:
        return
    data, total = read(y, y_score=s, positive=1, labels=[0, 1]), y.sum()
    left = [average_precision_score(np.delete(y, i), np.delete(s, i)) for i in range(len(y))]
    lost = average_precision_score(y, s) - np.array(left)
    lost = np.where(y == 1, (1 - 1 / total) * lost, lost)
    lost -= y * lost.sum() / total
    assert row_influences(average_precision, data, removed=True) == pytest.approx(lost, abs=1e-12)


def rare_alarms(rng, n=600, positives=40, alarms=0.7):
    """Two models that are alike but for a few negatives, other ones for each, which they place above all positives."""
    y = (np.arange(n) < positives).astype(int)
    scores = rng.normal(6 * y) + rng.normal(size=(2, n)) / 2
    high = (rng.random((2, n)) < alarms / n) & (y == 0)
    scores[high] += 20 + rng.normal(size=high.sum())
    return [read(y, y_score=s, positive=1) for s in scores]


def test_models_with_rare_false_alarms_at_the_top_are_not_called_different():
    """By influences, moved by the bias, 44 of 100 verdicts were false: the one false alarm of one model decided."""
    rng = np.random.default_rng(8)
    pairs = [Pair(*rare_alarms(rng)) for _ in range(60)]
    p = [on_same_cases(average_precision, pair, ASK).test.p_value for pair in pairs]
    assert np.mean(np.array(p) < 0.05) <= 0.05


def test_an_unseen_false_alarm_may_come_above_all_positives():
    """The interval holds what a negative above all positives, which one model or none of them has, does to the other."""
    y = np.repeat([1, 0], [40, 400])
    scores = np.linspace(2, 1, 440)
    alarm = np.where(np.arange(440) == 439, 3.0, scores)
    gap = average_precision_score(y, scores) - average_precision_score(y, alarm)
    alike, other = (
        on_same_cases(average_precision, Pair(*(read(y, y_score=s, positive=1) for s in two)), ASK).test.interval()
        for two in ((scores, scores), (scores, alarm))
    )
    assert -3 * gap < alike.low < -gap
    assert alike.high == pytest.approx(-alike.low)
    assert other.low < -gap


@pytest.mark.slow
def test_the_paired_test_has_the_spread_of_the_jackknife():
    """With many positives the unseen case weighs little and the width is near that of the delete-one jackknife."""
    rng, n = np.random.default_rng(0), 1600
    y = (rng.random(n) < 0.3).astype(int)
    shared = rng.normal(size=n)
    a, b = y * 1.5 + shared + rng.normal(size=n), y * 1.0 + shared + rng.normal(size=n)
    made = on_same_cases(average_precision, Pair(*(read(y, y_score=s, positive=1) for s in (a, b))), ASK).test
    keeps = [np.arange(n) != i for i in range(n)]
    left = [average_precision_score(y[k], a[k]) - average_precision_score(y[k], b[k]) for k in keeps]
    se = math.sqrt((n - 1) / n * ((np.array(left) - np.mean(left)) ** 2).sum())
    assert made.effect.value == pytest.approx(average_precision_score(y, a) - average_precision_score(y, b))
    assert made.effect.interval.width == pytest.approx(2 * 1.96 * se, rel=0.1)


@pytest.mark.slow
def test_the_bias_of_average_precision():
    """Means over many samples of a score with and without ties, against the value in a population."""
    rng = np.random.default_rng(4)
    n, runs = 40, 3000
    y = (rng.random((runs, n)) < 0.3).astype(int)
    s = rng.normal(y)
    for scores in (s, s.round()):
        found = [read(row, y_score=own, positive=1, labels=[0, 1]) for row, own in zip(y, scores, strict=True)]
        found = [one for one in found if one.is_positive.any()]
        truth = average_precision(y.ravel(), scores.ravel(), positive=1)
        values = np.array([average_precision.value(one) for one in found])
        guessed = np.array([average_precision.bias_of(one.ranking) for one in found])
        error = (values - guessed).std() / math.sqrt(runs)
        assert values.mean() - truth > 5 * error
        assert abs((values - guessed).mean() - truth) < 0.35 * (values.mean() - truth) + 3 * error


def test_models_that_hardly_differ_are_not_called_equivalent():
    """Rounding makes ties and a small difference that few cases show; half an unseen case keeps the limits apart."""
    y, s, _ = world(n=170, seed=1, ties=False)
    answers = [read(y, y_score=x, positive=1) for x in (s, s.round(2))]
    found = on_same_cases(average_precision, Pair(*answers), ASK).test.effect.interval
    assert found.width > 2 / y.sum()


def test_a_perfect_score_has_a_spread():
    y = np.repeat([1, 0], [10, 30])
    worse = np.where(np.arange(40) == 9, -1.0, y + 0.0)
    pair = Pair(*(read(y, y_score=s, positive=1) for s in (y + 0.0, worse)))
    made = on_same_cases(average_precision, pair, ASK).test
    assert made.effect.value > 0
    assert made.p_value > 0.05


def test_pairs_in_clusters_of_one_case_and_repeated_cases():
    y, a, b = world()
    one = np.arange(120)
    plain, alone, copies, few = (
        on_same_cases(
            average_precision,
            Pair(*(read(y.repeat(k), y_score=s.repeat(k), positive=1, groups=groups) for s in (a, b))),
            ASK,
        ).test
        for k, groups in ((1, None), (1, one), (3, one.repeat(3)), (1, one % 5))
    )
    assert alone.p_value == pytest.approx(plain.p_value)
    assert copies.details["positives"] == y.sum()
    assert copies.p_value == pytest.approx(alone.p_value, abs=0.02)  # the bias is of cases
    assert few.inapplicable == "5 clusters are too few: 6 are needed"


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
        assert "bootstrap percentile over cases" in found.interval.method
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


def test_a_top_of_whole_cases_does_not_hide_the_largest_lift():
    """Of 367 cases the top tenth are 37, a lift of 9.92 at most; in the population it may be 10."""
    y = np.arange(367) < 5
    found = estimate(lift, read(y, y_score=y - np.arange(367) / 1e4, positive=True))
    assert found.value == pytest.approx(367 / 37)
    assert found.interval.high == pytest.approx(10)
    fewer = np.arange(364) < 5  # here they are 36, more than 10: the population's lift is not
    assert estimate(lift, read(fewer, y_score=fewer - np.arange(364) / 1e4, positive=True)).interval.low < 10


@pytest.mark.parametrize("entry", [average_precision, *LIFTS], ids=lambda m: m.name)
def test_equal_weights_have_the_influences_of_cases_a_unit_of_weight_each(entry):
    """Cases of weight 2 are not twice as many cases, and each unit of its weight has half of what a case has."""
    y, s, _ = world()
    plain, twice = (entry.sees(read(y, y_score=s, positive=1, weights=w)) for w in (None, np.full(len(y), 2.0)))
    for one, two in zip(entry.influences(plain), entry.influences(twice), strict=True):
        assert one / 2 == pytest.approx(two)
