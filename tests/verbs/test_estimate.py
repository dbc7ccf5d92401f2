"""The true error of a learner: the choice of method, the traps, and the same answer for any number of workers."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import InputError
from referee.core.skill import Skill
from referee.learners import Bootstrap, CrossValidation, Holdout, LeaveOneOut, RandomSplits
from referee.verbs.estimate import METHODS, estimate_error
from referee.verbs.estimate_job import nested_fits, nested_folds


def data(n, shift=1.0, seed=0, share=0.5):
    g = np.random.default_rng(seed)
    y = (np.arange(n) < n * share).astype(int)
    return g.normal(size=(n, 3)) + shift * y[:, None], y


X, Y = data(24)


class Plain(GaussianNB):
    """A learner without a shortcut for leave-one-out."""


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_every_method_answers_and_travels(method):
    metric = "roc_auc" if method == "loo_pooled" else "error_rate"
    skill = estimate_error(GaussianNB(), X, Y, method=method, metric=metric, resamples=30, repeats=3, rng=1)
    assert skill.method == method
    assert 0 <= skill.estimate.value <= 1
    if skill.estimate.interval is None:
        assert "no interval with known coverage" in skill.estimate.note
    else:
        assert skill.estimate.interval.low <= skill.estimate.value <= skill.estimate.interval.high
        assert skill.estimate.interval.level == 0.95
    assert skill.apparent.title.endswith("apparent (tested on the training cases)")
    assert Skill.from_dict(json.loads(skill.to_json())).to_dict() == skill.to_dict()
    assert skill.why == "asked for by name"
    assert f"{skill.fits:,} fits" in str(skill)
    again = estimate_error(GaussianNB(), X, Y, method=method, metric=metric, resamples=30, repeats=3, rng=1)
    assert skill.to_dict() == again.to_dict()


@pytest.mark.parametrize("method", ["k_fold", "632+", "loo_star"])
def test_workers_do_not_change_a_bit(method):
    options = {"method": method, "resamples": 8, "repeats": 2, "rng": 3, "interval": "none"}
    one = estimate_error(DecisionTreeClassifier(max_features=1), X, Y, **options)
    two = estimate_error(DecisionTreeClassifier(max_features=1), X, Y, n_jobs=2, backend="loky", **options)
    assert one.to_dict() == two.to_dict()


@pytest.mark.parametrize(
    ("n", "share", "method", "why"),
    [
        (40, 0.5, "loo_star", "40 cases, fewer than 50"),
        (50, 0.5, "loo", "50 cases, fewer than 100"),
        (99, 0.5, "loo", "99 cases, fewer than 100"),
        (100, 0.5, "k_fold", "100 cases, 100 or more"),
        (100, 0.1, "loo_star", "the smallest class has 10 of 100 cases, fewer than 50"),
        (
            1200,
            0.05,
            "repeated_k_fold",
            "the smallest class has 60 of 1200 cases, and leave-one-out would take 1,200 fits",
        ),
    ],
)
def test_auto(n, share, method, why):
    x, y = data(n, share=share)
    skill = estimate_error(Plain(), x, y, rng=1, interval="none", resamples=20, repeats=2)
    assert (skill.method, skill.why) == (method, why)


def test_fewer_cases_of_a_class_than_folds():
    x, y = data(1200, share=0.0025)
    skill = estimate_error(Plain(), x, y, rng=1, interval="none", repeats=1)
    assert skill.splits.parameters["folds"] == 3
    asked = estimate_error(GaussianNB(), x, y, method="k_fold", rng=1, interval="none")
    assert "R032" in {f.code for f in asked.findings}
    assert "1 has 3 cases for 10 folds" in {f.title for f in asked.findings}


def test_leave_one_out_of_the_majority_rule_is_flagged():
    y = np.repeat([0, 1], 20)
    skill = estimate_error(DummyClassifier(), np.zeros((40, 1)), y, method="loo", rng=1, interval="none")
    assert skill.estimate.value == 1.0
    assert [f.code for f in skill.findings] == ["R030"]
    fine = estimate_error(GaussianNB(), *data(40), method="loo", rng=1, interval="none")
    assert not fine.findings


def test_cases_in_every_sample_are_flagged():
    skill = estimate_error(GaussianNB(), X, Y, method="loo_bootstrap", resamples=4, rng=1)
    assert "R031" in {f.code for f in skill.findings}
    assert "in every sample and left out" in skill.estimate.note


def test_auc_under_leave_one_out_is_never_pooled():
    g = np.random.default_rng(1)
    noise, y = g.normal(size=(30, 2)), np.repeat([0, 1], 15)
    skill = estimate_error(DummyClassifier(strategy="prior"), noise, y, metric="roc_auc", method="loo", rng=1)
    assert skill.estimate.value == 0.5
    assert skill.splits.kind == "leave-pair-out"
    x, many = data(400)
    folds = estimate_error(GaussianNB(), x, many, metric="roc_auc", method="loo", rng=1)
    assert folds.splits.kind == "10-fold"
    assert folds.estimate.interval.method == "influence curve (LeDell)"
    assert "pairs are too many" in folds.notes[0]


def test_pooled_auc_by_name_has_its_warning():
    g = np.random.default_rng(1)
    noise, y = g.normal(size=(30, 2)), np.repeat([0, 1], 15)
    options = {"metric": "roc_auc", "method": "loo_pooled", "rng": 1}
    prior = estimate_error(DummyClassifier(strategy="prior"), noise, y, **options).estimate
    assert prior.value == 0.0
    assert prior.interval is None
    assert prior.note.startswith("scores of different models are compared: on noise this falls far below 0.5")
    values = []
    for _ in range(20):
        noise = g.normal(size=(20, 2))
        values.append(estimate_error(GaussianNB(), noise, np.arange(20) % 2, **options).estimate.value)
    assert np.mean(values) < 0.45
    scores = np.empty(30)
    x, y = data(30)
    for i in range(30):
        rest = np.delete(np.arange(30), i)
        scores[i] = GaussianNB().fit(x[rest], y[rest]).predict_proba(x[[i]])[0, 1]
    assert estimate_error(GaussianNB(), x, y, **options).estimate.value == pytest.approx(roc_auc_score(y, scores))


def test_auc_on_leave_one_out_of_ones_own_is_refused_not_undefined():
    x, y = data(30)
    with pytest.raises(InputError, match="`splits` must test more than one case at a time for this metric"):
        estimate_error(GaussianNB(), x, y, metric="roc_auc", splits=LeaveOneOut(), rng=1)
    with pytest.raises(InputError, match="`metric` must be 'roc_auc' for 'loo_pooled'; got error_rate."):
        estimate_error(GaussianNB(), x, y, method="loo_pooled", rng=1)


def test_auto_takes_the_shortcut_of_leave_one_out_on_many_cases():
    g = np.random.default_rng(5)
    y = np.arange(1500) < 70
    x = g.normal(size=(1500, 2)) + 2 * y[:, None]
    quick = estimate_error(GaussianNB(), x, y, interval="none", rng=1)
    assert (quick.method, quick.fits < 50) == ("loo", True)
    assert (
        quick.why
        == "the smallest class has 70 of 1500 cases, fewer than 100, and leave-one-out takes one fit by algebra"
    )
    slow = estimate_error(Plain(), x, y, interval="none", folds=3, repeats=1, rng=1)
    assert slow.method == "repeated_k_fold"


def test_loo_star_shows_its_parts():
    skill = estimate_error(KNeighborsClassifier(1), X, Y, rng=1, resamples=50, repeats=20)
    loo, b632, cv2 = (part.value for part in skill.parts)
    assert skill.estimate.value in (loo, b632, cv2)
    assert skill.estimate.interval.method == "nested cross-validation (Bates et al.)"
    assert skill.fits == 2 + 50 + 40 + 300
    assert skill.apparent.value == 0


def test_splits_of_ones_own():
    given = CrossValidation(4).make(Y, rng=5)
    skill = estimate_error(GaussianNB(), X, Y, splits=given, rng=1, interval="none")
    assert skill.splits == given
    assert skill.method == "k_fold"
    assert estimate_error(GaussianNB(), X, Y, splits=Holdout(), rng=1).method == "holdout"
    assert estimate_error(GaussianNB(), X, Y, splits=RandomSplits(5), rng=1).method == "random_splits"
    assert estimate_error(GaussianNB(), X, Y, splits=Bootstrap(9), rng=1).method == "e0"
    assert estimate_error(GaussianNB(), X, Y, splits=StratifiedKFold(3), rng=1, interval="none").fits == 4
    plus = estimate_error(GaussianNB(), X, Y, splits=Bootstrap(9).make(Y, rng=4), method="632+", rng=1)
    assert plus.splits == Bootstrap(9).make(Y, rng=4)


def test_groups_and_times():
    groups = np.arange(24) // 3
    skill = estimate_error(GaussianNB(), X, Y, groups=groups, rng=1)
    assert skill.why == "cases come in 8 groups, which stay together in 8 folds"
    assert skill.estimate.interval is None
    held = estimate_error(GaussianNB(), X, Y, groups=groups, method="holdout", rng=1)
    assert held.estimate.interval is None
    assert "cases are dependent within groups: no interval with known coverage" in held.estimate.note
    order = np.random.default_rng(0).permutation(24)
    timed = estimate_error(GaussianNB(), X, Y, times=order, folds=3, rng=1)
    assert timed.splits.kind == "time-ordered 3-fold"


def test_predictions_of_one_run():
    skill = estimate_error(
        GaussianNB(), X, Y, method="repeated_k_fold", folds=4, repeats=2, rng=1, interval="none"
    )
    said = skill.predictions
    assert said.n == 24
    assert said.case_ids.tolist() == [str(i) for i in range(24)]
    error = referee.metrics.error_rate(said)
    assert error == pytest.approx(
        np.mean([skill.results.test(i)[1] != Y[skill.results.test(i)[0]] for i in range(4)])
    )


class Fragile(GaussianNB):
    def fit(self, X, y):
        if not (X == TARGET).all(axis=1).any():
            raise RuntimeError("missing its row")
        return super().fit(X, y)


TARGET = X[0]


def test_a_fit_that_raises_does_not_lose_the_others():
    skill = estimate_error(Fragile(), X, Y, method="k_fold", folds=4, rng=1, interval="none")
    assert skill.estimate.defined
    assert skill.estimate.n == 18
    (found,) = skill.findings
    assert found.code == "R033"
    assert "RuntimeError: missing its row" in found.evidence
    assert "1 split of 4 left out" in skill.estimate.note


@pytest.mark.parametrize(("n", "fits"), [(99, 300), (100, 1100)])
def test_the_nested_interval_has_ten_folds_from_100_cases(n, fits):
    assert nested_fits(nested_folds(n)) == fits


def test_conservative_interval_where_nested_would_be_dear(monkeypatch):
    import sys

    for module in ("estimate_job", "estimate_methods"):
        monkeypatch.setattr(sys.modules[f"referee.verbs.{module}"], "NESTED_AT_MOST", 20)
    skill = estimate_error(GaussianNB(), X, Y, method="k_fold", folds=6, rng=1)
    assert skill.estimate.interval.method == "corrected t (Nadeau-Bengio)"
    assert "300 fits more" in skill.notes[0]
    nested = estimate_error(GaussianNB(), X, Y, method="k_fold", folds=6, rng=1, interval="nested")
    assert nested.estimate.interval.method == "nested cross-validation (Bates et al.)"


def test_order_of_the_estimators_on_noise():
    """On noise 1-NN: apparent 0, .632 in between, e0 near 0.5."""
    y, e0 = np.repeat([0, 1], 30), []
    for seed in range(5):
        noise = np.random.default_rng(seed).normal(size=(60, 3))
        values = {
            m: estimate_error(KNeighborsClassifier(1), noise, y, method=m, rng=1, resamples=8).estimate.value
            for m in ("apparent", "632", "632+", "e0")
        }
        assert values["apparent"] == 0 < values["632"] < values["632+"] <= values["e0"] + 0.02
        e0.append(values["e0"])
    assert abs(np.mean(e0) - 0.5) < 0.08


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"method": "cv"}, "`method` must be one of 'auto', 'apparent'"),
        ({"metric": "nothing"}, "`metric` must be the name of a metric; got 'nothing'."),
        ({"interval": "sd"}, "`interval` must be one of 'auto', 'nested', 'none'; got 'sd'."),
        ({"level": 95}, "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?"),
        ({"positive": "x"}, "`positive` must be a label that occurs; got 'x'."),
        ({"method": "loo_star", "splits": Holdout()}, "`splits` must not be given for 'loo_star'"),
    ],
)
def test_refused(options, sentence):
    with pytest.raises(InputError) as caught:
        estimate_error(LogisticRegression(), X, Y, rng=1, **options)
    assert str(caught.value).startswith(sentence)


def test_one_class_is_refused():
    with pytest.raises(InputError, match="`y` must have at least two classes to learn; got only 1."):
        estimate_error(GaussianNB(), X, np.ones(24, int))


def test_leave_one_out_by_algebra_equals_refitting_and_says_so():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 60)
    X = rng.normal(y[:, None], 1.0, (60, 3))
    quick = referee.estimate_error(GaussianNB(), X, y, method="loo", interval="none", rng=0)
    brute = [GaussianNB().fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[[i]])[0] != y[i] for i in range(60)]
    assert quick.estimate.value == pytest.approx(np.mean(brute))
    assert quick.fits < 10
    assert any("by algebra" in note for note in quick.notes)
    slow = referee.estimate_error(
        DecisionTreeClassifier(random_state=0), X, y, method="loo", interval="none", rng=0
    )
    assert slow.fits == 61
    assert any("left out by a fit of its own" in note for note in slow.notes)


def test_baselines_stand_in_every_table():
    options = {"method": "holdout", "rng": 1, "beside": {"tree": DecisionTreeClassifier(max_depth=1)}}
    skill = estimate_error(GaussianNB(), X, Y, **options)
    rules = {rule.name: rule.value for rule in skill.baselines}
    assert list(rules) == ["majority", "prior-random", "naive Bayes", "tree"]
    assert 0.5 <= rules["majority"] < 0.6
    folds = estimate_error(GaussianNB(), X, Y, method="k_fold", interval="none", rng=1)
    assert rules["naive Bayes"] == folds.estimate.value
    assert all(name in str(skill) for name in rules)
    words = np.array([["a"], ["b"]] * 12)
    reads = estimate_error(DummyClassifier(), words, Y, method="k_fold", rng=1, interval="none")
    assert reads.baselines[2].undefined.startswith("no split has predictions: ValueError")
    with pytest.raises(InputError, match="`beside` must map names to learners; got list."):
        estimate_error(GaussianNB(), X, Y, beside=[GaussianNB()])


def test_how_an_estimate_was_made_is_said_without_the_title_of_its_metric():
    X, y = load_iris(return_X_y=True)
    skill = referee.estimate_error(GaussianNB(), X[::5], y[::5], metric="f1_macro", interval="none", rng=1)
    assert skill.estimate.title.startswith("F1, macro average, ")
    assert "macro average" not in str(skill).partition("Method")[0]
