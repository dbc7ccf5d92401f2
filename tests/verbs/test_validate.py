"""`validate`: a test that is known to reject too often is caught, one that holds its level is not."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import referee
from helpers.cli_runner import run
from referee.learners import two_blocks
from referee.learners.run import Run
from referee.verbs.validate import _sentence, _share


def cases(n, seed=0, shift=1.0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + shift * y[:, None], y


def test_two_blocks_are_equally_good_and_independent():
    X, y = cases(400)
    made, labels = two_blocks(X, np.where(y == 1, "yes", "no"), 4000, rng=3)
    assert np.unique(labels, return_counts=True)[1].tolist() == [2000, 2000]
    assert len(np.unique(made, axis=0)) == 4000
    for label in ("no", "yes"):
        own = made[labels == label]
        assert own[:, :2].mean(axis=0) == pytest.approx(own[:, 2:].mean(axis=0), abs=0.1)
        assert abs(np.corrcoef(own[:, 0], own[:, 2])[0, 1]) < 0.08
        source = X[y == (label == "yes")]
        assert own[:, 0].std() == pytest.approx(source[:, 0].std() * math.sqrt(1 + 0.25**2), rel=0.05)


def test_features_of_few_values_stay_as_they_are():
    made, _ = two_blocks(np.c_[np.arange(60) % 3, np.arange(60)], np.arange(60) % 2, 100, rng=1)
    assert set(made[:, 0]) <= {0.0, 1.0, 2.0}
    assert len(np.unique(made[:, 1])) == 100


@pytest.mark.slow
def test_the_naive_test_is_caught_and_the_corrected_one_is_not():
    X, y = cases(60)
    learner = KNeighborsClassifier(1)
    naive = referee.validate(learner, X, y, test="paired_t", runs=80, rng=1)
    assert naive.size.value > 0.05
    right = referee.validate(learner, X, y, runs=80, rng=1)
    assert right.size.interval.low < 0.075
    assert right.size.value < naive.size.value
    assert right.fits == 80 * 60


@pytest.mark.slow
def test_coverage_needs_a_population():
    X, y = cases(120)
    small = referee.validate(GaussianNB(), X, y, runs=10, rng=0)
    assert small.covers_model is None
    assert small.cannot[0] == (
        "coverage: 120 cases are fewer than 5 times n = 120; say n of at most 24 to measure it there"
    )
    assert small.cannot[-1] == "how the cases of use differ from these"


def test_every_fit_is_counted():
    class Counted(GaussianNB):
        fits = 0

        def fit(self, X, y, sample_weight=None):
            Counted.fits += 1
            return super().fit(X, y, sample_weight)

    X, y = cases(200)
    found = referee.validate(Counted(), X, y, n=40, runs=10, rng=0, method="holdout", test="paired_t")
    assert found.covers_model is not None
    assert found.fits == Counted.fits


@pytest.mark.slow
def test_coverage_where_the_data_are_the_population():
    X, y = cases(1500)
    found = referee.validate(GaussianNB(), X, y, n=100, runs=60, rng=2, method="holdout")
    assert found.covers_model.n == 60
    assert found.covers_model.value > 0.85
    assert found.covers_learner.value > 0.85
    shown = str(found)
    assert "interval covers this model" in shown
    assert "n = 100 of 1,500 cases" in shown


@pytest.mark.slow
def test_a_method_without_an_interval_says_so():
    X, y = cases(600)
    found = referee.validate(GaussianNB(), X, y, n=50, runs=10, rng=2, method="apparent")
    assert found.covers_model is None
    assert "coverage: method 'apparent' gives no interval with known coverage" in found.cannot


@pytest.mark.slow
def test_processes_do_not_change_it():
    X, y = cases(40)
    one = referee.validate(GaussianNB(), X, y, runs=10, rng=5)
    two = referee.validate(GaussianNB(), X, y, runs=10, rng=5, run=Run(2))
    assert one.to_dict() == two.to_dict()


def test_the_majority_rule_never_alarms():
    X, y = cases(40)
    found = referee.validate(DummyClassifier(), X, y, runs=10, rng=5)
    assert found.size.value == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 41}, "`n` must be at most the number of cases (40); got 41."),
        ({"runs": 3}, "`runs` must be at least 10; got 3."),
        ({"level": 95}, "`level` must lie strictly between 0 and 1; got 95. Did you mean 0.95?"),
        ({"metric": "acuracy"}, "acuracy"),
        ({"test": "t"}, "`test` must be one of"),
    ],
)
def test_bad_input(options, sentence):
    X, y = cases(40)
    with pytest.raises(referee.InputError) as caught:
        referee.validate(GaussianNB(), X, y, rng=0, **{"runs": 10, **options})
    assert sentence in str(caught.value)


@pytest.mark.slow
def test_on_the_command_line(tmp_path):
    X, y = cases(60)
    rows = "\n".join(f"{a:.3f},{b:.3f},{c}" for (a, b), c in zip(X, y, strict=True))
    (tmp_path / "d.csv").write_text(f"a,b,y\n{rows}\n")
    learner = "sklearn.naive_bayes.GaussianNB"
    code, out, err = run("validate", tmp_path / "d.csv", "--target", "y", "--learner", learner, "--runs", "20")
    assert (code, err) == (0, "")
    assert "false alarms of corrected_t" in out
    assert "Not measured: coverage" in out


@pytest.mark.parametrize(
    ("rejected", "words"),
    [(60, "more than the 5% it promises"), (2, "fewer than the 5% it promises"), (20, "agrees with the 5%")],
)
def test_the_sentence_says_on_which_side_of_its_promise_a_test_is(rejected, words):
    assert words in _sentence("paired_t", _share("false alarms", rejected, 400), 0.05, 100)
