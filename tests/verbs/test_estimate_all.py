"""Every textbook estimator side by side: the numbers of each alone, for no more fits than the dearest."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee import Dataset, estimate_error
from referee.core.skill import Skill
from referee.learners import Bootstrap, CrossValidation, Holdout
from referee.verbs.estimate_all import HALVES

NAMES = ["apparent", "holdout", "2-CV", "10-CV", "10-CV, repeated", "LOO", "LOO*", "e0", "LOO bootstrap", ".632B"]
NAMES += [".632+", "optimism bootstrap"]


def data(n, seed=0):
    y = np.arange(n) % 2
    return np.random.default_rng(seed).normal(size=(n, 2)) + y[:, None], y


X, Y = data(40)


@pytest.fixture(scope="module")
def skill():
    return estimate_error(GaussianNB(), X, Y, method="all", rng=3)


def wrong(X, Y, splits):
    """Whether a fit on each split errs on each test case, one by one."""
    return np.concatenate([GaussianNB().fit(X[a], Y[a]).predict(X[b]) != Y[b] for a, b in splits])


@pytest.mark.slow
@pytest.mark.parametrize(("X", "Y"), [(X, Y), load_iris(return_X_y=True)], ids=["drawn", "iris"])
def test_against_brute_force(X, Y):
    skill = estimate_error(GaussianNB(), X, Y, method="all", rng=3)
    value = {row.name: row.estimate.value for row in skill.estimators}
    assert list(value) == NAMES
    whole = GaussianNB().fit(X, Y)
    said = whole.predict(X)
    assert value["apparent"] == np.mean(said != Y)
    assert value["holdout"] == wrong(X, Y, Holdout().make(Y, rng=3)).mean()
    halves, tens = CrossValidation(2, HALVES).make(Y, rng=3), CrossValidation(10, 10).make(Y, rng=3)
    assert value["2-CV"] == wrong(X, Y, list(halves)[:2]).mean()
    assert value["10-CV"] == wrong(X, Y, list(tens)[:10]).mean()
    assert value["10-CV, repeated"] == pytest.approx(wrong(X, Y, tens).mean())
    rows = np.arange(len(Y))
    assert value["LOO"] == wrong(X, Y, [(np.delete(rows, i), [i]) for i in rows]).mean()
    samples = Bootstrap(200).make(Y, rng=3)
    models = [(GaussianNB().fit(X[a], Y[a]), a) for a, _ in samples]
    tests = [model.predict(X[b]) != Y[b] for (model, _), b in zip(models, samples.tests, strict=True)]
    assert value["e0"] == pytest.approx(np.mean([test.mean() for test in tests]))
    gaps = [np.mean(m.predict(X) != Y) - np.mean(m.predict(X[a]) != Y[a]) for m, a in models]
    assert value["optimism bootstrap"] == pytest.approx(value["apparent"] + np.mean(gaps))
    told = np.concatenate(samples.tests)
    by_case = np.bincount(told, np.concatenate(tests), len(Y)) / np.bincount(told, minlength=len(Y))
    out = value["LOO bootstrap"]
    assert out == pytest.approx(by_case.mean())
    assert value[".632B"] == pytest.approx(0.368 * value["apparent"] + 0.632 * out)
    chance = sum(np.mean(label == Y) * np.mean(said != label) for label in np.unique(Y))
    low, high = value["apparent"], min(out, chance)
    overfit = (high - low) / (chance - low) if high > low else 0.0
    weight = 0.632 / (1 - 0.368 * overfit)
    assert value[".632+"] == pytest.approx((1 - weight) * low + weight * high)
    loo, b632, half = value["LOO"], value[".632B"], wrong(X, Y, halves).mean()
    assert value["LOO*"] == pytest.approx(b632 if loo < b632 else min(loo, half))


@pytest.mark.slow
def test_it_costs_no_more_than_its_dearest_part(skill):
    dearest = estimate_error(GaussianNB(), X, Y, method="LOO*", rng=3)
    assert skill.fits <= dearest.fits
    tree = DecisionTreeClassifier(random_state=0)
    both = [estimate_error(tree, *data(24), method=method, rng=3).fits for method in ("all", "loo_star")]
    assert both[0] <= both[1]


def test_each_has_an_interval_or_none_with_the_reason_its_bias_and_the_choice(skill):
    assert skill.estimate == next(row.estimate for row in skill.estimators if row.name == "LOO*")
    assert skill.why == "LOO* suits 40 cases, fewer than 50"
    for row in skill.estimators:
        assert row.bias in ("optimistic", "pessimistic", "nearly unbiased")
        assert row.estimate.interval is not None or "no interval with known coverage" in row.estimate.note
    assert all(name in str(skill) for name in NAMES)
    assert Skill.from_dict(skill.to_dict()).to_dict() == skill.to_dict()
    assert "LOO bootstrap" in skill._repr_html_()


def test_what_the_data_do_not_allow_says_why():
    made = estimate_error(GaussianNB(), Dataset("", X, Y, times=np.arange(40)), method="all", rng=3)
    rows = {row.name: row.estimate for row in made.estimators}
    assert "`times` must not be given to a bootstrap" in rows["e0"].undefined
    assert rows["10-CV"].defined
    assert made.estimate == rows["10-CV"]
