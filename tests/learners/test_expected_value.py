"""The mean over training sets: its variance against a double loop and against the truth, and its interval."""

import math
from itertools import combinations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from referee import Dataset, InputError, estimate_error
from referee.learners import Bootstrap, CrossValidation, Holdout, run_learner
from referee.learners.estimators import expected_value, held_out_interval, training_variance
from referee.learners.estimators.on_results import OnResults
from referee.learners.run import QUIET

Y = np.arange(60) % 2
X = np.random.default_rng(4).normal(size=(60, 2)) + 0.7 * Y[:, None]


class Moody:
    """Right about every case or wrong about a third of them, as the training cases happen to be."""

    def fit(self, X, y):
        self.good = X[:, 0].mean() > 0
        return self

    def predict(self, X):
        return np.where(self.good | (X[:, 1] > 1 / 3), X[:, 2], 1 - X[:, 2]).astype(int)


def moody_cases(draw, n):
    y = draw.integers(0, 2, n)
    return np.column_stack([draw.normal(size=n), draw.random(n), y]), y


def on_samples(learner, X, y, count=100, seed=1):
    return run_learner(learner, X, y, Bootstrap(count).make(y, rng=seed), rng=seed, run=QUIET)


@pytest.mark.parametrize("metric", ["error_rate", "accuracy"])
def test_it_is_the_mean_product_of_two_cases_left_out_together(metric):
    measure = OnResults(metric, on_samples(GaussianNB(), X, Y, 12))
    results = measure.results
    losses = np.full((12, 60), math.nan)
    for row, test, found in zip(losses, results.splits.tests, measure.part_losses, strict=True):
        row[test] = found
    times = (~np.isnan(losses)).sum(axis=0)
    away = (losses - np.nanmean(losses, axis=0)) * np.sqrt(times / np.maximum(times - 1, 1))
    means = []
    for row in away:
        kept = [r for r, seen in zip(row, times, strict=True) if not math.isnan(r) and seen > 1]
        means.append(np.mean([a * b for a, b in combinations(kept, 2)]))
    assert training_variance(measure) == pytest.approx(np.mean(means), rel=1e-12)


def test_it_finds_how_far_models_of_different_cases_differ():
    draw = np.random.default_rng(5)
    found = [
        training_variance(OnResults("error_rate", on_samples(Moody(), *moody_cases(draw, 200)))) for _ in range(40)
    ]
    assert np.mean(found) == pytest.approx(
        (1 / 6) ** 2 * 0.75, rel=0.35
    )  # good and bad moods are a sixth from the mean
    steady = [training_variance(OnResults("error_rate", on_samples(GaussianNB(), X, Y, seed=s))) for s in range(5)]
    assert np.mean(steady) < 0.1 * np.mean(found)


def test_the_mean_over_training_sets_is_held_where_the_interval_of_the_model_misses_it():
    draw, held = np.random.default_rng(6), np.zeros(2)
    for seed in range(15):
        X, y = moody_cases(draw, 200)
        for at, method in enumerate(["auto", "expected"]):
            made = estimate_error(Moody(), X, y, method=method, rng=seed, run=QUIET).estimate
            held[at] += made.interval.low <= 1 / 6 <= made.interval.high
    assert held[0] <= 5
    assert held[1] >= 13


def test_arms_grow_by_the_spread_of_models():
    folds = run_learner(
        Moody(), *moody_cases(np.random.default_rng(7), 90), CrossValidation(10).make([0, 1] * 45, rng=1), rng=1
    )
    samples = on_samples(Moody(), *moody_cases(np.random.default_rng(7), 90))
    made = expected_value(folds, samples, level=0.9)
    plain = held_out_interval(OnResults("error_rate", folds), made.value, 0.9)
    spread = 1.6448536269514722 * math.sqrt(training_variance(OnResults("error_rate", samples)))
    assert made.value - made.interval.low == pytest.approx(
        min(made.value, math.hypot(made.value - plain.low, spread))
    )
    assert made.interval.high - made.value == pytest.approx(math.hypot(plain.high - made.value, spread))
    assert made.interval.level == 0.9
    assert made.interval.method.endswith("times as wide, and training sets (bootstrap)")


def test_without_a_case_left_out_twice_there_is_no_interval():
    measure = OnResults("error_rate", on_samples(GaussianNB(), X, Y, 1))
    assert math.isnan(training_variance(measure))
    folds = run_learner(GaussianNB(), X, Y, CrossValidation(10).make(Y, rng=1), rng=1)
    made = expected_value(folds, measure.results)
    assert made.defined
    assert made.interval is None
    assert math.isnan(training_variance(OnResults("f1", on_samples(GaussianNB(), X, Y, 5))))


def test_the_verb_takes_folds_and_samples_and_says_what_they_cost():
    few = estimate_error(GaussianNB(), X, Y, method="expected", rng=1, run=QUIET)
    assert (few.fits, few.results.splits.kind) == (151, "10-fold, 5 times")
    again = estimate_error(GaussianNB(), X, Y, method="expected error", rng=1, run=QUIET)
    assert again.estimate == few.estimate
    default = estimate_error(GaussianNB(), np.tile(X, (2, 1)), np.tile(Y, 2), rng=1, run=QUIET)
    words = "the interval is for the model of all cases, not for the mean over training sets of this size"
    assert f"{words}: method='expected' has that, for 151 fits" in default.notes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"metric": "f1"}, "`metric` must be a mean over independent cases for 'expected'"),
        ({"metric": "roc_auc"}, "`metric` must be a mean over independent cases for 'expected'"),
        ({"method": ("expected", Holdout())}, "`method` must have no splits for 'expected'"),
    ],
)
def test_what_it_cannot_answer_is_refused(given, words):
    with pytest.raises(InputError, match=words):
        estimate_error(GaussianNB(), X, Y, **{"method": "expected", **given}, rng=1, run=QUIET)


def test_cases_that_belong_together_are_refused():
    data = Dataset("wards", X, Y, groups=np.arange(60) // 3)
    with pytest.raises(InputError, match="got error_rate of cases in groups or in time"):
        estimate_error(GaussianNB(), data, method="expected", rng=1, run=QUIET)
