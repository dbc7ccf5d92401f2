"""Selection of a learner."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import referee
from referee import Dataset
from referee.errors import InputError
from referee.learners import CrossValidation, OverSampling, per_split, run_learner, select_learner, simplest_within
from referee.learners.run import Run

Y = np.arange(90) % 2
X = np.random.default_rng(5).normal(size=(90, 3)) + Y[:, None]
THREE = {"majority": DummyClassifier(), "bayes": GaussianNB(), "1-nn": KNeighborsClassifier(1)}


@pytest.mark.parametrize("rule", ["one_se", "one_sd", "best"])
def test_the_choice_is_the_rule_s(rule):
    found = select_learner(THREE, X, Y, rule=rule, rng=2)
    folds = CrossValidation(10).make(Y, rng=2)
    runs = [run_learner(learner, X, Y, folds, rng=2) for learner in THREE.values()]
    scores = np.array([[np.trace(c) / c.sum() for c in r.counts] for r in runs])
    assert found.scores.tolist() == pytest.approx(scores)
    choice = simplest_within(scores, rule=rule)
    assert (found.chosen, found.best) == (list(THREE)[choice.chosen], list(THREE)[choice.best])
    assert found.apparent.value == pytest.approx(scores.mean(axis=1).max())
    assert found.optimism == pytest.approx(found.apparent.value - found.estimate.value)
    assert rule.replace("_", " ").split()[0] in found.rule or rule == "best"


def test_the_final_model_saw_all_data():
    found = select_learner(THREE, X, Y, rng=2)
    assert found.chosen == "bayes"
    whole = GaussianNB().fit(X, Y)
    assert found.model.theta_.tolist() == whole.theta_.tolist()
    assert THREE["bayes"].__dict__.get("theta_") is None
    back = referee.load(found.to_dict())
    assert back.model is None
    assert back.chosen == found.chosen


def test_a_winner_among_noise_is_corrected():
    """Twenty learners that see one noise feature each: the best looks good, and is not."""
    rng = np.random.default_rng(0)
    apparent, estimate, corrected = [], [], []
    for i in range(6):
        noise = rng.normal(size=(40, 12))
        many = {f"f{j}": OneFeature(j) for j in range(12)}
        found = select_learner(many, noise, np.arange(40) % 2, rule="best", splits=CrossValidation(5), rng=i)
        apparent.append(found.apparent.value)
        estimate.append(found.estimate.value)
        corrected.append(found.corrected.value)
    assert np.mean(apparent) > 0.58
    assert abs(np.mean(estimate) - 0.5) < 0.06
    assert np.mean(corrected) < np.mean(apparent) - 0.05


class OneFeature(GaussianNB):
    """Naive Bayes on one feature."""

    def __init__(self, feature=0):
        super().__init__()
        self.feature = feature

    def fit(self, X, y):
        return super().fit(X[:, [self.feature]], y)

    def predict(self, X):
        return super().predict(X[:, [self.feature]])


def test_scores_and_samplers_and_workers():
    pair = {"bayes": GaussianNB(), "logit": LogisticRegression()}
    found = select_learner(pair, X, Y, metric="roc_auc", rng=1)
    assert found.estimate.undefined == "BBC-CV needs a label metric"
    assert found.corrected.value <= found.apparent.value
    balanced = {name: (OverSampling(), learner) for name, learner in pair.items()}
    one = select_learner(balanced, X, Y, rng=1)
    two = select_learner(balanced, X, Y, rng=1, run=Run(2))
    assert one.to_dict() == two.to_dict()


def test_bad_input():
    with pytest.raises(InputError, match="`candidates` must map names to learners"):
        select_learner([GaussianNB()], X, Y)
    with pytest.raises(InputError, match="`learner` must fit on some split; got far: "):
        select_learner({"far": KNeighborsClassifier(10**6)}, X, Y)
    with pytest.raises(InputError, match="precision is undefined for 'majority' on some"):
        select_learner(THREE, X, Y, metric="precision")


def test_a_dataset_keeps_groups_together():
    patients = np.arange(len(Y)) // 4
    found = select_learner(THREE, Dataset("d", X, Y, groups=patients), splits=CrossValidation(5), rng=1)
    folds = CrossValidation(5).make(Y, groups=patients, rng=1)
    by_hand = [per_split(run_learner(one, X, Y, folds, rng=1), "accuracy").tolist() for one in THREE.values()]
    assert found.scores.tolist() == by_hand
    assert select_learner(THREE, X, Y, splits=folds, rng=1).scores.tolist() == by_hand
    assert found.model.predict(X).shape == Y.shape
