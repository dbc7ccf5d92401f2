"""What an estimate costs is told before the work, a budget takes a smaller plan, and data cannot be damaged."""

from __future__ import annotations

import time

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from referee import InputError, Run, estimate_error
from referee.verbs import estimate_plan


def data(n):
    y = np.arange(n) % 2
    return np.random.default_rng(0).normal(size=(n, 2)) + y[:, None], y


class Slow(GaussianNB):
    """A learner that takes its time."""

    def fit(self, X, y):
        time.sleep(0.02)
        return super().fit(X, y)


def test_the_price_is_told_before_the_work(capsys):
    told = []

    class Listening(GaussianNB):
        def fit(self, X, y):
            told.append(capsys.readouterr().err)
            return super().fit(X, y)

    skill = estimate_error(Listening(), *data(120), rng=1, run=Run(progress=True))
    assert skill.fits == 51
    assert told[0] == ""
    assert told[1].startswith("  repeated_k_fold: 51 fits, about ")
    assert "an interval whose width is measured on these data: nested_cv: 1,101 fits, about " in told[1]
    assert "method='nested_cv' measures the width of the interval on these data: 1,101 fits" in skill.notes


def test_a_long_price_offers_a_budget(capsys, monkeypatch):
    monkeypatch.setattr(estimate_plan, "LONG", 0.5)
    estimate_error(Slow(), *data(120), rng=1, run=Run(progress=True))
    lines = capsys.readouterr().err.splitlines()
    assert lines[1].startswith("  a budget of 60s takes what it allows of k_fold: 6 fits, about ")
    assert "holdout: 2 fits" in lines[1]


def test_quick_work_is_quiet_where_nobody_watches(capsys):
    estimate_error(GaussianNB(), *data(120), rng=1, method="holdout")
    estimate_error(GaussianNB(), *data(120), rng=1, method="holdout", run=Run(progress=False))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("budget", "method", "fits"), [("0.5s", "k_fold", 6), (0.01, "holdout", 2), ("1h", "repeated_k_fold", 51)]
)
def test_a_budget_takes_a_smaller_plan_and_says_so(budget, method, fits, monkeypatch):
    monkeypatch.setattr(estimate_plan.EstimateJob, "seconds", 0.02)
    skill = estimate_error(GaussianNB(), *data(120), rng=1, run=Run(budget=budget))
    assert (skill.method, skill.fits) == (method, fits)
    assert ("a budget of" in skill.why) == (method != "repeated_k_fold")


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
