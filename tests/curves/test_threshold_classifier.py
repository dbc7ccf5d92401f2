import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from referee.core import ConfusionMatrix, Ranking
from referee.curves import ThresholdClassifier, threshold_by_cost

RNG = np.random.default_rng(8)
X = RNG.normal(size=(300, 2))
Y = np.where(X[:, 0] + RNG.normal(size=300) > 0, "yes", "no")


@pytest.mark.parametrize("model", [LogisticRegression(), LinearSVC()], ids=["proba", "decision"])
@pytest.mark.parametrize("positive", ["yes", "no"])
def test_predicts_what_the_ranking_counts(model, positive):
    model.fit(X, Y)
    usual = ThresholdClassifier(model, 0.5 if hasattr(model, "predict_proba") else 0.0, positive=positive)
    assert (usual.predict(X) == model.predict(X)).all()
    ranking = Ranking.from_scores(Y, usual.score(X), positive=positive)
    choice = threshold_by_cost(ranking, costs={"fp": 1, "fn": 10})
    wrapped = ThresholdClassifier(model, choice.threshold, positive=positive)
    counts = ConfusionMatrix.from_labels(Y, wrapped.predict(X), positive=positive)
    for cell in ("tp", "fp", "fn", "tn"):
        assert getattr(counts, cell) == getattr(choice.confusion, cell)


def test_the_second_class_is_the_positive_one():
    assert ThresholdClassifier(LogisticRegression().fit(X, Y), 0.5).positive == "yes"


def test_bad_inputs():
    model = LogisticRegression().fit(X, Y)
    with pytest.raises(ValueError, match="`model` must be fitted and have two `classes_`"):
        ThresholdClassifier(LogisticRegression(), 0.5)
    with pytest.raises(ValueError, match="`positive` must be a class of the model; got maybe"):
        ThresholdClassifier(model, 0.5, positive="maybe")
    with pytest.raises(ValueError, match="`threshold` must be a number"):
        ThresholdClassifier(model, "high")
