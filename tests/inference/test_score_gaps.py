"""Differences of metrics of scores that are drawn again."""

from __future__ import annotations

import numpy as np
import pytest

from referee import Verdict, compare, evaluate, read


def _two(kind):
    rng = np.random.default_rng(45)
    if kind == "one score":
        y = rng.integers(0, 2, 60)
        return [read(y, y_score=rng.random(60) + shift * y, positive=1) for shift in (0.4, 0.3)]
    y = rng.integers(0, 3, 45)
    odds = [np.exp(rng.normal(size=(45, 3)) + shift * (y[:, None] == np.arange(3))) for shift in (1.5, 1.2)]
    return [read(y, y_score=own / own.sum(axis=1, keepdims=True)) for own in odds]


@pytest.mark.parametrize(
    ("kind", "metric"),
    [
        ("one score", "sensitivity_at_specificity:0.9"),
        ("one score", "specificity_at_sensitivity:0.9"),
        ("three classes", "brier_skill"),
        ("three classes", "log_loss_skill"),
    ],
)
def test_models_that_change_places_have_the_same_p_and_the_mirrored_interval(kind, metric):
    a, b = _two(kind)
    here, back = compare(a, b, metric=metric, rng=1), compare(b, a, metric=metric, rng=1)
    assert here.test.p_value == pytest.approx(back.test.p_value, rel=1e-9)
    low, high = back.difference.interval
    assert tuple(here.difference.interval) == pytest.approx((-high, -low), rel=1e-9)


def test_an_infinite_value_is_not_tested_on_other_cases_either():
    y = np.arange(60) % 2
    sure = np.where(y == 1, 0.8, 0.2)
    wrong = sure.copy()
    wrong[1] = 0.0
    a, b = (read(y, y_score=own, positive=1) for own in (wrong, sure))
    for independent in (False, True):
        found = compare(a, b, metric="log_loss_skill", independent=independent, rng=0)
        assert np.isnan(found.test.p_value)
        assert (
            "the loss is infinite: probability 0 for what happened, by A on 1 case" in found.difference.undefined
        )
        assert found.verdict == Verdict.UNDECIDED


@pytest.mark.parametrize("metric", ["hand_till", "ovr_auc"])
def test_values_without_an_interval_have_no_difference_with_one(metric):
    y = np.arange(60) % 3
    tied = read(y, y_score=np.full((60, 3), 1 / 3))
    found = compare(tied, tied, metric=metric, independent=True, margin=0.01, rng=0)
    assert found.difference.interval is None
    assert found.test.inapplicable == "no case moves the value"
    assert found.verdict == Verdict.UNDECIDED


@pytest.mark.parametrize("metric", ["brier_skill", "log_loss_skill"])
def test_a_class_that_weighs_nothing_leaves_a_skill_its_limits(metric):
    rng = np.random.default_rng(0)
    y, p, q = rng.integers(0, 3, 60), rng.dirichlet(np.ones(3), 60), rng.dirichlet(np.ones(3), 60)
    weights = np.where(y == 2, 0.0, 1.0)
    found = []
    for rows in (slice(None), weights > 0):
        a, b = (read(y[rows], None, own[rows], weights=weights[rows], labels=[0, 1, 2]) for own in (p, q))
        ends = evaluate(a, metrics=[metric], rng=0)[metric].interval
        found.append((*ends, *compare(a, b, metric=metric, rng=0).difference.interval))
    assert np.isfinite(found).all()
    assert found[0][:2] == pytest.approx(found[1][:2], rel=1e-6)
