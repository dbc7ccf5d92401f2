from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from referee.calibration import brier_score, brier_skill, log_loss
from referee.data import Predictions
from referee.intervals import score_estimate
from referee.intervals.mean_loss import mean_loss_limits
from referee.intervals.of_score import case_bootstrap
from referee.multiclass import hand_till, top_k_accuracy, vus

RNG = np.random.default_rng(0)
Y = np.arange(90) % 3
P = RNG.dirichlet(np.ones(3), size=90)
P[np.arange(90), Y] += 0.3
P /= P.sum(axis=1, keepdims=True)
BINARY = (Y == 0).astype(int)


def test_a_mean_gets_limits_by_the_variance_of_its_losses():
    for entry, method in ((brier_score, "beta"), (log_loss, "wider of Student's t and gamma")):
        e = score_estimate(entry, Y, P, level=0.9)
        cases = entry.cases(Y, P)
        losses = entry.losses(cases)
        expected = mean_loss_limits(losses.mean(), stats.sem(losses), 89, 0.9, entry.ends(3))
        assert (*e.interval,) == pytest.approx(expected[:2], abs=1e-12)
        assert e.interval.method == f"{method} on the losses of cases"
        assert e.n == 90
        assert e.note == ""


def test_weights_have_no_scale_and_reduce_n():
    w = RNG.exponential(size=90)
    a, b = score_estimate(brier_score, Y, P, weights=w), score_estimate(brier_score, Y, P, weights=3 * w)
    assert tuple(a.interval) == pytest.approx(tuple(b.interval))
    assert a.n == pytest.approx(b.n)
    assert a.n < 90
    c = score_estimate(hand_till, Y, P, weights=w, rng=1, resamples=100)
    d = score_estimate(hand_till, Y, P, weights=3 * w, rng=1, resamples=100)
    assert tuple(c.interval) == pytest.approx(tuple(d.interval))


def test_counts_are_repetitions():
    counts = RNG.integers(0, 3, size=90)
    rows = np.repeat(np.arange(90), counts)
    a = score_estimate(brier_score, Predictions(Y, y_score=P, weights=counts, weights_are="counts"))
    b = score_estimate(brier_score, Y[rows], P[rows])
    assert tuple(a.interval) == pytest.approx(tuple(b.interval))
    assert a.n == counts.sum()


def test_an_infinite_loss_is_said_and_has_no_interval():
    e = score_estimate(log_loss, [1, 0, 1], [0.0, 0.5, 0.5])
    assert e.value == math.inf
    assert e.interval is None
    assert "1 case had probability 0 for what happened" in e.note
    clipped = score_estimate(log_loss, [1, 0, 1], [0.0, 0.5, 0.5], eps=1e-15)
    assert clipped.interval is not None
    assert "clipped to [1e-15, 1 - 1e-15], which hides 1 infinite loss" in clipped.note


def test_equal_losses_do_not_make_an_interval_of_no_width():
    perfect = score_estimate(brier_score, [1, 0, 1], [1.0, 0.0, 1.0])
    assert tuple(perfect.interval) == pytest.approx((0, 1 - 0.025 ** (1 / 3)))
    equal = score_estimate(brier_score, [1, 0, 1, 0], [0.75, 0.25, 0.75, 0.25])
    assert equal.interval is None
    assert "same loss" in equal.note
    right = score_estimate(log_loss, [1, 0], [1.0, 0.0])
    assert right.interval is None
    assert "no upper limit" in right.note
    single = score_estimate(brier_score, [1], [0.7], positive=1)
    assert single.interval is None


def test_losses_of_0_and_1_get_an_exact_interval():
    e = score_estimate(top_k_accuracy, Y, P, k=1)
    exact = stats.binomtest(round(e.value * 90), 90).proportion_ci(method="exact")
    assert tuple(e.interval) == pytest.approx((exact.low, exact.high))


def test_clusters():
    groups = np.arange(90) // 3
    p = Predictions(Y, y_score=P, groups=groups)
    e = score_estimate(brier_score, p)
    means = brier_score.losses(brier_score.cases(Y, P)).reshape(30, 3).mean(axis=1)
    expected = mean_loss_limits(means.mean(), stats.sem(means), 29, 0.95, brier_score.ends(3))
    assert tuple(e.interval) == pytest.approx(expected[:2])
    boot = score_estimate(hand_till, p, rng=2, resamples=200)
    assert boot.interval.method == "wider of bootstrap percentile over groups and beta with its variance"
    few = Predictions(Y, y_score=P, groups=np.arange(90) // 30)
    for entry in (brier_score, hand_till):
        e = score_estimate(entry, few, rng=0)
        assert e.interval is None
        assert "3 clusters are too few (6 needed)" in e.note


def test_the_bootstrap_is_that_of_resampled_cases():
    cases = hand_till.cases(Y, P)
    fast = case_bootstrap(hand_till, cases, resamples=1500, seed=3)
    rng = np.random.default_rng(4)
    rows = [np.flatnonzero(c == Y) for c in range(3)]
    slow = []
    for _ in range(400):
        drawn = np.concatenate([rng.choice(r, len(r)) for r in rows])
        slow.append(hand_till(Y[drawn], P[drawn]))
    assert fast.mean() == pytest.approx(np.mean(slow), abs=0.01)
    assert fast.std() == pytest.approx(np.std(slow), rel=0.15)


def test_bootstrap_says_its_seed_and_repeats():
    for entry in (hand_till, vus, brier_skill):
        a = score_estimate(entry, Y, P, rng=7, resamples=60)
        b = score_estimate(entry, Y, P, rng=7, resamples=60)
        assert a == b
        assert "seed 7" in a.note
        assert a.value in a.interval


def test_no_zero_width_at_one():
    e = score_estimate(hand_till, [0, 0, 1, 1, 1], [0.1, 0.2, 0.8, 0.9, 0.7], rng=0)
    assert e.value == 1.0
    assert tuple(e.interval) == pytest.approx((0.025**0.5, 1))
    assert e.interval.method == "Clopper-Pearson on the 2 cases of the rarest class"
    flat = score_estimate(hand_till, [0, 0, 1, 1], [0.5] * 4, rng=0)
    assert flat.interval is None
    assert "every resample gives the same value" in flat.note


def test_the_bootstrap_is_widened_by_the_beta_limit():
    e = score_estimate(hand_till, Y, P, rng=5, resamples=500)
    drawn = case_bootstrap(hand_till, hand_till.cases(Y, P), resamples=500, seed=5)
    low, high = np.quantile(drawn, [0.025, 0.975])
    n = e.value * (1 - e.value) / drawn.var()
    k = e.value * n
    assert e.interval.low == pytest.approx(min(low, stats.beta.ppf(0.025, k, n - k + 1)))
    assert e.interval.high == pytest.approx(max(high, stats.beta.ppf(0.975, k + 1, n - k)))
    skill = score_estimate(brier_skill, Y, P, rng=5, resamples=200)
    assert skill.interval.method == "bootstrap percentile over cases within classes"


def test_undefined_has_its_reason():
    e = score_estimate(vus, BINARY, P[:, 0])
    assert math.isnan(e.value)
    assert e.undefined == "the surface is for 3 classes, and there are 2"


def test_t_covers_a_brier_score():
    rng = np.random.default_rng(9)
    world = rng.uniform(0.05, 0.95, size=200000)
    truth = (world * (1 - world)).mean()
    inside = 0
    for _ in range(500):
        p = rng.uniform(0.05, 0.95, size=80)
        inside += truth in score_estimate(brier_score, (rng.random(80) < p).astype(int), p, labels=[0, 1]).interval
    assert 0.92 <= inside / 500 <= 0.98
