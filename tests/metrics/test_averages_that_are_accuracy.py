"""Some averages over classes are the share of right answers: they get the limits and tests of accuracy."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import referee
from referee import metrics
from referee.metrics.label_metric import ARE_ACCURACY, AVERAGES
from referee.metrics.registry import REGISTRY

rng = np.random.default_rng(3)
TABLES = rng.integers(0, 9, (50, 4, 4)) + np.eye(4, dtype=int)


def columns(n=90, k=4):
    """Truth and the answers of two models."""
    truth = rng.integers(0, k, n)
    return truth, *(np.where(rng.random(n) < share, truth, rng.integers(0, k, n)) for share in (0.7, 0.5))


@pytest.mark.parametrize("name", [name for name, made in REGISTRY.items() if getattr(made, "binary", False)])
@pytest.mark.parametrize("average", AVERAGES)
def test_those_and_no_others(name, average):
    made = getattr(metrics.get(name), average)
    same = np.allclose(made.formula(TABLES), metrics.accuracy.formula(TABLES), rtol=1e-12)
    assert same == ((average, name.partition(":")[0]) in ARE_ACCURACY)


@pytest.mark.parametrize(("average", "name"), sorted(ARE_ACCURACY))
def test_the_same_answer_as_accuracy(average, name):
    truth, one, two = columns()
    word = getattr(metrics.get(name), average).name
    made = referee.evaluate(truth, one, metrics=["accuracy", word], rng=0)
    assert made[word].interval == made["accuracy"].interval
    pair = [referee.read(truth, answers) for answers in (one, two)]
    first, second = (referee.compare(*pair, metric=metric, rng=0).test for metric in ("accuracy", word))
    assert (first.p_value, first.effect.interval) == (second.p_value, second.effect.interval)


def test_parameters_do_not_matter():
    truth, one, _ = columns()
    made = referee.evaluate(truth, one, metrics=["accuracy", metrics.fbeta.using(beta=2).micro], rng=0)
    assert made.measures[0].interval == made.measures[1].interval


def test_a_learner_is_estimated_by_them_as_by_accuracy():
    X = rng.normal(size=(40, 2))
    y = (X[:, 0] + rng.normal(size=40) > 0).astype(int)
    made = [
        referee.estimate_error(GaussianNB(), X, y, method="10-CV", metric=name, rng=0).estimate
        for name in ("accuracy", "f1_micro", "sensitivity_weighted")
    ]
    assert made[0].interval is not None
    assert {one.interval for one in made} == {made[0].interval}


def test_the_plain_mean_of_recalls_is_balanced_accuracy():
    truth, one, two = (column % 2 for column in columns())
    pair = [referee.read(truth, answers, positive=1) for answers in (one, two)]
    found = [
        referee.compare(*pair, metric=name, rng=0).test for name in ("balanced_accuracy", "sensitivity_macro")
    ]
    assert found[0].p_value == found[1].p_value
    assert found[0].effect.interval == found[1].effect.interval
