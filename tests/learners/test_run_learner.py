"""Running a learner: the same bits for any number of workers, failures kept apart, samplers inside."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from referee import InputError
from referee.learners import (
    Bootstrap,
    CrossValidation,
    Holdout,
    LeaveOneOut,
    OverSampling,
    UnderSampling,
    per_split,
    run_learner,
)
from referee.learners.data import LearnerCases
from referee.learners.run import Run

RNG = np.random.default_rng(0)
Y = np.repeat(["no", "yes"], [24, 16])
X = RNG.normal(size=(40, 3)) + (Y == "yes")[:, None]
SPLITS = CrossValidation(5).make(Y, rng=1)


class Odd(ClassifierMixin, BaseEstimator):
    """A learner that goes wrong when the training part lacks some row."""

    def __init__(self, wrong="raise", at=()):
        self.wrong = wrong
        self.at = at

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.bad_ = any(not (X == X_).all(axis=1).any() for X_ in np.asarray(self.at))
        if self.bad_ and self.wrong == "raise":
            raise RuntimeError("no such row")
        if self.bad_ and self.wrong == "stop":
            raise KeyboardInterrupt
        return self

    def predict(self, X):
        answers = {
            "nan": np.full(len(X), np.nan),
            "short": np.full(len(X) - 1, "no"),
            "strange": np.full(len(X), "maybe"),
            "number": np.zeros(len(X)),
        }
        return answers.get(self.wrong, np.full(len(X), "no")) if self.bad_ else np.full(len(X), "no")


def test_brute_force():
    results = run_learner(GaussianNB(), X, Y, SPLITS, keep=["scores", "whole"], rng=1)
    for i, (train, test) in enumerate(SPLITS):
        model = GaussianNB().fit(X[train], Y[train])
        assert np.array(results.labels)[results.test(i)[1]].tolist() == model.predict(X[test]).tolist()
        assert results.test_scores(i).tolist() == model.predict_proba(X[test])[:, 1].tolist()
    whole = GaussianNB().fit(X, Y)
    assert np.array(results.labels)[results.whole].tolist() == whole.predict(X).tolist()
    assert results.fits == 6
    errors = [np.mean(GaussianNB().fit(X[a], Y[a]).predict(X[b]) != Y[b]) for a, b in SPLITS]
    assert per_split(results, "error_rate") == pytest.approx(errors)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["threading", "loky", None], ids=str)
@pytest.mark.parametrize(
    "learner",
    [RandomForestClassifier(3), make_pipeline(StandardScaler(), DecisionTreeClassifier(max_features=1))],
    ids=["forest", "pipeline"],
)
def test_workers_do_not_change_a_bit(learner, how):
    options = {"keep": ["scores", "whole"], "rng": 5}
    one = run_learner((OverSampling(), learner), X, Y, SPLITS, **options)
    two = run_learner((OverSampling(), learner), X, Y, SPLITS, run=Run(2, how), **options)
    assert one.to_dict() == two.to_dict()
    other = run_learner(learner, X, Y, SPLITS, **options | {"rng": 6})
    assert one.to_dict()["scores"] != other.to_dict()["scores"]


def test_spreading_without_a_backend(monkeypatch):
    monkeypatch.setattr(sys.modules["referee.learners.run_learner"], "WORTH_SPREADING", 0.0)
    one = run_learner(RandomForestClassifier(3), X, Y, SPLITS, rng=5)
    two = run_learner(RandomForestClassifier(3), X, Y, SPLITS, rng=5, run=Run(2))
    assert one.to_dict() == two.to_dict()


def test_the_learner_is_left_alone_and_its_own_state_is_kept():
    learner = RandomForestClassifier(3, random_state=7)
    a = run_learner(learner, X, Y, SPLITS, rng=1)
    b = run_learner(learner, X, Y, SPLITS, rng=2)
    assert [p.tolist() for p in a.predicted] == [p.tolist() for p in b.predicted]
    assert not hasattr(learner, "estimators_")
    fitted = GaussianNB().fit(X, Y)
    run_learner(fitted, X, Y, SPLITS)
    assert fitted.class_count_.sum() == 40


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("raise", "RuntimeError: no such row"),
        ("nan", "predict gave NaN for 8 of 8 cases, the first at row 1 (index 0)"),
        ("short", "predict gave an array of shape (7,) for 8 cases"),
        ("strange", "predict gave 'maybe', which is no label of `y`"),
        ("number", "predict gave 0.0, which is no label of `y`"),
    ],
)
def test_a_bad_fit_is_reported_with_its_split(wrong, sentence):
    row = int(SPLITS.tests[2][0])
    results = run_learner(Odd(wrong, at=[X[row].tolist()]), X, Y, SPLITS, rng=1)
    assert results.failures == ((2, sentence),)
    assert results.finished == (0, 1, 3, 4)
    assert np.isnan(per_split(results, "accuracy")).tolist() == [False, False, True, False, False]
    with pytest.raises(InputError, match="`split` must have finished; got 2: "):
        results.test(2)


def test_ctrl_c_keeps_what_is_finished():
    row = int(SPLITS.tests[2][0])
    results = run_learner(Odd("stop", at=[X[row].tolist()]), X, Y, SPLITS, rng=1)
    assert results.interrupted
    assert results.finished == (0, 1)


def test_a_person_sees_how_many_fits_there_are(monkeypatch):
    said = io.StringIO()
    monkeypatch.setattr(said, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.setattr("referee.learners.run.IN_PLACE", 0.0)
    run_learner(GaussianNB(), X, Y, SPLITS, rng=1, run=Run(progress=True))
    assert "3 of 5 fits" in said.getvalue()
    assert "5 of 5 fits" in said.getvalue()


def test_no_scores_to_be_had():
    results = run_learner(Odd(), X, Y, SPLITS, keep=["scores"], rng=1)
    assert results.failures[0] == (0, "Odd has neither predict_proba nor decision_function")


def test_of_several_classes_one_of_which_is_positive_all_count_for_the_accuracy():
    y = np.repeat(["a", "b", "c"], [16, 14, 10])
    splits = CrossValidation(5).make(y, rng=1)
    results = run_learner(GaussianNB(), LearnerCases(X, y, "c"), None, splits, rng=1)
    right = [
        np.mean(GaussianNB().fit(X[train], y[train]).predict(X[test]) == y[test])
        for train, test in ((splits.train(i), splits.tests[i]) for i in range(5))
    ]
    np.testing.assert_allclose(per_split(results, "accuracy"), right)


def test_decision_functions_and_the_positive_class():
    yes = run_learner(RidgeClassifier(), LearnerCases(X, Y, "yes"), None, SPLITS, keep=["scores"])
    no = run_learner(RidgeClassifier(), LearnerCases(X, Y, "no"), None, SPLITS, keep=["scores"])
    assert yes.test_scores(0).tolist() == (-no.test_scores(0)).tolist()
    assert per_split(yes, "roc_auc") == pytest.approx(per_split(no, "roc_auc"))


def test_a_class_that_a_training_part_lacks_has_probability_0():
    y = np.array([0, 1, 2] * 13 + [7])
    results = run_learner(GaussianNB(), X, y, LeaveOneOut().make(y), keep=["scores"])
    assert results.test_scores(39).shape == (1, 4)
    assert results.test_scores(39)[0, 3] == 0
    assert results.complete


@pytest.mark.parametrize("labels", [(False, True), (0, 1), (-1, 1), ("b", "a"), (10**12, 3)])
def test_any_labels(labels):
    y = np.array([labels[int(v)] for v in Y == "yes"])
    results = run_learner(GaussianNB(), X, y, SPLITS)
    assert set(results.labels) == set(labels)
    plain = run_learner(GaussianNB(), X, Y == "yes", SPLITS)
    assert per_split(results, "accuracy").tolist() == per_split(plain, "accuracy").tolist()


def test_frames_lists_and_sparse_matrices():
    import pandas as pd
    from scipy.sparse import csr_matrix

    plain = run_learner(LogisticRegression(), X, Y, SPLITS, rng=1)
    for table in (pd.DataFrame(X, columns=list("abc")), X.tolist(), csr_matrix(X)):
        other = run_learner(LogisticRegression(), table, Y.tolist(), SPLITS, rng=1)
        assert per_split(other, "accuracy").tolist() == per_split(plain, "accuracy").tolist()


def test_searches_and_object_labels():
    search = GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=2)
    results = run_learner(search, X, Y.astype(object), Holdout().make(Y, rng=1), rng=1)
    assert results.complete


class Spy(OverSampling):
    seen: list = []

    def fit_resample(self, X, y):
        self.seen.append(len(y))
        return super().fit_resample(X, y)


def test_samplers_see_training_parts_only():
    Spy.seen = []
    plain = run_learner((Spy(), GaussianNB()), X, Y, SPLITS, rng=1)
    assert Spy.seen == [len(train) for train, _ in SPLITS]
    over = OverSampling(random_state=1).fit_resample(X, Y)
    assert np.unique(over[1], return_counts=True)[1].tolist() == [24, 24]
    assert over[0][:40].tolist() == X.tolist()
    under = UnderSampling(random_state=1).fit_resample(X, Y)
    assert np.unique(under[1], return_counts=True)[1].tolist() == [16, 16]
    assert {tuple(row) for row in under[0]} < {tuple(row) for row in X}
    priors = [p for _, p in map(plain.test, range(5))]
    assert sum(map(np.sum, priors)) > sum(
        np.sum(p) for _, p in map(run_learner(GaussianNB(), X, Y, SPLITS).test, range(5))
    )


def test_everywhere():
    splits = Bootstrap(4).make(Y, rng=1)
    part = run_learner(GaussianNB(), X, Y, splits, rng=1)
    whole = run_learner(GaussianNB(), X, Y, splits, rng=1, keep=["everywhere"])
    assert (part.counts == whole.counts).all()
    assert len(whole.predicted[0]) == 40


def test_one_blas_thread_in_a_fit():
    from threadpoolctl import threadpool_info

    class Threads(GaussianNB):
        def fit(self, X, y):
            assert {pool["num_threads"] for pool in threadpool_info()} == {1}
            return super().fit(X, y)

    assert run_learner(Threads(), X, Y, SPLITS).complete


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: run_learner(GaussianNB, X, Y, SPLITS), "`learner` must be an object; got the class GaussianNB. Write GaussianNB()."),
        (lambda: run_learner(3, X, Y, SPLITS), "`learner` must have a method `fit`; got int."),
        (lambda: run_learner(GaussianNB(), X[:9], Y, SPLITS), "`X` must have as many rows as `y` (40); got 9."),
        (lambda: run_learner(GaussianNB(), X[:, 0], Y, SPLITS), "`X` must be a table of features, one row per case; got one dimension. Write X.reshape(-1, 1) for one feature."),
        (lambda: run_learner(GaussianNB(), X[:9], Y[:9], SPLITS), "`splits` must be of the 9 cases of `y`; got 40 cases."),
        (lambda: run_learner((3, GaussianNB()), X, Y, SPLITS), "`sampler` must have a method `fit_resample`; got int."),
        (lambda: run_learner(GaussianNB(), "abc", Y, SPLITS), "`X` must be a table of features, one row per case; got 'abc'."),
    ],
)  # fmt: skip
def test_refused(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == sentence


def test_the_fingerprint_is_of_features_and_labels():
    base = run_learner(GaussianNB(), X, Y, SPLITS)
    assert base.data == run_learner(RidgeClassifier(), X.copy(), Y.tolist(), SPLITS).data
    changed = X.copy()
    changed[3, 1] += 1e-9
    assert base.data != run_learner(GaussianNB(), changed, Y, SPLITS).data
    assert base.data != run_learner(GaussianNB(), X, Y[::-1], SPLITS).data


def test_labels_in_a_declared_order():
    import pyarrow as pa

    X, text = np.arange(20.0)[:, None], ["yes"] * 10 + ["no"] * 10
    codes = pa.array([0] * 10 + [1] * 10, pa.int32())
    y = pa.chunked_array([pa.DictionaryArray.from_arrays(codes, pa.array(["yes", "no"]), ordered=True)])
    splits = CrossValidation(5).make(text, rng=1)
    results = run_learner(GaussianNB(), X, y, splits, rng=1)
    assert (results.labels, results.failures) == (("yes", "no"), ())
    assert results.counts.sum(axis=0).tolist() == [[10, 0], [0, 10]]


def test_under_sampling_keeps_as_many_of_each_class_as_the_smallest_has():
    y = np.array(["a"] * 12 + ["b"] * 5 + ["c"] * 7)
    X, kept = UnderSampling(random_state=1).fit_resample(np.arange(24.0)[:, None], y)
    assert {label: int((kept == label).sum()) for label in "abc"} == dict.fromkeys("abc", 5)
    assert kept.tolist() == y[X[:, 0].astype(int)].tolist()


def test_what_to_keep_is_named():
    with pytest.raises(InputError, match="`keep` must be one of 'scores', 'whole', 'everywhere'; got 'score'"):
        run_learner(GaussianNB(), X, Y, SPLITS, keep=["score"])
    with pytest.raises(InputError, match="`keep` must be a list of what to keep; got 'scores'"):
        run_learner(GaussianNB(), X, Y, SPLITS, keep="scores")
