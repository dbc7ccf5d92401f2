from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import referee
from referee import metrics, read
from referee.inference._rows import Rows
from referee.inference.case_values import case_bootstrap, estimate
from referee.inference.unseen_loss import UnseenLoss
from referee.metrics import brier_score, hand_till, log_loss, top_k_accuracy, vus

RNG = np.random.default_rng(0)
Y = np.arange(90) % 3
P = RNG.dirichlet(np.ones(3), size=90)
P[np.arange(90), Y] += 0.3
P /= P.sum(axis=1, keepdims=True)
BINARY = (Y == 0).astype(int)


def estimated(entry, y, p=None, *, level=0.95, seed=0, resamples=2000, parameters=None, **options):
    """The estimate of a metric on answers, or on columns."""
    answers = y if p is None else read(y, y_score=p, **options)
    return estimate(
        entry.using(**parameters) if parameters else entry, answers, level=level, seed=seed, resamples=resamples
    )


def test_a_mean_gets_limits_with_the_worst_loss_that_an_unseen_case_could_have():
    for entry, worst in (
        (brier_score, lambda p: (p**2).sum() + 1 - 2 * p.min()),
        (log_loss, lambda p: -np.log(p.min())),
    ):
        e = estimated(entry, Y, P, level=0.9)
        cases = entry.sees(read(Y, y_score=P))
        losses = entry.losses(cases)
        expected = UnseenLoss.of_losses(losses, None, (0.0, max(map(worst, P)))).limits(0.05)
        assert (*e.interval,) == pytest.approx(expected, abs=1e-12)
        assert e.interval.method == "Dirichlet weights and one unseen case on the losses of cases"
        assert e.n == 90
        assert e.note == ""


def test_weights_have_no_scale_and_reduce_n():
    w = RNG.exponential(size=90)
    a, b = estimated(brier_score, Y, P, weights=w), estimated(brier_score, Y, P, weights=3 * w)
    assert tuple(a.interval) == pytest.approx(tuple(b.interval))
    assert a.n == pytest.approx(b.n)
    assert a.n < 90
    c, d = estimated(hand_till, Y, P, weights=w), estimated(hand_till, Y, P, weights=3 * w)
    assert tuple(c.interval) == pytest.approx(tuple(d.interval))


def test_counts_are_repetitions():
    counts = RNG.integers(0, 3, size=90)
    rows = np.repeat(np.arange(90), counts)
    a = estimated(brier_score, read(Y, y_score=P, weights=counts, weights_are="counts"))
    b = estimated(brier_score, Y[rows], P[rows])
    assert tuple(a.interval) == pytest.approx(tuple(b.interval))
    assert a.n == counts.sum()
    infinite = estimated(log_loss, read([1, 0], y_score=[0.0, 0.5], weights=[3, 2], weights_are="counts"))
    assert infinite.value == math.inf
    assert "3 cases had probability 0 for what happened" in infinite.note


def test_an_infinite_loss_is_said_and_has_no_interval():
    e = estimated(log_loss, [1, 0, 1], [0.0, 0.5, 0.5])
    assert e.value == math.inf
    assert e.interval is None
    assert "1 case had probability 0 for what happened" in e.note
    clipped = estimated(log_loss, [1, 0, 1], [0.0, 0.5, 0.5], parameters={"eps": 1e-15})
    assert clipped.interval is not None
    assert "clipped to [1e-15, 1 - 1e-15], which hides 1 infinite loss" in clipped.note


def test_equal_losses_do_not_make_an_interval_of_no_width():
    perfect = estimated(brier_score, [1, 0, 1], [1.0, 0.0, 1.0])
    assert tuple(perfect.interval) == pytest.approx((0, 1 - 0.025 ** (1 / 3)))
    equal = estimated(brier_score, [1, 0, 1, 0], [0.75, 0.25, 0.75, 0.25])
    assert tuple(equal.interval) == pytest.approx((0.0625 * 0.025 ** (1 / 4), 0.5625 - 0.5 * 0.025 ** (1 / 4)))
    right = estimated(log_loss, [1, 0], [1.0, 0.0])
    assert tuple(right.interval) == (0, math.inf)
    assert "no upper limit" in right.note
    single = estimated(brier_score, [1], [0.7], positive=1)
    assert tuple(single.interval) == pytest.approx((0.09 * 0.025, 0.49 - 0.4 * 0.025))


def test_losses_of_0_and_1_get_an_exact_interval():
    e = estimated(top_k_accuracy, Y, P, parameters={"k": 1})
    exact = stats.binomtest(round(e.value * 90), 90).proportion_ci(method="exact")
    assert tuple(e.interval) == pytest.approx((exact.low, exact.high))


@pytest.fixture
def own_root():
    """A metric of a user's own that is no mean, and whose influence is not known."""

    @referee.metric("Own root", needs="probabilities", shape="smooth")
    def own_root(truth, scores, weights):
        right = scores.argmax(axis=1) == truth
        return np.sqrt((weights * right).sum(axis=-1) / weights.sum(axis=-1))

    yield own_root
    metrics.unregister("own_root")


def test_clusters(own_root):
    groups = np.arange(90) // 3
    p = read(Y, y_score=P, groups=groups)
    e = estimated(brier_score, p)
    cases = brier_score.sees(p)
    sums = brier_score.losses(cases).reshape(30, 3).sum(axis=1)
    worst = max((p**2).sum() + 1 - 2 * p.min() for p in P)
    expected = UnseenLoss.of_clusters(sums, np.full(30, 3.0), (0.0, worst)).limits(0.025)
    assert tuple(e.interval) == pytest.approx(expected)
    area = estimated(hand_till, p)
    assert area.interval.method == "wider of logit t and beta limits on the influence of 30 clusters"
    boot = estimated(own_root, p, seed=2, resamples=200)
    assert boot.interval.method == "wider of bootstrap percentile over groups and beta with its variance"
    few = read(Y, y_score=P, groups=np.arange(90) // 30)
    for entry in (brier_score, hand_till):
        e = estimated(entry, few, seed=0)
        assert e.interval is None
        assert "3 clusters are too few: 6 are needed" in e.note


def test_the_bootstrap_is_that_of_resampled_cases(own_root):
    cases = own_root.sees(read(Y, y_score=P))
    fast = case_bootstrap(own_root, cases, resamples=600, seed=3)
    rng = np.random.default_rng(4)
    slow = []
    for _ in range(400):
        drawn = rng.choice(len(Y), len(Y))
        slow.append(own_root(Y[drawn], P[drawn]))
    assert fast.mean() == pytest.approx(np.mean(slow), abs=0.01)
    assert fast.std() == pytest.approx(np.std(slow), rel=0.15)


def test_bootstrap_says_its_seed_and_repeats(own_root):
    a = estimated(own_root, Y, P, seed=7, resamples=60)
    b = estimated(own_root, Y, P, seed=7, resamples=60)
    assert a == b
    assert "seed 7" in a.note
    assert a.value in a.interval


def test_no_zero_width_at_one():
    e = estimated(hand_till, [0, 0, 1, 1, 1], [0.1, 0.2, 0.8, 0.9, 0.7], seed=0)
    assert e.value == 1.0
    assert tuple(e.interval) == pytest.approx((0.025**0.5, 1))
    assert e.interval.method == "Clopper-Pearson on the 2 cases of the rarest class"
    flat = estimated(hand_till, [0, 0, 1, 1], [0.5] * 4, seed=0)
    assert flat.interval is None
    assert flat.note == "no interval: no case moves the value"


def test_the_bootstrap_is_widened_by_the_beta_limit(own_root):
    e = estimated(own_root, Y, P, seed=5, resamples=500)
    drawn = case_bootstrap(own_root, own_root.sees(read(Y, y_score=P)), resamples=500, seed=5)
    low, high = np.quantile(drawn, [0.025, 0.975])
    n = e.value * (1 - e.value) / drawn.var()
    k = e.value * n
    assert e.interval.low == pytest.approx(min(low, stats.beta.ppf(0.025, k, n - k + 1)))
    assert e.interval.high == pytest.approx(max(high, stats.beta.ppf(0.975, k + 1, n - k)))


def test_undefined_has_its_reason():
    e = estimated(vus, BINARY, P[:, 0])
    assert math.isnan(e.value)
    assert e.undefined == "the surface is for 3 classes, and there are 2"


def test_t_covers_a_brier_score():
    rng = np.random.default_rng(9)
    world = rng.uniform(0.05, 0.95, size=200000)
    truth = (world * (1 - world)).mean()
    inside = 0
    for _ in range(500):
        p = rng.uniform(0.05, 0.95, size=80)
        inside += truth in estimated(brier_score, (rng.random(80) < p).astype(int), p, labels=[0, 1]).interval
    assert 0.92 <= inside / 500 <= 0.98


def test_as_many_groups_are_drawn_as_there_are():
    rows = Rows(np.ones(5), None, np.arange(5))
    totals = rows.draw(lambda weights: weights.sum(axis=1), np.random.default_rng(0), 50)
    assert totals.tolist() == [5.0] * 50


def test_on_bins_without_width_limits_are_those_of_the_scores():
    draw = np.random.default_rng(9)
    y, p = draw.integers(0, 2, 60), draw.random(60).round(2)
    cases = referee.read(y, y_score=p, positive=1)
    on_bins = replace(cases, tops=cases.scores)
    for level in (0.8, 0.95):
        exact, binned = (estimate(brier_score, data, level=level, seed=1) for data in (cases, on_bins))
        assert tuple(binned.interval) == pytest.approx(tuple(exact.interval), abs=1e-9)
