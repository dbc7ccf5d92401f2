"""Two learners on one dataset."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import Verdict
from referee.errors import InputError, PairingError
from referee.learners import Bootstrap, CrossValidation, Holdout, LeaveOneOut, RandomSplits, run_learner
from referee.learners.bootstrap import BootstrapLeaveOneOut, counts_by_sample
from referee.learners.run import Run
from referee.verbs.compare_learners import FEWER, compare_learners, compare_results
from referee.verbs.learner_tests import TESTS, kind_of
from referee.views.verdict_words import origin_words

RNG = np.random.default_rng(4)
Y = np.arange(60) % 2
X = RNG.normal(size=(60, 3)) + 0.8 * Y[:, None]
TWO = {"bayes": GaussianNB(), "knn": KNeighborsClassifier(1)}


class Block(ClassifierMixin, BaseEstimator):
    """Nearest neighbour on its own half of the features."""

    def __init__(self, first=0):
        self.first = first

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.x, self.y = X[:, self.first : self.first + 5], y
        return self

    def predict(self, X):
        x = X[:, self.first : self.first + 5]
        far = -2 * x @ self.x.T + (self.x**2).sum(axis=1)
        return self.y[far.argmin(axis=1)]


class Breaks(GaussianNB):
    """Fails when the first case is not among the training cases."""

    def fit(self, X, y):
        if X[0, 0] != X_FIRST:
            raise ZeroDivisionError("no first case")
        return super().fit(X, y)


X_FIRST = X[0, 0]


def accuracies(learner, splits, features=X, truth=Y):
    out = []
    for train, test in splits:
        model = learner.fit(features[train], truth[train])
        out.append((model.predict(features[test]) == truth[test]).mean())
    return np.array(out)


def test_the_default_by_hand():
    (duel,) = compare_learners(TWO, X, Y, rng=3)
    splits = RandomSplits(30, test=1 / 3).make(Y, rng=3)
    assert duel.origin.fingerprint == splits.fingerprint
    d = accuracies(GaussianNB(), splits) - accuracies(KNeighborsClassifier(1), splits)
    se = np.sqrt((1 / 30 + 20 / 40) * d.var(ddof=1))
    half = stats.t.ppf(0.975, 29) * se
    assert duel.difference.value == pytest.approx(d.mean(), rel=1e-12)
    assert list(duel.difference.interval) == pytest.approx([d.mean() - half, d.mean() + half], rel=1e-12)
    assert duel.test.p_value == pytest.approx(2 * stats.t.sf(abs(d.mean()) / se, 29), rel=1e-9)
    assert duel.value_a.value == pytest.approx(accuracies(GaussianNB(), splits).mean())
    assert "This is about learners trained on 67% of these cases." in duel.sentence
    assert origin_words(duel.origin) == "30 random splits of 60 cases, each learner trained on about 40"
    assert "Measured false alarms at 5% on 30 random 2/3-1/3 splits: 3.5-7.0%" in str(duel)


def test_the_same_numbers_for_any_number_of_workers():
    learners = {"tree": DecisionTreeClassifier(max_features=1), "bayes": GaussianNB()}
    splits = RandomSplits(6).make(Y, rng=1)
    (one,) = compare_learners(learners, X, Y, method=splits, rng=5)
    (two,) = compare_learners(learners, X, Y, method=splits, rng=5, run=Run(2, "threading"))
    assert one.to_dict() == two.to_dict()


def test_swapping_flips_the_sign_and_keeps_p():
    (one,) = compare_learners(TWO, X, Y, rng=3)
    (two,) = compare_learners(dict(reversed(TWO.items())), X, Y, rng=3)
    assert two.difference.value == pytest.approx(-one.difference.value)
    assert two.test.p_value == pytest.approx(one.test.p_value)


@pytest.mark.slow
@pytest.mark.parametrize("method", sorted(set(TESTS) - {"bootstrap_loo", "mcnemar"}))
def test_error_and_accuracy_agree(method):
    (one,) = compare_learners(TWO, X, Y, method=method, margin=0.02, rng=3)
    (two,) = compare_learners(TWO, X, Y, method=method, margin=0.02, metric="error_rate", rng=3)
    assert two.difference.value == pytest.approx(one.difference.value)
    assert two.verdict == one.verdict
    if one.difference.interval is not None:
        assert list(two.difference.interval) == pytest.approx(list(one.difference.interval))
    for key in ("p_a_better", "p_rope"):
        assert two.test.details.get(key, 0) == pytest.approx(one.test.details.get(key, 0))


@pytest.mark.parametrize("method", ["paired_t", "five_by_two_t", "five_by_two_f", "mcnemar", "jackknife"])
def test_a_test_that_errs_too_often_gives_no_verdict(method):
    sure = {"bayes": GaussianNB(), "majority": DummyClassifier()}
    (duel,) = compare_learners(sure, X + 3 * Y[:, None], Y, method=method, margin=0.4, rng=0)
    assert duel.verdict is Verdict.UNDECIDED
    assert "false alarms at 5%" in duel.decision.reason
    assert duel.test.details["measured_size_high"] > 0.10
    assert duel.test.warnings[0].startswith("Measured false alarms")


def test_paired_t_and_mcnemar_and_jackknife_by_hand():
    folds = CrossValidation(10).make(Y, rng=2)
    a, b = (run_learner(learner, X, Y, folds, rng=2) for learner in TWO.values())
    d = accuracies(GaussianNB(), folds) - accuracies(KNeighborsClassifier(1), folds)
    assert compare_results(a, b, method="paired_t").test.p_value == pytest.approx(stats.ttest_1samp(d, 0).pvalue)
    right = np.zeros((2, 60), dtype=bool)
    for i, results in enumerate((a, b)):
        for split in range(10):
            rows, codes = results.test(split)
            right[i, rows] = codes == Y[rows]
    only = int((right[0] & ~right[1]).sum()), int((~right[0] & right[1]).sum())
    pooled = compare_results(a, b, method="mcnemar")
    assert pooled.test.p_value == pytest.approx(stats.binomtest(only[0], sum(only)).pvalue)
    assert pooled.difference.value == pytest.approx(right[0].mean() - right[1].mean())
    assert (0 in pooled.difference.interval) == (pooled.test.p_value > 0.05)
    bars = compare_results(a, b, method="jackknife")
    assert bars.value_a.interval.width / 2 == pytest.approx(stats.norm.ppf(0.975) * right[0].std(ddof=1) / 60**0.5)


def test_bootstrap_loo_by_hand():
    splits = BootstrapLeaveOneOut(3).make(Y, rng=9)
    results = [run_learner(learner, X, Y, splits, rng=9) for learner in TWO.values()]
    found = []
    for learner, result in zip(TWO.values(), results, strict=True):
        scores = []
        for b in range(3):
            stream = referee._rng.stream(9, "splits", "bootstrap leave-one-out", b)
            sample = stream.integers(60, size=60)
            right = 0
            for row in sample:
                others = np.sort(sample[sample != row])
                right += learner.fit(X[others], Y[others]).predict(X[row : row + 1])[0] == Y[row]
            scores.append(right / 60)
        counts = counts_by_sample(result)
        assert (np.trace(counts, axis1=1, axis2=2) / 60).tolist() == pytest.approx(scores)
        found.append(np.array(scores))
    d = found[0] - found[1]
    duel = compare_results(*results, method="bootstrap_loo")
    assert duel.test.statistic == pytest.approx(d.mean() / d.std(ddof=1))


def test_copies_are_left_out():
    noise, y = np.random.default_rng(0).normal(size=(40, 5)), np.arange(40) % 2
    splits = BootstrapLeaveOneOut(5).make(y, rng=0)
    counts = counts_by_sample(run_learner(KNeighborsClassifier(1), noise, y, splits, rng=0))
    assert np.trace(counts.sum(axis=0)) / counts.sum() < 0.65


def test_bayes_is_the_corrected_t_with_a_region():
    (one,) = compare_learners(TWO, X, Y, method="bayes_correlated_t", margin=0.05, rng=3)
    (two,) = compare_learners(TWO, X, Y, rng=3)
    assert list(one.difference.interval) == pytest.approx(list(two.difference.interval))
    assert one.test.details["rope"] == 0.05
    assert any("probability that the first is better" in w for w in one.test.warnings)


def test_several_learners():
    learners = {**TWO, "majority": DummyClassifier()}
    family = compare_learners(learners, X, Y, rng=3)
    assert len(family) == 3
    assert family["bayes", "majority"].level == pytest.approx(1 - 0.05 / 3)
    against = compare_learners(learners, X, Y, baseline="majority", rng=3)
    assert [d.b for d in against] == ["majority", "majority"]


@pytest.mark.parametrize(
    ("recipe", "kind"),
    [
        (RandomSplits(5), "random splits"),
        (CrossValidation(5), "k-fold"),
        (CrossValidation(5, repeats=2), "repeated k-fold"),
        (LeaveOneOut(), "leave-one-out"),
        (Holdout(), "one holdout"),
        (Bootstrap(5), "other splits"),
        (BootstrapLeaveOneOut(2), "bootstrap leave-one-out"),
    ],
)
def test_kinds_of_splits(recipe, kind):
    assert kind_of(recipe.make(Y, rng=0)) == kind


def test_a_splitter_of_scikit_learn():
    (duel,) = compare_learners(TWO, X, Y, method=StratifiedShuffleSplit(8, test_size=20), rng=1)
    assert "3.5-7.0%" in duel.test.warnings[0]
    assert duel.test.details["df"] == 7


def test_small_test_parts_err_more_often():
    (fifth,) = compare_learners(TWO, X, Y, method=RandomSplits(5, test=0.2), rng=1)
    assert fifth.test.details["measured_size_high"] == 0.083
    (tenth,) = compare_learners(TWO, X, Y, method=RandomSplits(5, test=0.1), rng=1)
    assert "up to 11.0% false alarms" in tenth.decision.reason
    (half,) = compare_learners(TWO, X, Y, method=RandomSplits(5, test=0.5), rng=1)
    assert half.test.details["measured_size_high"] == 0.07


def results_of(recipe, learner=None, seed=1, features=X):
    return run_learner(learner or GaussianNB(), features, Y, recipe.make(Y, rng=seed), rng=1)


def test_results_in_hand():
    a, b = results_of(CrossValidation(10)), results_of(CrossValidation(10), KNeighborsClassifier(1))
    duel = referee.compare(a, b, margin=0.3)
    assert duel.test.name == "corrected resampled t test"
    assert "0.9-3.7%" in duel.test.warnings[0]
    assert (duel.a, duel.b) == ("GaussianNB", "KNeighborsClassifier")
    repeated = [results_of(CrossValidation(10, repeats=10), learner) for learner in TWO.values()]
    shown = referee.compare(*repeated)
    assert shown.verdict is Verdict.UNDECIDED
    assert "11.4%" in shown.decision.reason
    assert shown.test.p_value == shown.test.p_value


@pytest.mark.parametrize("recipe", [LeaveOneOut(), Holdout()])
def test_results_that_give_an_estimate_only(recipe):
    duel = referee.compare(results_of(recipe), results_of(recipe, KNeighborsClassifier(1)))
    assert duel.difference.defined
    assert duel.difference.interval is None
    assert duel.verdict is Verdict.UNDECIDED
    assert "compare_learners runs 30 random splits" in duel.test.inapplicable


def test_results_that_cannot_be_paired():
    a = results_of(CrossValidation(10))
    with pytest.raises(PairingError, match="`b` must have been run on the splits of `a`"):
        compare_results(a, results_of(CrossValidation(10), seed=2))
    with pytest.raises(PairingError, match="`b` must have been run on the data of `a`"):
        compare_results(a, results_of(CrossValidation(10), features=X + 1))
    with pytest.raises(InputError, match="`b` must be the results of a learner"):
        compare_results(a, 3)


def test_a_fit_that_fails_is_named_and_stops_the_verdict():
    (duel,) = compare_learners({"breaks": Breaks(), "majority": DummyClassifier()}, X, Y, rng=3)
    assert duel.verdict is Verdict.UNDECIDED
    assert "fits of breaks did not finish" in duel.decision.reason
    finding = duel.findings[0]
    assert (finding.code, finding.severity) == ("R033", "serious")
    assert "ZeroDivisionError: no first case" in finding.evidence
    assert duel.difference.defined


def test_no_fit_at_all():
    with pytest.raises(InputError, match="`learners` must fit on some split; got bad: "):
        compare_learners({"bad": KNeighborsClassifier(1000), "majority": DummyClassifier()}, X, Y, rng=0)


def test_undefined_metrics_and_equal_learners():
    (duel,) = compare_learners({"a": DummyClassifier(), "b": GaussianNB()}, X, Y, metric="precision", rng=0)
    assert "undefined on" in duel.test.inapplicable
    assert duel.verdict is Verdict.UNDECIDED
    (same,) = compare_learners({"a": GaussianNB(), "b": GaussianNB()}, X, Y, rng=0)
    assert same.test.p_value == 1.0
    assert same.verdict is Verdict.UNDECIDED


def test_bad_input():
    with pytest.raises(InputError, match="`learners` must map names to at least two learners; got 1 learner"):
        compare_learners({"a": GaussianNB()}, X, Y)
    with pytest.raises(InputError, match="`method` must be one of 'corrected_t'"):
        compare_learners(TWO, X, Y, method="t")
    with pytest.raises(InputError, match="be 2-fold, 5 times for 'five_by_two_t'"):
        compare_learners(TWO, X, Y, method=("five_by_two_t", CrossValidation(5, repeats=2)))
    with pytest.raises(InputError, match="`splits` must be 'k-fold' or"):
        compare_learners(TWO, X, Y, method=("mcnemar", RandomSplits(5)))
    with pytest.raises(InputError, match="`splits` must be a recipe"):
        compare_learners(TWO, X, Y, method=5)
    with pytest.raises(InputError, match="be accuracy or error_rate for McNemar"):
        compare_learners(TWO, X, Y, method="mcnemar", metric="mcc")


@pytest.mark.slow
def test_the_default_keeps_its_level_where_the_naive_test_does_not():
    """Two exchangeable blocks of features: nothing to find, 60 datasets."""
    found = naive = 0
    few = dict.fromkeys(FEWER, 0)
    for i in range(60):
        rng = np.random.default_rng([7, i])
        y = np.arange(60) % 2
        features = rng.normal(size=(60, 10))
        features[:, [0, 5]] += 1.5 * y[:, None]
        two = {"first": Block(0), "second": Block(5)}
        (duel,) = compare_learners(two, features, y, rng=i)
        spread = duel.test.details["sd"] / 30**0.5
        found += duel.test.p_value < 0.05
        naive += abs(duel.difference.value) > 2.045 * spread
        for size in few:
            (less,) = compare_learners(two, features, y, method=RandomSplits(size), rng=i)
            few[size] += less.test.p_value < 0.05
    assert max(found, *few.values()) <= 10
    assert naive > 20


def test_baselines_stand_beside_learners():
    learners = {"bayes": GaussianNB(), "uniform": DummyClassifier(strategy="uniform")}
    splits = CrossValidation(5)
    (duel,) = compare_learners(learners, X, Y, method=splits, rng=5)
    assert list(duel.baselines) == ["majority", "prior-random", "naive Bayes"]
    assert "Beside them, accuracy on folds of the same cases: majority " in " ".join(str(duel).split())
    more = compare_learners({**learners, "prior": DummyClassifier()}, X, Y, method=splits, rng=5)
    assert "naive Bayes" in " ".join(str(more).split())
    assert type(duel).from_dict(duel.to_dict()).baselines == duel.baselines


class Stops(GaussianNB):
    """A learner that a person stops at its fourth fit."""

    fits = 0

    def fit(self, X, y):
        Stops.fits += 1
        if Stops.fits == 4:
            raise KeyboardInterrupt
        return super().fit(X, y)


def test_ctrl_c_keeps_the_splits_that_are_finished(monkeypatch):
    monkeypatch.setattr(Stops, "fits", 0)
    family = compare_learners({**TWO, "stops": Stops()}, X, Y, rng=3)
    assert family.interrupted
    assert [duel.origin.fits for duel in family] == [8, 7, 7]
    whole = compare_learners({**TWO, "stops": GaussianNB()}, X, Y, method=RandomSplits(3), rng=3)
    assert family["knn", "stops"].difference.value == pytest.approx(whole["knn", "stops"].difference.value)
    assert all(duel.verdict is Verdict.UNDECIDED for duel in family)
    assert "fits of knn did not finish" in family["knn", "stops"].sentence
    assert "Note: stopped by hand after 3 splits of 30: there is no verdict." in str(family)
    assert type(family).from_dict(family.to_dict()).interrupted
    monkeypatch.setattr(Stops, "fits", 3)
    with pytest.raises(KeyboardInterrupt):
        compare_learners({**TWO, "stops": Stops()}, X, Y, rng=3)
