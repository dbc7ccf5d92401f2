"""R111 to R114: how the score was come by."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from helpers.audit_data import cases, found, material, one, split
from referee import read
from referee.checks.audit import REGISTRY, InapplicableError
from referee.checks.audit.choices import costs
from referee.core import TestResult
from referee.verbs.estimate import estimate_error

X, Y = cases(500, seed=5)
TRAIN, TEST = split(X, Y, 300)


def test_r111_a_claim_that_only_training_cases_support():
    finding = one("R111", material(TRAIN, learner=KNeighborsClassifier(1), claim=0.98))
    assert finding.severity == "serious"
    assert "on its own training cases 1.000" in finding.evidence
    assert found("R111", material(TRAIN, learner=KNeighborsClassifier(1), claim=0.6)) == []
    assert found("R111", material(TRAIN, learner=GaussianNB(), claim=0.72)) == []
    assert found("R111", material(TRAIN, learner=GaussianNB(), claim=0.99)) == []  # neither supports it


def test_r111_an_apparent_estimate_among_the_results():
    own = estimate_error(GaussianNB(), *TRAIN, method="apparent", rng=0)
    true = estimate_error(GaussianNB(), *TRAIN, method="k_fold", rng=0)
    assert found("R111", material(TRAIN, results=(own,))) == ["serious"]
    assert found("R111", material(TRAIN, results=(true,))) == []
    with pytest.raises(InapplicableError, match="needs a learner, training cases and a claimed score"):
        REGISTRY["R111"](material(TRAIN))


@pytest.mark.parametrize(("looks", "severity"), [(1, []), (2, ["note"]), (7, ["note"]), (8, ["warning"])])
def test_r112_looks(looks, severity):
    assert found("R112", material(TRAIN, TEST, looks=looks)) == severity


def test_r112_what_looks_cost():
    fixed, adaptive = costs(10, 200)
    assert fixed == pytest.approx(np.sqrt(np.log(400) / 400))
    assert adaptive == pytest.approx(np.sqrt((10 * np.log(201) + np.log(40)) / 400))
    # all of k fixed models hold within the limit with at least 95%: Hoeffding is generous
    rng = np.random.default_rng(1)
    worst = np.abs(rng.binomial(200, 0.7, (5000, 10)) / 200 - 0.7).max(axis=1)
    assert (worst <= fixed).mean() >= 0.95
    assert costs(1, 200)[0] < fixed < adaptive


def scored(threshold, seed=2, n=600):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    p = 1 / (1 + np.exp(-rng.normal(2 * y - 1, 1.5)))
    cut = best(y, p) if threshold == "best" else threshold
    said = read(y, (p >= cut).astype(int), p)
    return material((p[:, None], y), (p[:, None], y), predictions={"m": said})


def best(y, p):
    right = [((p >= t) == y).sum() for t in p]
    return p[int(np.argmax(right))]


def test_r113_the_best_cut_of_this_test_set():
    finding = one("R113", scored("best"))
    assert finding.severity == "warning"
    assert "the highest accuracy" in finding.evidence
    for threshold in (0.5, 0.41, 0.437219):
        assert found("R113", scored(threshold)) == []


def test_r113_needs_enough_cases():
    with pytest.raises(InapplicableError, match="at least 200 cases"):
        REGISTRY["R113"](scored("best", n=150))


def selecting_before_the_split(X, y):
    """Keep the features that go best with the label, then cross-validate: the classic mistake."""
    from sklearn.model_selection import cross_val_predict

    keep = np.argsort(-np.abs((X - X.mean(0)).T @ (y - y.mean())))[:10]
    return cross_val_predict(GaussianNB(), X[:, keep], y, cv=5)


def selecting_inside(X, y):
    from sklearn.feature_selection import SelectKBest
    from sklearn.model_selection import cross_val_predict
    from sklearn.pipeline import make_pipeline

    return cross_val_predict(make_pipeline(SelectKBest(k=10), GaussianNB()), X, y, cv=5)


def test_r114_selection_before_the_split():
    rng = np.random.default_rng(8)
    many, y = rng.normal(size=(80, 500)), np.arange(80) % 2
    finding = one("R114", material((many, y), learner=selecting_before_the_split))
    assert finding.severity == "serious"
    assert "above chance on average" in finding.evidence
    assert found("R114", material((many, y), learner=selecting_inside)) == []


@pytest.mark.parametrize("seed", range(4))
def test_r114_an_honest_learner(seed):
    assert found("R114", material(TRAIN, learner=GaussianNB(), seed=seed)) == []


def test_r114_says_what_it_cannot_run():
    for learner, why in (
        (object(), "needs a learner with `fit`, or a function"),
        (lambda X, y: y[:3], "shape \\(3,\\)"),
    ):
        with pytest.raises(InapplicableError, match=why):
            REGISTRY["R114"](material(TRAIN, learner=learner))


def answers(*skills):
    rng = np.random.default_rng(9)
    said = {f"m{i}": np.where(rng.random(200) < skill, TEST[1], 1 - TEST[1]) for i, skill in enumerate(skills)}
    return material(TRAIN, TEST, predictions=said)


def test_r115_the_best_of_many_equal_models():
    assert found("R115", answers(*[0.7] * 12)) == ["note"]
    assert found("R115", answers(0.6, 0.6, 0.98)) == []
    with pytest.raises(InapplicableError, match="at least 3 models"):
        REGISTRY["R115"](answers(0.7, 0.7))


def test_r116_unadjusted_tests():
    def of(*p):
        return material(TRAIN, results=tuple(TestResult(f"t{i}", "none", value) for i, value in enumerate(p)))

    finding = one("R116", of(0.03, 0.4, 0.2))
    assert finding.evidence.startswith("1 of 3 are below 5% alone")
    assert found("R116", of(0.001, 0.4, 0.2)) == []
    assert found("R116", of(0.3, 0.4)) == []
    with pytest.raises(InapplicableError, match="at least two comparisons or tests"):
        REGISTRY["R116"](of(0.03))
