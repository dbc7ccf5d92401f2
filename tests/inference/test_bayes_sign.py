from __future__ import annotations

import numpy as np
import pytest
from scipy.special import betainc

from referee.inference import bayes_sign
from referee.inference.bayes import _largest


@pytest.mark.parametrize("wins", [(7, 2, 1), (3, 3, 3), (0, 5, 2), (10, 0, 0)])
def test_probabilities_agree_with_draws(wins):
    gaps = np.repeat([0.5, 0.0, -0.5], wins)
    details = bayes_sign(gaps, np.zeros(len(gaps)), rope=0.1).details
    alpha = np.add(wins, (0, 1, 0))
    shares = np.zeros((100_000, 3))
    shares[:, alpha > 0] = np.random.default_rng(1).dirichlet(alpha[alpha > 0], size=100_000)
    first = np.bincount(shares.argmax(axis=1), minlength=3) / 100_000
    got = [details["p_a_better"], details["p_rope"], details["p_b_better"]]
    assert got == pytest.approx(first.tolist(), abs=0.006)
    assert sum(got) == pytest.approx(1)


def test_without_a_rope_it_is_a_beta_distribution():
    details = bayes_sign([1, 1, 1, 0], [0, 0, 0, 0]).details
    draws = np.random.default_rng(2).beta(3 + 1, 0 + 1, size=200_000)
    assert details["p_a_better"] == pytest.approx(np.mean(draws > 0.5), abs=0.005)
    assert details["p_rope"] == 0


def test_sides():
    one, two = [0.9, 0.8, 0.7, 0.9], [0.8, 0.7, 0.8, 0.7]
    ab, ba = bayes_sign(one, two, rope=0.05).details, bayes_sign(two, one, rope=0.05).details
    assert ab["p_a_better"] == pytest.approx(ba["p_b_better"])
    assert np.isnan(bayes_sign(one, two).p_value)


@pytest.mark.parametrize(("wins", "losses"), [(3, 2), (12, 5), (1, 6)])
def test_two_shares_are_a_beta_distribution_to_five_places(wins, losses):
    first, none, second = _largest(wins, 0, losses)
    assert first == pytest.approx(betainc(losses, wins, 0.5), abs=1e-5)
    assert (none, first + second) == (0, pytest.approx(1))
