"""Measures at a stated prevalence: values by hand, and coverage where the classes occur in other shares."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

import referee
from referee.core import ConfusionMatrix
from referee.inference.at_prevalence import estimate_at, shares_of
from referee.inference.sampler import Sampler
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.registry import get

PIPE = ConfusionMatrix.from_counts(tp=50, fn=50, fp=2, tn=198)


def test_values_by_bayes_rule():
    result = referee.evaluate(PIPE, prevalence=0.0026, rng=0)
    sn, sp, p = 0.5, 0.99, 0.0026
    tp, fp, fn, tn = sn * p, (1 - sp) * (1 - p), (1 - sn) * p, sp * (1 - p)
    expected = {
        "precision": tp / (tp + fp),
        "npv": tn / (tn + fn),
        "fdr": fp / (tp + fp),
        "for": fn / (tn + fn),
        "accuracy": tp + tn,
        "error_rate": fp + fn,
        "f1": 2 * tp / (2 * tp + fp + fn),
        "prevalence": p,
        "sensitivity": sn,
        "specificity": sp,
        "predicted_positive_rate": tp + fp,
        "balanced_accuracy": (sn + sp) / 2,
    }
    for name, value in expected.items():
        assert result[name].value == pytest.approx(value, abs=1e-12), name


def test_every_interval_holds_its_value_and_says_what_is_assumed():
    result = referee.evaluate(PIPE, prevalence=0.0026, costs={"fp": 1, "fn": 20}, rng=0)
    for m in result.measures:
        if m.name not in ("prevalence", "no_information_rate"):
            assert m.interval.low <= m.value <= m.interval.high, m.name
            assert m.interval.width > 0
    assert "cases in use" in result["precision"].note
    assert result["prevalence"].interval is None


def test_at_its_own_prevalence_nothing_moves():
    matrix = ConfusionMatrix.from_counts(tp=45, fn=5, fp=12, tn=88)
    own, plain = referee.evaluate(matrix, prevalence=1 / 3, rng=0), referee.evaluate(matrix, rng=0)
    for m in plain.measures:
        assert own[m.name].value == pytest.approx(m.value, rel=1e-9), m.name


def test_a_range_spans_its_ends():
    ends = [referee.evaluate(PIPE, prevalence=p, metrics="precision", rng=0)["ppv"].interval for p in (0.01, 0.2)]
    spanned = referee.evaluate(PIPE, prevalence=(0.01, 0.2), metrics="precision", rng=0)["ppv"].interval
    assert tuple(spanned) == pytest.approx((ends[0].low, ends[1].high))
    known = referee.core.Interval(0.01, 0.2, 0.95, "a survey")
    assert tuple(referee.evaluate(PIPE, prevalence=known, metrics="ppv")["ppv"].interval) == tuple(spanned)


def test_a_mapping_moves_every_class():
    matrix = ConfusionMatrix.from_matrix([[8, 2, 0], [1, 18, 1], [0, 3, 27]], list("abc"), rows="truth")
    result = referee.evaluate(matrix, prevalence={"a": 0.5, "b": 0.3, "c": 0.2}, rng=0)
    assert result["accuracy"].value == pytest.approx(0.5 * 0.8 + 0.3 * 0.9 + 0.2 * 0.9)
    assert result["accuracy"].value in result["accuracy"].interval
    assert "test set" in result["precision", "a"].note


@pytest.mark.parametrize(
    ("prevalence", "sentence"),
    [
        (0, "`prevalence` must lie strictly between 0 and 1; got 0"),
        (5, "got 5. Did you mean 0.05"),
        ((0.2, 0.1), "low <= high"),
        ((0.1, 0.2, 0.3), "a pair"),
        ({"positive": 0.2}, "name each class"),
        ({"positive": 0.2, "negative": 0.7}, "sum to 1; got 0.9"),
        ("often", "`prevalence` must be a finite number; got 'often'"),
    ],
)
def test_bad_prevalence_gets_the_sentence(prevalence, sentence):
    with pytest.raises(referee.InputError, match=sentence):
        referee.evaluate(PIPE, prevalence=prevalence)


def test_a_number_needs_a_positive_class():
    with pytest.raises(referee.InputError, match="share of a known class"):
        referee.evaluate(["a", "b", "b"], ["a", "b", "a"], prevalence=0.2)


def test_a_class_without_test_cases_has_no_value_elsewhere():
    matrix = ConfusionMatrix.from_counts(tp=0, fn=0, fp=3, tn=20)
    result = referee.evaluate(matrix, prevalence=0.1, rng=0)
    assert not result["accuracy"].defined
    assert "no test case of" in result["accuracy"].undefined


@pytest.mark.slow
@pytest.mark.parametrize(("sn", "sp"), [(0.85, 0.95), (0.97, 0.7)])
def test_coverage_in_a_world_of_another_prevalence(sn, sp):
    """60 positives and 120 negatives are tested; the model is used where 5% are positive."""
    share, runs = 0.05, 300
    generator = np.random.default_rng(5)
    world = ConfusionMatrix.from_rates(sensitivity=sn, specificity=sp, prevalence=share)
    names = ["precision", "npv", "accuracy", "f1", "mean_cost"]
    costs = {"fp": 1, "fn": 20}
    known = referee.evaluate(world, metrics=names, costs=costs)
    truth = {name: known[name].value for name in names}
    hits = dict.fromkeys(names, 0)
    for tp, tn in zip(generator.binomial(60, sn, runs), generator.binomial(120, sp, runs), strict=True):
        matrix = ConfusionMatrix.from_counts(tp=int(tp), fn=60 - int(tp), fp=120 - int(tn), tn=int(tn))
        result = referee.evaluate(matrix, prevalence=share, metrics=names, costs=costs, rng=1)
        for name in names:
            hits[name] += truth[name] in result[name].interval
    for name in names:
        assert 0.92 <= hits[name] / runs <= 0.99, name


@pytest.mark.parametrize(
    ("name", "positives", "negatives", "sn", "sp", "prevalence"),
    [
        ("npv", 2, 18, 0.918, 0.872, 0.0084),
        ("f1", 5, 193, 0.999, 0.983, 0.31),
        ("precision", 6, 37, 0.96, 0.996, 0.3),
    ],
)
def test_exact_coverage_where_score_limits_of_the_ratio_and_draws_fell_short(
    name, positives, negatives, sn, sp, prevalence
):
    """Computed over all outcomes; Koopman's limits held .842 in the first world, the draws .89 in the second."""
    metric, covered, seen = get(name), 0.0, 0.0
    truth = metric.formula(
        np.array([[(1 - prevalence) * sp, (1 - prevalence) * (1 - sp)], [prevalence * (1 - sn), prevalence * sn]])
    )
    for tp in range(positives + 1):
        for fp in range(negatives + 1):
            chance = binom.pmf(tp, positives, sn) * binom.pmf(fp, negatives, 1 - sp)
            if chance < 1e-6:
                continue
            table = ConfusionMatrix.from_counts(tp=tp, fn=positives - tp, fp=fp, tn=negatives - fp)
            found = estimate_at(metric, table, shares_of(prevalence, table), level=0.95, sampler=Sampler(table, 0))
            if found.interval is not None:
                seen += chance
                covered += chance * (found.interval.low <= truth <= found.interval.high)
    assert covered / seen > 0.92


@pytest.mark.parametrize(
    ("counts", "shares", "rows"),
    [
        ([[3, 1], [0, 0]], [1, 0], [[3, 1], [0, 0]]),
        ([[3, 1], [2, 2]], [0, 1], [[0, 0], [4, 4]]),
        ([[3, 1], [0, 0]], [0.5, 0.5], [[1.5, 0.5], [np.nan, np.nan]]),
    ],
)
def test_a_class_without_cases_is_unknown_unless_its_share_is_0(counts, shares, rows):
    assert np.array_equal(at_prevalence(counts, shares), rows, equal_nan=True)
