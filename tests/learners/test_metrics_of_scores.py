"""Metrics of probabilities and scores, and a user's own, in every study of a learner."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, brier_score_loss, log_loss, roc_auc_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import InputError, metrics
from referee.learners import CrossValidation, Holdout, LeaveOneOut, RandomSplits, run_learner
from referee.learners.data import LearnerCases
from referee.learners.estimators import NestedFolds
from referee.learners.estimators.on_results import OnResults
from referee.learners.estimators.pooled_value import pooled_value
from referee.learners.per_split import per_split
from referee.verbs.estimate_methods import METHODS

CLASSES = (2, 3)
MEANS = ("log_loss", "brier_score", "own_loss")
OTHERS = ("average_precision", "own_root")
LEARNERS = {"bayes": GaussianNB(), "logistic": LogisticRegression()}


@pytest.fixture(autouse=True)
def _own():
    """Two metrics of a user's own: a mean of losses, and a root that is no mean."""

    @referee.metric("Own loss", needs="probabilities", shape="mean", better="lower")
    def own_loss(truth, scores):
        return 1 - scores[np.arange(len(truth)), truth]

    @referee.metric("Own root", needs="probabilities", shape="smooth")
    def own_root(truth, scores, weights):
        right = scores.argmax(axis=1) == truth
        return np.sqrt((weights * right).sum(axis=-1) / weights.sum(axis=-1))

    yield
    for name in ("own_loss", "own_root"):
        metrics.unregister(name)


def data(classes, n=60):
    rng = np.random.default_rng(3)
    y = np.arange(n) % classes
    return rng.normal(size=(n, 2)) + 0.9 * y[:, None], y


def positive_of(metric, classes):
    """Average precision is about one class: of three it must be named."""
    return 2 if classes == 3 and metric == "average_precision" else None


def parts(learner, X, y, splits):
    """Truth and probabilities of each test part, from scikit-learn alone."""
    for train, test in splits:
        yield y[test], learner.fit(X[train], y[train]).predict_proba(X[test])


def said(metric, truth, shares, classes):
    """What `evaluate` says of these answers."""
    positive = positive_of(metric, classes) or (1 if classes == 2 else None)
    answers = referee.read(truth, None, shares, labels=list(range(classes)), positive=positive)
    return referee.evaluate(answers, metrics=metric, rng=0)[metric].value


@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("metric", [*MEANS, *OTHERS])
def test_a_split_says_what_evaluate_says_of_its_test_part(metric, classes):
    X, y = data(classes)
    splits = CrossValidation(4).make(y, rng=1)
    positive = positive_of(metric, classes)
    results = run_learner(GaussianNB(), LearnerCases(X, y, positive), None, splits, keep=["scores"], rng=1)
    want = [said(metric, *part, classes) for part in parts(GaussianNB(), X, y, splits)]
    assert per_split(results, metric) == pytest.approx(want, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("metric", MEANS)
@pytest.mark.parametrize("method", ["k_fold", "loo"])
def test_a_mean_is_that_of_all_test_parts_together(metric, classes, method):
    X, y = data(classes)
    skill = referee.estimate_error(GaussianNB(), X, y, metric=metric, method=method, rng=1)
    both = [
        np.concatenate(column) for column in zip(*parts(GaussianNB(), X, y, skill.results.splits), strict=True)
    ]
    assert len(both[0]) == 60
    assert skill.estimate.value == pytest.approx(said(metric, *both, classes), rel=1e-12)
    assert "of held-out cases, 1." in skill.estimate.interval.method
    whole = GaussianNB().fit(X, y).predict_proba(X)
    assert skill.apparent.value == pytest.approx(said(metric, y, whole, classes), rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("metric", OTHERS)
def test_another_metric_of_scores_is_averaged_over_test_parts(metric, classes):
    X, y = data(classes)
    cases = referee.Dataset("", X, y, positive=positive_of(metric, classes))
    skill = referee.estimate_error(GaussianNB(), cases, metric=metric, method="5-CV", rng=1)
    each = [said(metric, *part, classes) for part in parts(GaussianNB(), X, y, skill.results.splits)]
    assert skill.estimate.value == pytest.approx(np.mean(each), rel=1e-12)
    assert "averaged over test parts" in skill.estimate.title
    random = referee.estimate_error(GaussianNB(), cases, metric=metric, method=RandomSplits(6), rng=1)
    each = [said(metric, *part, classes) for part in parts(GaussianNB(), X, y, random.results.splits)]
    assert random.estimate.value == pytest.approx(np.mean(each), rel=1e-12)


def test_against_scikit_learn():
    X, y = data(2)
    splits = Holdout().make(y, rng=2)
    ((truth, shares),) = parts(GaussianNB(), X, y, splits)
    results = run_learner(GaussianNB(), X, y, splits, keep=["scores"], rng=2)
    want = {
        "log_loss": log_loss(truth, shares),
        "brier_score": brier_score_loss(truth, shares[:, 1]),
        "average_precision": average_precision_score(truth, shares[:, 1]),
    }
    for metric, value in want.items():
        assert per_split(results, metric) == pytest.approx([value])


@pytest.mark.slow
@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("metric", [*MEANS, *OTHERS])
def test_every_method_gives_a_value_or_says_why_not(metric, classes):
    X, y = data(classes, 36)
    cases = referee.Dataset("", X, y, positive=positive_of(metric, classes))
    for method in METHODS:
        made = refusal(cases, metric=metric, method=quick(method), rng=1)
        if isinstance(made, str):
            assert "`metric` must be" in made, method
            assert metric in OTHERS or method == "loo_pooled"
        elif not made.defined:
            assert made.undefined.startswith(("each score is of another", "nested cross-validation needs"))
            assert metric in OTHERS


def quick(method):
    """A method with few bootstrap samples, runs or nested folds."""
    few = {"nested_cv": NestedFolds(5, 2), "repeated_k_fold": CrossValidation(5, 2)}
    few |= {"repeated_2_fold": CrossValidation(2, 3)}
    few |= dict.fromkeys(("e0", "optimism", "loo_bootstrap", "simple_bootstrap"), referee.learners.Bootstrap(12))
    few |= dict.fromkeys(("632", "632+", "632_tan", "632_aggarwal"), referee.learners.Bootstrap(12))
    return (method, few[method]) if method in few else method


def refusal(cases, **options):
    """An estimate, or the sentence that refuses it."""
    try:
        return referee.estimate_error(GaussianNB(), cases, **options).estimate
    except InputError as error:
        return str(error)


@pytest.mark.slow
@pytest.mark.parametrize("n", [24, 70, 160])
@pytest.mark.parametrize("metric", [*MEANS, *OTHERS, "hand_till"])
def test_the_method_that_is_chosen_suits_the_metric(metric, n):
    X, y = data(2, n)
    skill = referee.estimate_error(GaussianNB(), X, y, metric=metric, rng=1)
    assert skill.estimate.defined
    if metric not in MEANS:
        assert skill.method == "k_fold"
        assert "needs several cases of one model" in skill.why


@pytest.mark.slow
@pytest.mark.parametrize("method", [m for m in METHODS if m != "loo_pooled"])
def test_an_infinite_loss_is_infinite_and_has_no_interval(method):
    X, y = data(2, 40)
    tree = DecisionTreeClassifier(random_state=0)
    made = referee.estimate_error(tree, X, y, metric="log_loss", method=quick(method), rng=0).estimate
    assert made.value == (0.0 if method == "apparent" else math.inf)
    assert made.interval is None
    assert "nan" not in str(made)


def test_leave_one_out_of_a_metric_that_needs_several_cases_is_by_folds():
    X, y = data(2)
    skill = referee.estimate_error(GaussianNB(), X, y, metric="average_precision", method="loo", rng=1)
    assert skill.results.splits.kind == "10-fold"
    words = "average_precision needs several cases of one model: 10 stratified folds instead of leave-one-out"
    assert words in skill.notes
    rare = np.repeat([0, 1], [10, 2])
    few = referee.estimate_error(GaussianNB(), X[:12], rare, metric="average_precision", method="loo", rng=1)
    assert few.results.splits.kind == "2-fold"


def test_one_class_of_three_against_the_rest():
    X, y = data(3)
    splits = CrossValidation(4).make(y, rng=1)
    results = run_learner(GaussianNB(), LearnerCases(X, y, 1), None, splits, keep=["scores"], rng=1)
    each = [(y_ == 1, p[:, 1]) for y_, p in parts(GaussianNB(), X, y, splits)]
    assert per_split(results, "roc_auc") == pytest.approx([roc_auc_score(*part) for part in each])
    pairs = [up.sum() * (~up).sum() for up, _ in each]
    areas = [roc_auc_score(*part) for part in each]
    assert pooled_value(results, "roc_auc").value == pytest.approx(np.average(areas, weights=pairs))
    assert pooled_value(results, "gini").value == pytest.approx(2 * np.average(areas, weights=pairs) - 1)
    with pytest.raises(InputError, match="got average_precision of 3. Or pass positive="):
        referee.estimate_error(GaussianNB(), X, y, metric="average_precision", method="k_fold", rng=1)


def test_gini_of_pooled_scores_is_its_own():
    X, y = data(2, 30)
    auc, gini = (
        referee.estimate_error(GaussianNB(), X, y, metric=metric, method="loo_pooled", rng=1).estimate
        for metric in ("roc_auc", "gini")
    )
    assert (auc.name, gini.name) == ("roc_auc", "gini")
    assert gini.value == pytest.approx(2 * auc.value - 1)


def test_the_first_of_two_classes_is_as_good_as_any():
    """Top-1 accuracy compares the columns of a case: it is accuracy, with the same standard error."""
    X, y = data(2)
    splits = referee.learners.Bootstrap(40).make(y, rng=1)
    results = run_learner(LogisticRegression(), X, y, splits, keep=["scores", "whole"], rng=1)
    assert per_split(results, "top_k_accuracy:k=1") == pytest.approx(per_split(results, "accuracy"))
    from referee.learners.estimators.loo_bootstrap import loo_bootstrap

    one, two = (loo_bootstrap(results, metric) for metric in ("top_k_accuracy:k=1", "accuracy"))
    assert one.value == pytest.approx(two.value)
    assert tuple(one.interval) == pytest.approx(tuple(two.interval))


@pytest.mark.slow
@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("metric", [*MEANS, *OTHERS])
def test_learners_are_compared_by_the_mean_over_splits(metric, classes):
    X, y = data(classes, 90)
    cases = referee.Dataset("", X, y, positive=positive_of(metric, classes))
    (duel,) = referee.compare_learners(LEARNERS, cases, metric=metric, rng=5)
    splits = RandomSplits().make(y, rng=5)
    one, two = (
        np.array([said(metric, *part, classes) for part in parts(learner, X, y, splits)])
        for learner in LEARNERS.values()
    )
    assert duel.origin.fingerprint == splits.fingerprint
    assert (duel.value_a.value, duel.value_b.value) == pytest.approx((one.mean(), two.mean()), rel=1e-9)
    sign = metrics.get(metric).sign
    assert duel.difference.value == pytest.approx(sign * (one.mean() - two.mean()), abs=1e-12)
    assert duel.difference.name == f"{metric}_difference"
    (other,) = referee.compare_learners(dict(reversed(LEARNERS.items())), cases, metric=metric, rng=5)
    assert other.difference.value == pytest.approx(-duel.difference.value, abs=1e-12)
    assert other.test.p_value == pytest.approx(duel.test.p_value)


@pytest.mark.slow
@pytest.mark.parametrize("metric", MEANS)
def test_learners_on_leave_one_out_by_a_mean_loss(metric):
    X, y = data(2, 30)
    splits = LeaveOneOut().make(y)
    ran = [run_learner(learner, X, y, splits, keep=["scores"], rng=5) for learner in LEARNERS.values()]
    duel = referee.compare(*ran, metric=metric, rng=5)
    for learner, value in zip(LEARNERS.values(), (duel.value_a, duel.value_b), strict=True):
        both = [np.concatenate(column) for column in zip(*parts(learner, X, y, splits), strict=True)]
        assert value.value == pytest.approx(said(metric, *both, 2), rel=1e-9)


def test_learners_with_infinite_losses_have_no_verdict():
    X, y = data(2)
    trees = {"deep": DecisionTreeClassifier(random_state=0), "bayes": GaussianNB()}
    (duel,) = referee.compare_learners(trees, X, y, metric="log_loss", rng=5)
    assert duel.value_a.value == math.inf
    assert duel.verdict is referee.Verdict.UNDECIDED
    assert "infinite on 30 of 30 splits" in duel.sentence
    assert "nan" not in str(duel).split()


@pytest.mark.slow
@pytest.mark.parametrize("metric", [*MEANS, *OTHERS])
def test_a_study_has_the_values_of_each_split(metric, tmp_path):
    sets = {"two": data(2), "other": data(2, 40) if metric == "average_precision" else data(3)}
    splits = CrossValidation(3)
    study = referee.Experiment(
        learners=LEARNERS, datasets=sets, splits=splits, metrics=[metric], baselines=False, rng=7
    ).run(tmp_path / "study.db")
    for name, (X, y) in sets.items():
        for learner in LEARNERS:
            cell = study.of(name, learner)
            want = [said(metric, *part, len(np.unique(y))) for part in parts(LEARNERS[learner], X, y, cell.splits)]
            assert per_split(cell, metric) == pytest.approx(want, rel=1e-9)
            assert study.mean(metric, name, learner) == pytest.approx(np.mean(want), rel=1e-9)
    standings = referee.rank(study, metric=metric, rng=0)
    assert set(standings.table.learners) == set(LEARNERS)


def test_a_metric_on_results_knows_its_mean():
    X, y = data(2)
    results = run_learner(GaussianNB(), X, y, CrossValidation(3).make(y, rng=0), keep=["scores"], rng=0)
    assert OnResults("log_loss", results).is_mean
    assert OnResults("accuracy", results).is_mean
    assert not OnResults("average_precision", results).is_mean
    assert not OnResults("f1_macro", results).is_mean
