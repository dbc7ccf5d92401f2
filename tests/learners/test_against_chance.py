"""A learner against chance."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee import Dataset, _rng, inference
from referee.errors import InputError
from referee.learners import (
    CrossValidation,
    PermutedLabels,
    RandomSplits,
    against_chance,
    baselines,
    run_learner,
)
from referee.learners.run import Run

Y = np.arange(40) % 2
X = np.random.default_rng(1).normal(size=(40, 2)) + 1.5 * Y[:, None]


def scores_of(results):
    return np.mean([np.trace(c) / c.sum() for c in results.counts])


@pytest.mark.slow
def test_all_labels_by_hand():
    found = against_chance(GaussianNB(), X, Y, resamples=30, enough=None, rng=3)
    folds = CrossValidation(5).make(Y, rng=3)
    seen, null = 0.0, []
    for order in [np.arange(40), *(_rng.stream(3, "all labels", i).permutation(40) for i in range(30))]:
        score = np.mean(
            [(GaussianNB().fit(X[order][a], Y[a]).predict(X[order][b]) == Y[b]).mean() for a, b in folds]
        )
        null.append(score)
    seen, null = null[0], null[1:]
    assert found.score.value == pytest.approx(seen)
    assert found.test.p_value == pytest.approx((1 + np.sum(np.array(null) >= seen - 1e-12)) / 31)
    assert found.test.details["null_mean"] == pytest.approx(np.mean(null))
    assert found.test is found.all_labels


def test_training_labels_are_permuted_and_test_labels_true():
    found = against_chance(GaussianNB(), X, Y, resamples=5, enough=None, rng=3)
    folds = CrossValidation(5).make(Y, rng=3)
    null = []
    for i in range(5):
        seed = int(_rng.stream(3, "training", i).integers(2**53))
        null.append(scores_of(run_learner((PermutedLabels(), GaussianNB()), X, Y, folds, rng=seed)))
    assert found.training_labels.details["null_mean"] == pytest.approx(np.mean(null))
    assert abs(np.mean(null) - 0.5) < 0.2
    rows, labels = PermutedLabels(3).fit_resample(X, Y)
    assert rows is X
    assert labels.sum() == Y.sum()
    assert labels.tolist() != Y.tolist()


def test_what_stands_beside():
    found = against_chance(GaussianNB(), X, Y, resamples=9, rng=0)
    assert [b.name for b in found.baselines] == ["majority", "prior-random", "naive Bayes"]
    assert found.baselines[0].value == pytest.approx(0.5)
    assert found.baselines[2].value == pytest.approx(found.score.value)
    folds = CrossValidation(5).make(Y, rng=0)
    pooled = run_learner(GaussianNB(), X, Y, folds, rng=0).counts.sum(axis=0)
    assert found.chi2.p_value == pytest.approx(inference.chi2(pooled).p_value)
    assert "13.6%" in found.chi2.warnings[0]
    assert found.fits == 5 * (1 + found.test.details["draws"] + found.training_labels.details["draws"] + 3)
    more = against_chance(
        GaussianNB(),
        X,
        Y,
        splits=RandomSplits(3),
        resamples=2,
        beside={"tree": DecisionTreeClassifier()},
        rng=0,
    )
    assert more.chi2 is None
    assert more.baselines[-1].name == "tree"


def test_noise_stops_early_and_is_not_better_than_chance():
    noise = np.random.default_rng(9).normal(size=(40, 2))
    found = against_chance(DummyClassifier(strategy="stratified", random_state=0), noise, Y, enough=3, rng=0)
    assert found.test.convention.startswith("Besag-Clifford: stopped at 3 hits")
    assert found.test.p_value == 3 / found.test.details["draws"]
    assert "not shown to be better than chance" in found.sentence


def test_workers_and_errors():
    one = against_chance(GaussianNB(), X, Y, metric="error_rate", resamples=9, rng=1)
    two = against_chance(GaussianNB(), X, Y, metric="error_rate", resamples=9, rng=1, run=Run(2))
    assert one.to_dict() == two.to_dict()
    up = against_chance(GaussianNB(), X, Y, resamples=9, rng=1)
    assert one.test.p_value == up.test.p_value
    assert one.test.effect.value == pytest.approx(up.test.effect.value)


def test_words_are_read_for_naive_bayes_too():
    words = np.array([["a"], ["b"]] * 20, dtype=object)
    found = against_chance(DummyClassifier(), words, Y, resamples=2, rng=0)
    assert found.baselines[2].name == "naive Bayes"
    assert found.baselines[2].defined
    assert sorted(baselines(rng=0)) == ["majority", "naive Bayes", "prior-random"]


def test_a_metric_without_a_value_takes_no_permutations():
    never = DummyClassifier(strategy="constant", constant=0)
    data = Dataset("d", X, Y, positive=1)
    found = against_chance(never, data, splits=CrossValidation(4), metric="precision", rng=0)
    assert found.test.inapplicable == "precision is undefined on every split"
    assert found.fits == 4 * (1 + len(found.baselines))


def test_a_dataset_gives_what_its_columns_give_and_groups_are_refused():
    one = against_chance(GaussianNB(), X, Y, resamples=9, rng=1)
    assert against_chance(GaussianNB(), Dataset("d", X, Y), resamples=9, rng=1).to_dict() == one.to_dict()
    with pytest.raises(InputError, match="`X` must hold cases that are exchangeable; got groups or times"):
        against_chance(GaussianNB(), Dataset("d", X, Y, groups=np.arange(len(Y)) // 2))
