"""Limits of a mean of losses that hold where the expensive mistake has not been seen yet."""

import numpy as np
import pytest
from scipy.special import betaincinv

from referee.inference import unseen_loss
from referee.inference.unseen_loss import UnseenLoss, join_losses


@pytest.mark.parametrize(("n", "hits"), [(10, 0), (10, 3), (54, 1), (200, 150), (5, 5)])
def test_of_zeros_and_ones_they_are_clopper_and_pearsons(n, hits):
    losses = np.r_[np.ones(hits), np.zeros(n - hits)]
    low, high = UnseenLoss.of_losses(losses, None, (0.0, 1.0)).limits(0.025)
    assert low == pytest.approx(0.0 if not hits else betaincinv(hits, n - hits + 1, 0.025), abs=1e-10)
    assert high == pytest.approx(1.0 if hits == n else betaincinv(hits + 1, n - hits, 0.975), abs=1e-10)


@pytest.mark.parametrize("n", [20, 54, 500])
def test_the_saddlepoint_agrees_with_draws(n):
    rng = np.random.default_rng(n)
    p = np.clip(rng.beta(0.5, 3, n), 0.005, 0.995)
    losses = (p - (rng.random(n) < p)) ** 2
    worst = float(np.maximum(p, 1 - p).max() ** 2)
    weights = rng.exponential(size=(40_000, n + 1))
    seen, total = weights[:, :-1] @ losses, weights.sum(axis=1)
    low, high = UnseenLoss.of_losses(losses, None, (0.0, worst)).limits(0.025)
    assert low == pytest.approx(np.quantile(seen / total, 0.025), rel=0.02)
    assert high == pytest.approx(np.quantile((seen + weights[:, -1] * worst) / total, 0.975), rel=0.02)


def test_counts_order_and_scale_of_weights_do_not_matter():
    rng = np.random.default_rng(0)
    losses, times = rng.random(30).round(1), rng.integers(1, 5, 30)
    rows = np.repeat(losses, times)
    records = UnseenLoss.of_losses(rng.permutation(rows), None, (0.0, 1.0)).limits(0.025)
    assert UnseenLoss.of_losses(losses, times, (0.0, 1.0)).limits(0.025) == pytest.approx(records, abs=1e-12)
    weights = rng.random(30) + 0.5
    one, two = (UnseenLoss.of_weighted(losses, c * weights, (0.0, 1.0)).limits(0.025) for c in (1.0, 7.0))
    assert one == pytest.approx(two, abs=1e-12)
    plain = UnseenLoss.of_losses(losses, None, (0.0, 1.0)).limits(0.025)
    assert UnseenLoss.of_weighted(losses, np.full(30, 3.0), (0.0, 1.0)).limits(0.025) == pytest.approx(
        plain, abs=1e-9
    )


def test_p_is_the_level_at_which_a_limit_meets_0():
    rng = np.random.default_rng(1)
    for shift in (-0.1, 0.0, 0.1):
        found = UnseenLoss.of_losses(rng.normal(shift, 0.3, 40).clip(-1, 1), None, (-1.0, 1.0))
        for tail in (0.005, 0.025, 0.05, 0.2):
            low, high = found.limits(tail)
            assert (low > 0) == (found.p_value("greater") < tail)
            assert (high < 0) == (found.p_value("less") < tail)


def test_an_unseen_case_without_end_leaves_no_upper_limit():
    found = UnseenLoss.of_losses(np.array([0.1, 0.2, 0.3]), None, (0.0, np.inf))
    low, high = found.limits(0.025)
    assert 0 < low < 0.2
    assert high == np.inf


def test_many_losses_are_joined_without_moving_a_limit():
    rng = np.random.default_rng(2)
    losses = rng.gamma(0.5, 0.3, 50_000)
    z, k = join_losses(losses, np.ones(len(losses)))
    assert len(z) < 10_000
    assert k.sum() == len(losses)
    whole = UnseenLoss(np.sort(losses), np.ones(len(losses)), np.ones(len(losses)), 0.0, 5.0).limits(0.025)
    assert UnseenLoss.of_losses(losses, None, (0.0, 5.0)).limits(0.025) == pytest.approx(whole, abs=1e-7)


def test_clusters_of_one_case_are_cases():
    losses = np.random.default_rng(3).random(25)
    plain = UnseenLoss.of_losses(losses, None, (0.0, 1.0)).limits(0.025)
    assert UnseenLoss.of_clusters(losses, np.ones(25), (0.0, 1.0)).limits(0.025) == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("n", [500, 20_000])
def test_a_heavy_case_counts_once(n):
    """The limits lie at least as far as the robust error of a weighted mean says, joined into cells or not."""
    rng = np.random.default_rng(0)
    losses, weights = rng.random(n), np.exp(rng.normal(0, 1.3, n))
    found = UnseenLoss.of_weighted(losses, weights, (0.0, 1.0))
    mean = np.average(losses, weights=weights)
    error = np.sqrt(np.sum(weights**2 * (losses - mean) ** 2)) / weights.sum()
    assert found.value == pytest.approx(mean)
    low, high = found.limits(0.025)
    assert 1.9 * error < mean - low < 6 * error
    assert 1.9 * error < high - mean < 6 * error


def test_equal_weights_are_none():
    losses = np.random.default_rng(1).random(40)
    one, two = (
        UnseenLoss.of_losses(losses, None, (0.0, 1.0)),
        UnseenLoss.of_weighted(losses, np.full(40, 3.0), (0.0, 1.0)),
    )
    assert one.limits(0.025) == pytest.approx(two.limits(0.025))


def test_a_mean_with_a_case_without_end_is_certain_to_be_on_its_side():
    found = UnseenLoss.of_losses(np.array([0.2, 0.4]), None, (-np.inf, np.inf))
    assert (found.below(0.3, worst=False), found.below(0.3, worst=True)) == (1.0, 0.0)


@pytest.mark.parametrize("n", [3, 10, 300])
@pytest.mark.parametrize("side", [-1, 1])
def test_the_probability_next_to_the_mean_is_that_of_the_formula_beside_it(n, side, monkeypatch):
    """A distance of .002 standard deviations is far enough for the formula and near enough for the series."""
    losses, times = np.random.default_rng(n).exponential(size=n) ** 2, np.ones(n)
    gaps = losses - losses.mean() - side * 0.002 * losses.std() / np.sqrt(n)
    formula = unseen_loss._below(gaps, times)[0]
    monkeypatch.setattr(unseen_loss, "NEAR_MEAN", 0.01)
    assert unseen_loss._below(gaps, times)[0] == pytest.approx(formula, abs=2e-7)
