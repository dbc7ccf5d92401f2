"""Where variance comes from: known shares are recovered, and error is bias and variance exactly."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee import InputError
from referee.core import VarianceSources
from referee.learners import RandomSplits, bias_variance, run_learner, variance_sources

P, TESTED = 0.3, 100


class Known(ClassifierMixin, BaseEstimator):
    """Wrong on a case with a probability that its training cases, its seed and its folds move by known amounts.

    The columns are a normal number, a uniform one, and the true class.
    """

    def __init__(self, training=0.0, seed=0.0, random_state=None):
        self.training, self.seed, self.random_state = training, seed, random_state

    def fit(self, X, y):
        self.classes_ = np.array([0, 1])
        self.rate_ = P + self.training * X[:, 0].sum() / np.sqrt(len(X))
        if self.seed:
            self.rate_ += self.seed * np.random.RandomState(self.random_state).normal()
        return self

    def predict(self, X):
        return np.where(X[:, 1] < self.rate_, 1 - X[:, 2], X[:, 2]).astype(int)


class Search(Known):
    """One that also looks at its folds, as a search does."""

    def __init__(self, estimator=None, cv=5, training=0.0, seed=0.0, tuning=0.0, random_state=0):
        super().__init__(training, seed, random_state)
        self.estimator, self.cv, self.tuning = estimator, cv, tuning

    def fit(self, X, y):
        super().fit(X, y)
        _, held = next(iter(self.cv.split(X, y)))
        self.rate_ += self.tuning * np.random.RandomState(int(held.sum() * 7919 + held[0])).normal()
        return self


def cases(n, rng):
    y = np.arange(n) % 2
    return np.c_[rng.normal(size=n), rng.random(n), y], y


@pytest.mark.slow
@pytest.mark.parametrize(
    ("learner", "spreads"),
    [
        (Search(training=0.03, tuning=0.05), {"training cases": 0.03, "tuning": 0.05}),
        pytest.param(Known(0.0, 0.06), {"training cases": 0.0, "seed": 0.06}, marks=pytest.mark.slow),
        pytest.param(Known(0.05, 0.03), {"training cases": 0.05, "seed": 0.03}, marks=pytest.mark.slow),
    ],
    ids=["tuning", "seed alone", "training and seed"],
)
def test_known_shares_are_recovered(learner, spreads):
    rng = np.random.default_rng(5)
    variances = {"test cases": P * (1 - P) / TESTED, **{name: sd**2 for name, sd in spreads.items()}}
    truth = {name: part / sum(variances.values()) for name, part in variances.items()}
    found = {name: [] for name in truth}
    held = dict.fromkeys(truth, 0)
    runs = 60
    for i in range(runs):
        made = variance_sources(learner, *cases(5 * TESTED, rng), repeats=30, rng=i)
        assert [share.name for share in made.shares] == list(truth)
        for share in made.shares:
            found[share.name].append(share.value)
            held[share.name] += truth[share.name] in share.interval
    for name, values in found.items():
        error = np.std(values, ddof=1) / np.sqrt(runs)
        assert abs(np.mean(values) - truth[name]) < max(4 * error, 0.05), (name, np.mean(values), truth[name])
        assert held[name] >= 0.85 * runs, (name, held[name] / runs)


def test_shares_sum_to_one_where_an_estimate_is_below_zero():
    for seed in range(6):
        made = variance_sources(Known(0.01, 0.01), *cases(100, np.random.default_rng(seed)), repeats=4, rng=seed)
        assert sum(share.value for share in made.shares) == pytest.approx(1.0)
        assert all(share.value in share.interval for share in made.shares)
        assert all(0 <= share.interval.low <= share.interval.high <= 1 for share in made.shares)


def test_only_sources_that_the_learner_has():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 2)), np.arange(80) % 2
    search = GridSearchCV(LogisticRegression(random_state=0), {"C": [0.01, 1.0]}, cv=3)
    names = {
        kind: [share.name for share in variance_sources(learner, X, y, repeats=3, rng=1).shares]
        for kind, learner in {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(), "search": search}.items()
    }
    both = ["test cases", "training cases"]
    assert names == {"bayes": both, "tree": [*both, "seed"], "search": [*both, "tuning"]}


def test_the_same_numbers_again_and_as_json():
    X, y = cases(100, np.random.default_rng(1))
    one, two = (variance_sources(Known(0.1, 0.1), X, y, repeats=4, rng=3) for _ in range(2))
    assert one.to_dict() == two.to_dict()
    assert VarianceSources.from_dict(json.loads(one.to_json())).to_dict() == one.to_dict()
    assert "More splits, each with a new seed" in str(one)
    assert one.fits == 12
    assert (one.trained, one.tested) == (40, 20)


def test_error_is_bias_and_variance():
    rng = np.random.default_rng(2)
    y = np.arange(60) % 3
    X = rng.normal(size=(60, 2)) + y[:, None]
    results = run_learner(DecisionTreeClassifier(), X, y, RandomSplits(40).make(y, rng=1), rng=1)
    error, bias, up, down = bias_variance([results])
    assert error == pytest.approx(bias + up - down)
    told = [[] for _ in y]
    for i in results.finished:
        for row, code in zip(*results.test(i), strict=True):
            told[row].append(code)
    assert error == pytest.approx(np.mean([np.mean(np.array(t) != y[i]) for i, t in enumerate(told) if t]))
    main = [np.bincount(t, minlength=3).argmax() for t in told]
    assert bias == pytest.approx(np.mean(main != y))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"metric": "f1"}, "`metric` must be a mean over cases of predicted classes; got f1."),
        ({"metric": "brier_score"}, "`metric` must be a mean over cases of predicted classes; got brier_score."),
        ({"repeats": 2}, "`repeats` must be at least 3; got 2."),
    ],
)
def test_refused(options, sentence):
    X, y = cases(60, np.random.default_rng(1))
    with pytest.raises(InputError) as caught:
        variance_sources(Known(), X, y, rng=1, **options)
    assert str(caught.value).startswith(sentence)
