import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt, loo_predictions


@pytest.mark.parametrize("strategy", ["prior", "most_frequent"])
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "single"])
def test_equals_brute_force(strategy, kind):
    for k in (2, 3):
        check(DummyClassifier(strategy=strategy), *data(1, 30, 1, k, kind=kind))
    check(scaler(DummyClassifier(strategy=strategy)), *data(1, 30, 2, 2, kind=kind))


def test_on_balanced_classes_the_majority_rule_is_always_wrong():
    y = np.repeat(["no", "yes"], 20)
    found = loo_predictions(DummyClassifier(strategy="most_frequent"), np.zeros((40, 1)), y)
    assert not (found.labels == y).any()
    assert found.near_ties == 0


def test_random_rules_are_refused():
    reason = loo_attempt(DummyClassifier(strategy="stratified"), *data(1, 30, 1, 2)).reason
    assert reason == "DummyClassifier with strategy='stratified' has no shortcut"
