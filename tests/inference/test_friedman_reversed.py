"""Friedman's statistic with reversed datasets: exact over all patterns, and at its level where learners err alike."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from referee.errors import InputError
from referee.inference import friedman, friedman_ranks, friedman_reversed, rank_learners


@pytest.mark.parametrize(("n", "k", "values"), [(5, 3, 9), (7, 4, 9), (6, 5, 3)])
def test_p_is_the_share_of_all_patterns_whose_f_is_as_large(n, k, values):
    scores = np.random.default_rng(n).integers(0, values, (n, k))
    ranks = rank_learners(scores).ranks
    found = [
        friedman_ranks(np.where(np.array(turned)[:, None], k + 1 - ranks, ranks)).details["chi2"]
        for turned in itertools.product([False, True], repeat=n)
    ]
    made = friedman_reversed(scores)
    assert made.p_value == pytest.approx(np.mean(np.array(found) >= found[0] - 1e-9))
    plain = friedman(scores)
    assert made.statistic == plain.statistic
    assert made.details["p_f"] == plain.p_value
    assert made.details["exact"] == 1


def test_it_keeps_its_level_where_learners_err_alike_and_the_f_does_not():
    """Two blocks of five learners: 500 tables without a difference, two standard errors allowed."""
    rng = np.random.default_rng(11)
    own, shared = rng.normal(size=(500, 8, 10)), rng.normal(size=(500, 8, 2))
    tables = shared.repeat(5, axis=2) + 0.3 * own
    found = [friedman_reversed(table) for table in tables]
    assert np.mean([test.p_value < 0.05 for test in found]) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 500)
    assert np.mean([test.details["p_f"] < 0.05 for test in found]) > 0.09


def test_a_learner_that_is_better_is_seen():
    rng = np.random.default_rng(12)
    tables = rng.normal(size=(200, 12, 4)) + np.array([1.2, 0, 0, 0])
    shown = [friedman_reversed(table) for table in tables]
    ours, theirs = (
        np.mean([p < 0.05 for p in ps]) for ps in zip(*((t.p_value, t.details["p_f"]) for t in shown), strict=True)
    )
    assert ours > theirs - 0.05 > 0.6


def test_few_datasets_show_nothing_and_say_so():
    steady = friedman_reversed([[3, 2, 1]] * 5)
    assert steady.p_value == 0.0625
    assert steady.warnings == ("the least p that 5 datasets can give is 0.0625.",)
    assert friedman_reversed([[3, 2, 1]] * 6).p_value == 0.03125


def test_all_tied():
    result = friedman_reversed(np.full((8, 3), 0.5))
    assert result.p_value == 1
    assert result.warnings == ("p is 1 because all learners tie on every dataset.",)


def test_drawn_patterns_are_near_all_and_know_no_order():
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(12, 5)) + np.linspace(0, 0.6, 5)
    every, some = friedman_reversed(scores), friedman_reversed(scores, resamples=1999, rng=1)
    assert some.p_value == pytest.approx(every.p_value, abs=4 * some.details["monte_carlo_error"])
    many = rng.normal(size=(40, 6))
    moved = many[rng.permutation(40)][:, rng.permutation(6)]
    assert friedman_reversed(many, rng=1).p_value == friedman_reversed(moved, rng=1).p_value
    assert friedman_reversed(many, rng=1).p_value == friedman_reversed(-many, better="lower", rng=1).p_value


def test_bad_input():
    with pytest.raises(InputError, match="at least 3 learners; got 2"):
        friedman_reversed([[1, 2], [3, 4], [2, 1]])
    with pytest.raises(InputError, match="`resamples` must"):
        friedman_reversed([[1, 2, 3], [3, 4, 5]], resamples=0)
