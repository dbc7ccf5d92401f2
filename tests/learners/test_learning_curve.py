"""Learning curves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import referee
from referee import Dataset, _rng
from referee.errors import InputError
from referee.learners import RandomSplits, TrainingSizes, learning_curve, per_split, run_learner
from referee.learners.learning_curve import in_proportion
from referee.learners.run import Run

RNG = np.random.default_rng(11)
Y = np.arange(120) % 3 == 0
X = RNG.normal(size=(120, 3)) + 1.2 * Y[:, None]


def test_by_hand():
    curve = learning_curve(GaussianNB(), X, Y, rng=3, splits=TrainingSizes(sizes=(20, 45, 90), repeats=5))
    base = RandomSplits(5, 0.25).make(Y, rng=3)
    held, train = np.zeros((5, 3)), np.zeros((5, 3))
    for i in range(5):
        order = in_proportion(base.train(i), Y.astype(int), _rng.stream(3, "learning curve", i))
        for j, size in enumerate((20, 45, 90)):
            rows, test = order[:size], base.tests[i]
            model = GaussianNB().fit(X[np.sort(rows)], Y[np.sort(rows)])
            held[i, j] = (model.predict(X[test]) == Y[test]).mean()
            train[i, j] = (model.predict(X[rows]) == Y[rows]).mean()
    assert curve.held_out.value.tolist() == pytest.approx(held.mean(axis=0).tolist())
    assert curve.training.value.tolist() == pytest.approx(train.mean(axis=0).tolist())
    half = stats.t.ppf(0.975, 4) * np.sqrt((1 / 5 + 30 / 45) * held[:, 1].var(ddof=1))
    assert curve.held_out.high[1] == pytest.approx(min(1.0, held[:, 1].mean() + half))
    assert curve.fits == 15
    assert curve.facts["gap"] == pytest.approx((train - held)[:, -1].mean())


def test_every_beginning_is_in_proportion():
    rows = in_proportion(np.arange(120), Y.astype(int), np.random.default_rng(0))
    assert sorted(rows.tolist()) == list(range(120))
    for size in range(6, 121):
        assert abs(Y[rows[:size]].sum() - size / 3) <= 1.5


def test_what_it_says():
    variance = learning_curve(KNeighborsClassifier(1), X, Y, rng=0)
    assert variance.sentence.startswith("Variance:")
    bias = learning_curve(DummyClassifier(), X, Y, rng=0)
    assert bias.sentence.startswith("Bias, or noise in the labels:")
    assert bias.estimates[0].value == pytest.approx(0.0, abs=0.01)
    many = np.random.default_rng(5).normal(size=(400, 12))
    truth = (many[:, :6].sum(axis=1) + np.random.default_rng(6).normal(size=400)) > 0
    rising = learning_curve(
        DecisionTreeClassifier(max_depth=6), many, truth, rng=0, splits=TrainingSizes(repeats=15)
    )
    assert rising.facts["rise"] > 0
    assert rising.estimates[0].value > 0
    assert rising.estimates[1].value > rising.estimates[0].value
    assert "extrapolated" in rising.advice[0]


def test_error_is_accuracy_upside_down():
    one = learning_curve(KNeighborsClassifier(3), X, Y, rng=0)
    two = learning_curve(KNeighborsClassifier(3), X, Y, metric="error_rate", rng=0)
    assert two.held_out.value.tolist() == pytest.approx((1 - one.held_out.value).tolist())
    assert two.facts["gap"] == pytest.approx(one.facts["gap"])
    assert two.estimates[0].value == pytest.approx(one.estimates[0].value)


def test_the_same_numbers_for_any_number_of_workers():
    learner = DecisionTreeClassifier(max_features=1)
    one = learning_curve(learner, X, Y, metric="roc_auc", rng=1, splits=TrainingSizes(repeats=3))
    two = learning_curve(learner, X, Y, metric="roc_auc", rng=1, run=Run(2), splits=TrainingSizes(repeats=3))
    assert one.to_dict() == two.to_dict()
    assert referee.load(one.to_dict()).rows() == one.rows()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"splits": {"sizes": (0.5, 1.0)}}, "`sizes` must be at least 3 different ones"),
        ({"splits": {"sizes": (10, 20, 1000)}}, "`sizes` must lie between 2 and 90 training cases; got 1000"),
        ({"splits": {"sizes": (2, 20, 40)}}, "`sizes` must leave a case of each class"),
        ({"metric": "prevalence"}, "`metric` must have a better and a worse end"),
        ({"splits": {"repeats": 1}}, "`repeats` must be at least 3"),
    ],
)
def test_bad_input(options, sentence):
    y = Y.copy()
    if options.get("splits") == {"sizes": (2, 20, 40)}:
        y[:] = np.arange(120) % 12 == 0
    with pytest.raises(InputError, match=sentence):
        learning_curve(
            GaussianNB(), X, y, rng=0, **options | {"splits": TrainingSizes(**options.get("splits", {}))}
        )


def test_other_splits_are_refused():
    with pytest.raises(InputError, match="`splits` must be a TrainingSizes; got RandomSplits"):
        learning_curve(GaussianNB(), X, Y, splits=RandomSplits(5))


def test_a_dataset_says_groups_and_the_positive_class():
    patients = np.arange(120) // 2
    splits = TrainingSizes((20, 45, 90), repeats=3)
    data = Dataset("wards", X, Y, groups=patients, positive=0)
    made = splits.make(Y, groups=patients, rng=1)
    for i in range(len(made)):
        assert not set(patients[made.train(i)]) & set(patients[made.tests[i]])
    curve = learning_curve(GaussianNB(), data, metric="precision", splits=splits, rng=1)
    results = run_learner(GaussianNB(), data, None, made, rng=1)
    assert curve.held_out.value.tolist() == per_split(results, "precision").reshape(3, 3).mean(axis=0).tolist()


def test_the_interval_of_a_gain_reaches_as_far_up_as_down():
    for gain in learning_curve(GaussianNB(), X, Y, rng=0, splits=TrainingSizes(repeats=6)).estimates:
        assert gain.interval.width > 0
        assert (gain.interval.low + gain.interval.high) / 2 == pytest.approx(gain.value)
