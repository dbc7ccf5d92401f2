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
from referee.learners.run import Run
from referee.studies import Dataset
from referee.verbs.estimate import METHODS, estimate_error, named_plan


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
    skill = estimate_error(GaussianNB(), X, Y, method=method, metric=metric, rng=1)
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
    again = estimate_error(GaussianNB(), X, Y, method=method, metric=metric, rng=1)
    assert skill.to_dict() == again.to_dict()


@pytest.mark.slow
@pytest.mark.parametrize("method", ["k_fold", ("632+", Bootstrap(8)), "loo_star"])
def test_workers_do_not_change_a_bit(method):
    options = {"method": method, "rng": 3}
    one = estimate_error(DecisionTreeClassifier(max_features=1), X, Y, **options)
    two = estimate_error(DecisionTreeClassifier(max_features=1), X, Y, run=Run(2, "loky"), **options)
    assert one.to_dict() == two.to_dict()


ALGEBRA = "and leave-one-out takes one fit by algebra"


@pytest.mark.parametrize(
    ("learner", "n", "share", "method", "why"),
    [
        (GaussianNB(), 40, 0.5, "loo_star", f"40 cases, fewer than 50, {ALGEBRA}"),
        (GaussianNB(), 99, 0.5, "loo", f"99 cases, fewer than 100, {ALGEBRA}"),
        (GaussianNB(), 1500, 0.04, "loo", f"the smallest class has 60 of 1,500 cases, fewer than 100, {ALGEBRA}"),
        (Plain(), 40, 0.5, "loo", "40 cases, fewer than 60"),
        (Plain(), 59, 0.5, "loo", "59 cases, fewer than 60"),
        (Plain(), 60, 0.5, "repeated_k_fold", "60 cases: as many folds as 60 fits allow"),
        (Plain(), 999, 0.5, "repeated_k_fold", "999 cases: as many folds as 60 fits allow"),
        (Plain(), 1000, 0.5, "k_fold", "1,000 cases: one run of folds is enough from 1,000 cases on"),
        (
            Plain(),
            1200,
            0.05,
            "k_fold",
            "the smallest class has 60 of 1,200 cases: one run of folds is enough from 1,000 cases on",
        ),
    ],
)
def test_auto_takes_at_most_60_fits_but_for_algebra(learner, n, share, method, why):
    x, y = data(n, share=share)
    skill = estimate_error(learner, x, y, rng=1)
    assert (skill.method, skill.why) == (method, why)
    refitted = n // 10 if ALGEBRA in why else 0
    assert skill.fits <= 60 + refitted
    assert skill.estimate.interval is not None


@pytest.mark.parametrize("metric", ["roc_auc", "average_precision", "brier_score", "f1"])
def test_auto_takes_at_most_60_fits_for_any_metric(metric):
    x, y = data(80)
    assert estimate_error(GaussianNB(), x, y, metric=metric, rng=1).fits <= 60


def test_fewer_cases_of_a_class_than_folds():
    x, y = data(1200, share=0.0025)
    skill = estimate_error(Plain(), x, y, rng=1)
    assert skill.splits.parameters["folds"] == 3
    asked = estimate_error(GaussianNB(), x, y, method="k_fold", rng=1)
    assert "R032" in {f.code for f in asked.findings}
    assert "1 has 3 cases for 10 folds" in {f.title for f in asked.findings}


def test_leave_one_out_of_the_majority_rule_is_flagged():
    y = np.repeat([0, 1], 20)
    skill = estimate_error(DummyClassifier(), np.zeros((40, 1)), y, method="loo", rng=1)
    assert skill.estimate.value == 1.0
    assert [f.code for f in skill.findings] == ["R030"]
    fine = estimate_error(GaussianNB(), *data(40), method="loo", rng=1)
    assert not fine.findings


def test_cases_in_every_sample_are_flagged():
    skill = estimate_error(GaussianNB(), X, Y, method=("loo_bootstrap", Bootstrap(4)), rng=1)
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
    with pytest.raises(InputError, match="`method` must test more than one case at a time for this metric"):
        estimate_error(GaussianNB(), x, y, metric="roc_auc", method=LeaveOneOut(), rng=1)
    with pytest.raises(InputError, match="`metric` must be 'roc_auc' for 'loo_pooled'; got error_rate."):
        estimate_error(GaussianNB(), x, y, method="loo_pooled", rng=1)


def test_loo_star_shows_its_parts():
    skill = estimate_error(KNeighborsClassifier(1), X, Y, method="LOO*", rng=1)
    loo, b632, cv2 = (part.value for part in skill.parts)
    assert skill.estimate.value in (loo, b632, cv2)
    assert skill.estimate.interval.method == "mid-P of held-out cases, 1.3 times as wide"
    assert 601 <= skill.fits <= 605
    assert skill.apparent.value == 0


def test_splits_of_ones_own():
    given = CrossValidation(4).make(Y, rng=5)
    skill = estimate_error(GaussianNB(), X, Y, method=given, rng=1)
    assert skill.splits == given
    assert skill.method == "k_fold"
    assert estimate_error(GaussianNB(), X, Y, method=Holdout(), rng=1).method == "holdout"
    assert estimate_error(GaussianNB(), X, Y, method=RandomSplits(5), rng=1).method == "random_splits"
    assert estimate_error(GaussianNB(), X, Y, method=Bootstrap(9), rng=1).method == "e0"
    assert estimate_error(GaussianNB(), X, Y, method=StratifiedKFold(3), rng=1).fits == 4
    plus = estimate_error(GaussianNB(), X, Y, method=(".632+", Bootstrap(9).make(Y, rng=4)), rng=1)
    assert (plus.method, plus.splits) == ("632+", Bootstrap(9).make(Y, rng=4))


@pytest.mark.parametrize(
    ("written", "method"),
    [
        ("LOO*", "loo_star"),
        (".632B", "632"),
        (".632+", "632+"),
        ("resubstitution", "apparent"),
        ("out-of-bag", "e0"),
        ("random subsampling", "random_splits"),
        ("jackknife", "loo"),
        ("leave-one-out", "loo"),
        ("10-CV", "k_fold"),
        ("5-fold", "k_fold"),
        ("3x4-CV", "repeated_k_fold"),
        ("optimism bootstrap", "optimism"),
    ],
)
def test_names_as_textbooks_write_them(written, method):
    assert named_plan(written).method == method


def test_a_name_with_numbers_has_its_folds():
    skill = estimate_error(GaussianNB(), X, Y, method="3x4-CV", rng=1)
    assert skill.splits == CrossValidation(4, repeats=3).make(Y, rng=1)


def test_groups_and_times():
    groups = np.arange(24) // 3
    skill = estimate_error(GaussianNB(), Dataset("", X, Y, groups=groups), rng=1)
    assert skill.why == "cases come in 8 groups, which stay together in 8 folds"
    assert skill.estimate.interval is None
    held = estimate_error(GaussianNB(), Dataset("", X, Y, groups=groups), method="holdout", rng=1)
    assert held.estimate.interval is None
    assert "cases are dependent within groups: no interval with known coverage" in held.estimate.note
    order = np.random.default_rng(0).permutation(24)
    timed = estimate_error(GaussianNB(), Dataset("", X, Y, times=order), method="3-fold", rng=1)
    assert timed.splits.kind == "time-ordered 3-fold"


def test_predictions_of_one_run():
    skill = estimate_error(GaussianNB(), X, Y, method="2x4-CV", rng=1)
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
    skill = estimate_error(Fragile(), X, Y, method="4-CV", rng=1)
    assert skill.estimate.defined
    assert skill.estimate.n == 18
    (found,) = skill.findings
    assert found.code == "R033"
    assert "RuntimeError: missing its row" in found.evidence
    assert "1 split of 4 left out" in skill.estimate.note


def test_order_of_the_estimators_on_noise():
    """On noise 1-NN: apparent 0, .632 in between, e0 near 0.5."""
    y, e0 = np.repeat([0, 1], 30), []

    def named(name):
        return name if name == "apparent" else (name, Bootstrap(8))

    for seed in range(5):
        noise = np.random.default_rng(seed).normal(size=(60, 3))
        values = {
            m: estimate_error(KNeighborsClassifier(1), noise, y, method=named(m), rng=1).estimate.value
            for m in ("apparent", "632", "632+", "e0")
        }
        assert values["apparent"] == 0 < values["632"] < values["632+"] <= values["e0"] + 0.02
        e0.append(values["e0"])
    assert abs(np.mean(e0) - 0.5) < 0.08


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"method": "guess"}, "`method` must be one of 'auto', 'all', 'apparent'"),
        ({"metric": "nothing"}, "`metric` must be the name of a metric; got 'nothing'."),
        ({"run": 2}, "`run` must be a Run; got int."),
        ({"learner": {}}, "`learner` must be at least one; got an empty mapping."),
        ({"level": 95}, "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?"),
        ({"method": ("LOO*", Holdout())}, "`method` must have no splits for 'loo_star'"),
    ],
)
def test_refused(options, sentence):
    with pytest.raises(InputError) as caught:
        estimate_error(**{"learner": LogisticRegression(), "X": X, "y": Y, "rng": 1, **options})
    assert str(caught.value).startswith(sentence)


def test_one_class_is_refused():
    with pytest.raises(InputError, match="`y` must hold at least two classes; got only 1."):
        estimate_error(GaussianNB(), X, np.ones(24, int))


def test_leave_one_out_by_algebra_equals_refitting_and_says_so():
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 60)
    X = rng.normal(y[:, None], 1.0, (60, 3))
    quick = referee.estimate_error(GaussianNB(), X, y, method="loo", rng=0)
    brute = [GaussianNB().fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[[i]])[0] != y[i] for i in range(60)]
    assert quick.estimate.value == pytest.approx(np.mean(brute))
    assert quick.fits < 10
    assert any("by algebra" in note for note in quick.notes)
    slow = referee.estimate_error(DecisionTreeClassifier(random_state=0), X, y, method="loo", rng=0)
    assert slow.fits == 61
    assert any("left out by a fit of its own" in note for note in slow.notes)


def test_baselines_stand_in_every_table():
    named = {"mine": GaussianNB(), "tree": DecisionTreeClassifier(max_depth=1)}
    skill = estimate_error(named, X, Y, method="holdout", rng=1)
    assert skill.learner == "mine"
    rules = {rule.name: rule.value for rule in skill.baselines}
    assert list(rules) == ["majority", "prior-random", "naive Bayes", "tree"]
    assert 0.5 <= rules["majority"] < 0.6
    folds = estimate_error(GaussianNB(), X, Y, method="k_fold", rng=1)
    assert rules["naive Bayes"] == folds.estimate.value
    assert all(name in str(skill) for name in rules)
    words = np.array([["a"], ["b"]] * 12)
    reads = estimate_error(DummyClassifier(), words, Y, method="k_fold", rng=1)
    assert reads.baselines[2].defined  # text is read as categories


def test_how_an_estimate_was_made_is_said_without_the_title_of_its_metric():
    X, y = load_iris(return_X_y=True)
    skill = referee.estimate_error(GaussianNB(), X[::5], y[::5], metric="f1_macro", rng=1)
    assert skill.estimate.title.startswith("F1, macro average, ")
    assert "macro average" not in str(skill).partition("Method")[0]


@pytest.mark.parametrize("metric", ["brier_score", "log_loss"])
def test_scores_of_labels_that_are_text_need_no_positive_class(metric):
    rng = np.random.default_rng(0)
    y = np.arange(80) % 2
    X = rng.normal(size=(80, 2)) + y[:, None]
    numbers, text = (
        estimate_error(GaussianNB(), X, truth, metric=metric, method="5-CV", rng=1)
        for truth in (y, np.array(["no", "yes"])[y])
    )
    assert text.estimate == numbers.estimate
    assert text.predictions.positive == "yes"


@pytest.mark.parametrize(
    ("method", "fits"), [("k_fold", 10), ("repeated_k_fold", 100), ("repeated_2_fold", 2 * 200), ("632", 200)]
)
def test_a_method_takes_its_fits_and_one_for_the_apparent_error(method, fits):
    assert estimate_error(DummyClassifier(), X, Y, method=method, rng=0).fits == fits + 1
