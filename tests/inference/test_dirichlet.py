"""Dirichlet draws: their moments, and the coverage of the intervals made from them."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core import ConfusionMatrix
from referee.inference.label_values import quantiles
from referee.inference.sampler import dirichlet_draws as draws
from referee.inference.sampler import draw_count, stratified_draws
from referee.metrics import get

WORLDS = {
    "rare and good": np.array([[0.965, 0.004], [0.001, 0.03]]),  # the percentile bootstrap covers 46% here
    "balanced and middling": np.array([[0.4, 0.12], [0.15, 0.33]]),
    "three classes": np.array([[0.5, 0.02, 0.01], [0.03, 0.3, 0.02], [0.01, 0.03, 0.08]]),
}


def matrix_of(counts):
    labels = tuple(range(len(counts)))
    return ConfusionMatrix(counts, labels, positive=1 if len(counts) == 2 else None)


def test_moments_are_those_of_60_cases_and_half_a_case_a_cell():
    counts = np.array([[40, 3], [0, 17]])
    drawn = draws(matrix_of(counts), np.random.default_rng(0), size=40_000)
    shares = drawn / drawn.sum(axis=(1, 2), keepdims=True)
    mean = (counts + 0.5) / 62
    assert shares.mean(axis=0) == pytest.approx(mean, abs=1e-3)
    assert shares.var(axis=0) == pytest.approx(mean * (1 - mean) / 59, rel=0.06)


def test_an_answer_that_was_not_seen_may_weigh_as_much_as_the_heaviest():
    # All of the alarms were checked, and four of the rest, which stand for 35 each and happen to be right.
    cases, weight = np.array([[4, 860], [0, 422]]), np.array([[35.0, 1.0], [35.0, 1.0]])
    matrix = ConfusionMatrix(cases * weight, (0, 1), 1, cases * weight**2, cases)
    drawn = draws(matrix, np.random.default_rng(0), size=20_000)
    low = quantiles(get("negative_predictive_value").formula(drawn), 0.95)[0]
    assert low == pytest.approx(0.55, abs=0.05)  # .90 where half a case of the mean weight was added
    assert quantiles(get("markedness").formula(drawn), 0.95)[0] == pytest.approx(low + 422 / 1282 - 1, abs=0.05)


def test_equal_weights_draw_as_no_weights():
    counts = np.array([[40, 3], [1, 17]])
    weighted = ConfusionMatrix(2.5 * counts, (0, 1), 1, 6.25 * counts, counts)
    plain = draws(matrix_of(counts), np.random.default_rng(0), size=100)
    assert draws(weighted, np.random.default_rng(0), size=100) == pytest.approx(2.5 * plain)


def test_strata_keep_their_shares():
    drawn = stratified_draws(
        matrix_of(np.array([[40, 3], [1, 17]])), np.random.default_rng(0), np.array([0.9, 0.1])
    )
    assert drawn.sum(axis=-1) == pytest.approx(np.broadcast_to([0.9, 0.1], (draw_count(2), 2)))


def test_many_classes_get_fewer_draws():
    assert [draw_count(k) for k in (2, 7, 10, 100, 141)] == [10_000, 10_000, 5_000, 2_000, 1_005]


@pytest.mark.slow
@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("name", ["mcc", "kappa", "f1_macro"])
def test_coverage_given_that_the_value_is_defined(world, name):
    shares, metric = WORLDS[world], get(name)
    generator = np.random.default_rng(11)
    truth = float(metric.formula(shares))
    hits = []
    for counts in generator.multinomial(150, shares.ravel(), size=400).reshape(-1, *shares.shape):
        if np.isnan(metric.formula(counts)):
            continue
        low, high = quantiles(metric.formula(draws(matrix_of(counts), generator, size=800)), 0.95)
        hits.append(low <= truth <= high)
    assert len(hits) > 370
    assert 0.92 - 0.015 <= np.mean(hits) <= 0.985  # one standard error of 400 runs below .92
