"""Every textbook estimator side by side: the numbers of each alone, for no more fits than the dearest."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from referee import Bootstrap, CrossValidation, Dataset, Holdout, estimate_error
from referee.core.skill import Skill
from referee.learners import estimators, run_learner
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


def brute(splits):
    """The predictions of a fit on each split, one by one."""
    wrong = [GaussianNB().fit(X[a], Y[a]).predict(X[b]) != Y[b] for a, b in splits]
    return np.concatenate(wrong)


def test_against_brute_force(skill):
    value = {row.name: row.estimate.value for row in skill.estimators}
    assert list(value) == NAMES
    whole = GaussianNB().fit(X, Y)
    assert value["apparent"] == np.mean(whole.predict(X) != Y)
    assert value["holdout"] == brute(Holdout().make(Y, rng=3)).mean()
    halves, tens = CrossValidation(2, HALVES).make(Y, rng=3), CrossValidation(10, 10).make(Y, rng=3)
    assert value["2-CV"] == brute(list(halves)[:2]).mean()
    assert value["10-CV"] == brute(list(tens)[:10]).mean()
    assert value["10-CV, repeated"] == pytest.approx(brute(tens).mean())
    assert value["LOO"] == np.mean([brute([(np.delete(np.arange(40), i), [i])]) for i in range(40)])
    samples = Bootstrap(200).make(Y, rng=3)
    out = [np.mean(GaussianNB().fit(X[a], Y[a]).predict(X[b]) != Y[b]) for a, b in samples]
    assert value["e0"] == pytest.approx(np.mean(out))
    models = [(GaussianNB().fit(X[a], Y[a]), a) for a, _ in samples]
    gaps = [np.mean(m.predict(X) != Y) - np.mean(m.predict(X[a]) != Y[a]) for m, a in models]
    assert value["optimism bootstrap"] == pytest.approx(value["apparent"] + np.mean(gaps))
    cases = [[] for _ in Y]
    for (model, _), test in zip(models, samples.tests, strict=True):
        for row in test:
            cases[row].append(model.predict(X[[row]])[0] != Y[row])
    assert value["LOO bootstrap"] == pytest.approx(np.mean([np.mean(case) for case in cases]))
    assert value[".632B"] == pytest.approx(0.368 * value["apparent"] + 0.632 * value["LOO bootstrap"])
    results = run_learner(GaussianNB(), X, Y, samples, whole=True, rng=3)
    assert value[".632+"] == pytest.approx(estimators.bootstrap_632_plus(results).value)
    limits = value[".632B"], brute(halves).mean()
    assert value["LOO*"] == pytest.approx(estimators.combine_loo_star(value["LOO"], *limits)[0])


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
