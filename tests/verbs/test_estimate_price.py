"""What an estimate costs is told before the work, a budget takes a smaller plan, and data cannot be damaged."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from referee import Dataset, InputError, Run, compare_learners, estimate_error
from referee.learners import RandomSplits
from referee.learners.run import Price
from referee.metrics.registry import get
from referee.verbs import estimate
from referee.verbs.estimate_job import EstimateJob


def data(n):
    y = np.arange(n) % 2
    return np.random.default_rng(0).normal(size=(n, 2)) + y[:, None], y


def test_the_price_is_told_before_the_work(capsys):
    told = []

    class Listening(GaussianNB):
        def fit(self, X, y):
            told.append(capsys.readouterr().err)
            return super().fit(X, y)

    skill = estimate_error(Listening(), *data(120), rng=1, run=Run(progress=True))
    assert skill.fits == 51
    assert told[0] == ""
    assert told[1].startswith("  repeated_k_fold: 51 fits, ")
    assert "an interval whose width is measured on these data: nested_cv: 1,101 fits, " in told[1]
    assert "an interval for the mean over training sets of this size: expected: 151 fits, " in told[1]
    assert "method='nested_cv' measures the width of the interval on these data: 1,101 fits" in skill.notes


def test_the_price_of_all_methods_is_what_they_take(capsys):
    skill = estimate_error(DummyClassifier(), *data(20), method="all", rng=1, run=Run(progress=True))
    assert f"  all: {skill.fits} fits, " in capsys.readouterr().err


def test_learners_beside_it_are_not_in_the_price_and_that_is_said(capsys):
    named = {"mine": GaussianNB(), "rival": DummyClassifier()}
    estimate_error(named, *data(60), method="holdout", rng=1, run=Run(progress=True))
    assert "  not in this price: 10 folds of rival, to stand beside it\n" in capsys.readouterr().err


def test_a_long_price_offers_a_budget(capsys, monkeypatch):
    monkeypatch.setattr(EstimateJob, "price", property(lambda job: Price(job.how, 2.0)))
    estimate_error(GaussianNB(), *data(120), rng=1, run=Run(progress=True))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "  repeated_k_fold: 51 fits, about 1 min 42 s"
    smaller = "k_fold: 6 fits, about 12 s or holdout: 2 fits, about 4 s"
    assert lines[1] == f"  a budget of 60s takes what it allows of {smaller}"


def test_quick_work_is_quiet_where_nobody_watches(capsys):
    estimate_error(GaussianNB(), *data(120), rng=1, method="holdout")
    estimate_error(GaussianNB(), *data(120), rng=1, method="holdout", run=Run(progress=False))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("budget", "method", "fits"), [("0.5s", "k_fold", 6), (0.01, "holdout", 2), ("1h", "repeated_k_fold", 51)]
)
def test_a_budget_takes_a_smaller_plan_and_says_so(budget, method, fits, monkeypatch):
    monkeypatch.setattr(EstimateJob, "price", property(lambda job: Price(job.how, 0.02)))
    skill = estimate_error(GaussianNB(), *data(120), rng=1, run=Run(budget=budget))
    assert (skill.method, skill.fits) == (method, fits)
    assert ("budget of" in skill.why) == (method != "repeated_k_fold")


def test_the_reason_says_the_budget_and_what_was_not_taken(monkeypatch):
    monkeypatch.setattr(EstimateJob, "price", property(lambda job: Price(job.how, 2.0)))
    enough, short = (estimate_error(GaussianNB(), *data(120), rng=1, run=Run(budget=b)) for b in ("60s", 3))
    assert enough.why == "the budget of 60s allows no more; repeated_k_fold would take about 1 min 42 s"
    assert short.why == "the budget of 3s is too small for any plan; repeated_k_fold would take about 1 min 42 s"


def test_a_budget_with_few_groups(monkeypatch):
    monkeypatch.setattr(EstimateJob, "price", property(lambda job: Price(job.how, 1.0)))
    X, y = data(120)
    cases = Dataset("", X, y, groups=np.arange(120) % 3)
    skill = estimate_error(GaussianNB(), cases, method="2x3-fold", rng=1, run=Run(budget=4))
    assert (skill.method, skill.fits) == ("k_fold", 4)


class NeverFitted(GaussianNB):
    """A learner that a plan must not fit."""

    def fit(self, X, y):
        raise AssertionError("the plan looks at the cases and the type of learner alone")


@pytest.mark.parametrize("n", [200, 2_000, 20_000, 100_000])
@pytest.mark.parametrize(
    "kind",
    [
        LogisticRegression,
        RandomForestClassifier,
        HistGradientBoostingClassifier,
        "lightgbm.LGBMClassifier",
        "xgboost.XGBClassifier",
        "catboost.CatBoostClassifier",
        NeverFitted,
    ],
    ids=lambda kind: str(getattr(kind, "__name__", kind)),
)
def test_the_default_plan_is_at_most_60_fits_and_needs_no_fit(n, kind):
    if isinstance(kind, str):
        package, name = kind.split(".")
        kind = getattr(pytest.importorskip(package), name)
    kind = type(kind.__name__, (kind,), {"fit": NeverFitted.fit})
    y = (np.arange(n) % 10 < 3).astype(int)
    job = EstimateJob(kind(), Dataset("", np.zeros((n, 1)), y), get("error_rate"), 0.95, 1, Run(), "")
    plan = estimate.plan_of("auto", job)
    assert estimate.fits_of(plan, job) == (51 if n < 1000 else 11)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"budget": "soon"}, "`budget` must be a time such as '60s', '5min' or '2h'; got 'soon'."),
        ({"budget": 0}, "`budget` must be a positive time; got 0."),
        ({"n_jobs": 0}, "`n_jobs` must be a number of processes, or -1 for all cores; got 0."),
        ({"progress": "yes"}, "`progress` must be True or False; got 'yes'."),
    ],
)
def test_how_to_run_is_checked(given, sentence):
    with pytest.raises(InputError) as caught:
        Run(**given)
    assert str(caught.value) == sentence


TWO = {"bayes": GaussianNB(), "majority": DummyClassifier()}


@pytest.fixture
def fit_time(monkeypatch):
    """A fit of a comparison takes so many seconds, whatever the machine does."""
    module = sys.modules["referee.verbs.compare_learners"]
    return lambda seconds: monkeypatch.setattr(module, "Price", lambda run, fit: Price(run, seconds))


def test_the_price_of_a_comparison_is_told_before_the_work(capsys, fit_time):
    fit_time(0.001)
    told = []

    class Listening(GaussianNB):
        def fit(self, X, y):
            told.append(capsys.readouterr().err)
            return super().fit(X, y)

    (duel,) = compare_learners({**TWO, "bayes": Listening()}, *data(60), rng=1, run=Run(progress=True))
    assert duel.origin.fits == 60
    assert told[:2] == ["", "  30 random splits: 60 fits, under 1 s\n"]
    assert len(told) == 30


def test_a_long_comparison_offers_a_budget(capsys, fit_time):
    fit_time(2.0)
    (duel,) = compare_learners(TWO, *data(60), rng=1, run=Run(progress=True))
    first, second = capsys.readouterr().err.splitlines()
    assert first == "  30 random splits: 60 fits, about 2 min"
    smaller = "10 random splits: 20 fits, about 40 s or 5 random splits: 10 fits, about 20 s"
    assert second == f"  a budget of 60s takes what it allows of {smaller}"
    assert duel.origin.notes == ()


@pytest.mark.parametrize(("budget", "splits"), [(1e-9, 5), (0.5, 10), ("1h", 30)])
def test_a_budget_takes_the_first_of_the_splits_and_says_so(budget, splits, fit_time):
    fit_time(0.02)
    (duel,) = compare_learners(TWO, *data(60), rng=1, run=Run(budget=budget))
    (whole,) = compare_learners(TWO, *data(60), method=RandomSplits(splits), rng=1)
    assert (duel.origin.runs, duel.origin.fits) == (splits, 2 * splits)
    assert duel.origin.fingerprint == whole.origin.fingerprint
    assert duel.value_a.value == whole.value_a.value
    assert duel.test.details["df"] == splits - 1
    said = " ".join(str(duel).split())
    assert ("; 30 random splits would take about 1 s" in said) == (splits < 30)


def test_few_cases_have_an_interval_of_unknown_coverage():
    few, some = (estimate_error(GaussianNB(), *data(n), method="5-CV", rng=1).notes for n in (30, 80))
    assert any("here it is not known" in note for note in few)
    assert not any("here it is not known" in note for note in some)


class Vandal(GaussianNB):
    """A learner that writes into all that it is given."""

    def fit(self, X, y):
        super().fit(X, y)
        X[:], y[:] = 0, y[0]
        return self

    def predict(self, X):
        said = super().predict(X)
        X[:] = 0
        return said

    def predict_proba(self, X):
        said = super().predict_proba(X)
        X[:] = 0
        return said


@pytest.mark.parametrize(
    ("method", "metric"),
    [
        ("k_fold", "error_rate"),
        ("k_fold", "brier_score"),
        ("progressive", "error_rate"),
        ("optimism", "error_rate"),
    ],
)
def test_a_learner_that_damages_its_data_changes_nothing(method, metric):
    X, y = data(40)
    before = X.copy(), y.copy()
    honest = estimate_error(GaussianNB(), X, y, method=method, metric=metric, rng=1)
    spoilt = estimate_error({"GaussianNB": Vandal()}, X, y, method=method, metric=metric, rng=1)
    assert (before[0] == X).all()
    assert (y == before[1]).all()
    assert (spoilt.apparent, spoilt.estimate) == (honest.apparent, honest.estimate)
