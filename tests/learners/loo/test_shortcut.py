import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.decomposition import PCA
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from helpers.loo_brute import by_hand, data
from referee.errors import InputError
from referee.learners.loo import loo_attempt, loo_predictions


class Mine(GaussianNB):
    """A subclass may fit in any way."""


@pytest.mark.parametrize(
    ("learner", "reason"),
    [
        (DecisionTreeClassifier(), "DecisionTreeClassifier has no shortcut"),
        (Mine(), "Mine has no shortcut"),
        (make_pipeline(MinMaxScaler(), GaussianNB()), "a pipeline of MinMaxScaler, GaussianNB has no shortcut"),
        (make_pipeline(StandardScaler(), PCA(), GaussianNB()), "a pipeline of StandardScaler, PCA, GaussianNB"),
        (make_pipeline(StandardScaler(), DecisionTreeClassifier()), "DecisionTreeClassifier has no shortcut"),
        (make_pipeline(StandardScaler(), "passthrough"), "str has no shortcut"),
        (object(), "object has no shortcut"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_only_exact_classes_have_a_shortcut(learner, reason):
    attempt = loo_attempt(learner, *data(1, 20, 2, 2))
    assert attempt.predictions is None
    assert attempt.reason.startswith(reason)


@pytest.mark.parametrize(
    ("X", "y", "reason"),
    [
        (np.ones((4, 1), dtype=np.float32), [0, 1, 0, 1], "features of type float32"),
        (np.array([["a"], ["b"], ["c"]]), [0, 1, 0], "features of type"),
        (csr_matrix(np.eye(4)), [0, 1, 0, 1], "sparse features"),
        ([[1.0], [np.nan], [2.0]], [0, 1, 0], "missing or infinite features"),
        ([1.0, 2.0, 3.0], [0, 1, 0], "features must be a table"),
        ([[1.0], [2.0]], [0, 1], "fewer than 3 cases"),
        ([[1.0], [2.0], [3.0]], [0.5, 1.5, 0.5], "labels must be classes"),
        ([[1.0], [2.0], [3.0]], [0, 0, 0], "one class has no shortcut"),
        ([[1.0], [2.0], [3.0]], [[0, 1], [1, 0], [0, 1]], "labels must be one column"),
        ([[1.0], [2.0], [3.0]], np.array([0, "a", None], dtype=object), "labels of several types"),
    ],
)
def test_data_that_have_no_shortcut(X, y, reason):
    attempt = loo_attempt(GaussianNB(), X, y)
    assert attempt.predictions is None
    assert attempt.reason.startswith(reason)


def test_lengths_must_agree():
    with pytest.raises(InputError, match=r"`y` must have one label for each of the 3 cases; got 2 labels\."):
        loo_predictions(GaussianNB(), [[1.0], [2.0], [3.0]], [0, 1])


def test_frames_whole_numbers_and_labels_of_any_type():
    import pandas as pd

    X, y = data(1, 30, 2, 2)
    plain = loo_predictions(GaussianNB(), X, y, scores=True)
    frame = loo_predictions(GaussianNB(), pd.DataFrame(X), pd.Series(y), scores=True)
    assert (plain.labels == frame.labels).all()
    assert np.array_equal(plain.scores, frame.scores)
    whole = np.round(4 * X).astype(int)
    labels, _, _ = by_hand(GaussianNB(), whole, y == "ash")
    assert (loo_predictions(GaussianNB(), whole, y == "ash").labels == labels).all()


@pytest.mark.parametrize("size", [1e-160, 1e160])
def test_numbers_that_overflow_when_squared(size):
    X, y = data(1, 30, 2, 2)
    assert "whose squares leave the range" in loo_attempt(GaussianNB(), X * size, y).reason


def test_nothing_is_fitted_or_changed():
    X, y = data(1, 30, 2, 2)
    before, learner = X.copy(), GaussianNB()
    found = loo_predictions(learner, X, y)
    assert not hasattr(learner, "classes_")
    assert np.array_equal(X, before)
    assert found.scores is None


def test_near_ties_are_counted():
    X = np.array([[-1.0], [1.0], [0.0], [0.0], [-2.0], [2.0], [-3.0], [3.0], [0.0]])
    found = loo_predictions(RidgeClassifier(), X, np.array([0, 1, 0, 1, 0, 1, 0, 1, 0]), scores=True)
    assert found.near_ties == np.sum(np.abs(found.scores) < 1e-9)


def test_a_learner_that_fits_in_another_way_is_noticed(monkeypatch):
    """Two folds are fitted as a check, so that another version of the learner cannot go unnoticed."""
    fit = GaussianNB.fit

    def other(self, X, y):
        return fit(self, np.add(X, [1.0, 0.2]), y)

    monkeypatch.setattr(GaussianNB, "fit", other)
    reason = loo_attempt(GaussianNB(), *data(1, 30, 2, 2)).reason
    assert "gave another score" in reason


def test_sklearn_is_loaded_only_by_use():
    import subprocess
    import sys

    code = "import sys, referee.learners.loo\nprint('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


@pytest.mark.parametrize("kind", ["LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"])
def test_an_older_scikit_learn_is_fitted(kind, monkeypatch):
    import sklearn.discriminant_analysis

    monkeypatch.setattr(sklearn, "__version__", "1.8.2")
    attempt = loo_attempt(getattr(sklearn.discriminant_analysis, kind)(), *data(1, 30, 2, 2))
    assert attempt.reason == f"{kind} has a shortcut from scikit-learn 1.9 on"
