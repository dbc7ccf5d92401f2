"""R140 to R148: what the model reaches, where, and beside what."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.audit_data import cases, found, material, one, split
from referee import read
from referee.checks.audit import REGISTRY, InapplicableError

X, Y = cases(700, seed=31, shift=2.0)
TRAIN, TEST = split(X, Y, 400)
MODEL = LogisticRegression().fit(*TRAIN)
SAID, P = MODEL.predict(TEST[0]), MODEL.predict_proba(TEST[0])[:, 1]


def sited(learner, values, y, sites):
    return material((values, y), roles={"sites": {"train": sites}}, learner=learner)


def test_r140_a_site_that_was_not_trained_on():
    rng = np.random.default_rng(1)
    sites = rng.integers(0, 4, 400)
    assert found("R140", sited(GaussianNB(), *TRAIN, sites)) == []
    # at each site the label goes with another feature: nothing carries over
    values = rng.normal(size=(400, 4))
    y = (values[np.arange(400), sites] > 0).astype(int)
    marked = np.c_[values, 5 * np.eye(4)[sites]]
    finding = one("R140", sited(DecisionTreeClassifier(random_state=0), marked, y, sites))
    assert finding.severity == "warning"
    assert "with each of 4 sites left out" in finding.evidence


def test_r140_needs_sites_of_some_size():
    with pytest.raises(InapplicableError, match="needs 2 to 20 sites"):
        REGISTRY["R140"](sited(GaussianNB(), *TRAIN, np.arange(400)))


def at_sites(said, sites):
    return material(TRAIN, TEST, predictions={"m": said}, roles={"sites": {"test": sites}})


def test_r148_accuracy_by_site():
    sites = np.arange(300) % 3
    assert found("R148", at_sites(SAID, sites)) == []
    spoilt = np.where(sites == 2, 1 - SAID, SAID)
    finding = one("R148", at_sites(spoilt, sites))
    assert finding.severity == "warning"
    assert "over 3 sites" in finding.evidence


def patterned(skill_seen):
    rng = np.random.default_rng(2)
    X = rng.integers(0, 2, (900, 9)).astype(float)
    y = rng.integers(0, 2, 900)
    train, test = split(X, y, 300)
    m = material(train, test, predictions={"m": y[300:]})
    right = np.where(m.shared.seen, rng.random(600) < skill_seen, rng.random(600) < 0.6)
    return material(train, test, predictions={"m": np.where(right, y[300:], 1 - y[300:])})


def test_r141_seen_and_unseen_apart():
    finding = one("R141", patterned(0.6))
    assert finding.severity == "note"
    assert "seen 0." in finding.evidence
    assert one("R141", patterned(0.95)).severity == "warning"
    with pytest.raises(InapplicableError, match="patterns that training has, and others"):
        REGISTRY["R141"](material(TRAIN, TEST, predictions={"m": SAID}))


def test_r142_too_few_for_the_claim():
    few = (X[:60], np.r_[np.zeros(45, dtype=int), np.ones(15, dtype=int)])
    finding = one("R142", material(TRAIN, few, claim=0.9))
    assert finding.title == "1 has 15 test cases, too few for the claim"
    assert "29 are needed" in finding.evidence  # 0.9^29 < 0.05
    assert found("R142", material(TRAIN, few, claim=0.8)) == []
    assert found("R142", material(TRAIN, few, gain=0.05)) == ["warning"]
    assert found("R142", material(TRAIN, few, gain=0.1)) == []
    with pytest.raises(InapplicableError, match="needs a claimed score"):
        REGISTRY["R142"](material(TRAIN, few))


def test_r143_a_baseline_by_name_or_by_its_answers():
    assert found("R143", material(TRAIN, TEST, predictions={"svm": SAID})) == ["note"]
    constant = np.zeros(300, dtype=int)
    assert found("R143", material(TRAIN, TEST, predictions={"svm": SAID, "x": constant})) == []
    assert found("R143", material(TRAIN, TEST, predictions={"svm": SAID, "Dummy": SAID})) == []


def test_r144_a_simple_rule_that_wins():
    assert "serious" not in found("R144", material(TRAIN, TEST, predictions={"m": SAID}))
    random = np.random.default_rng(5).integers(0, 2, 300)
    assert found("R144", material(TRAIN, TEST, predictions={"m": random})) == ["serious"]
    rare = (X[:400], (np.arange(400) % 20 == 0).astype(int))
    seldom = (X[400:], (np.arange(300) % 20 == 0).astype(int))
    both = REGISTRY["R144"](material(rare, seldom, predictions={"m": random}))
    assert "of majority 0.950" in both[0].evidence


def scored(scores, y=TEST[1]):
    return material(TRAIN, TEST, predictions={"m": read(y, y_score=scores, positive=1)})


def test_r145_probabilities():
    assert found("R145", scored(P)) == []
    assert found("R145", scored(np.log(P / (1 - P)))) == ["note"]
    beyond = P.copy()
    beyond[:3] = 1.2
    assert one("R145", scored(beyond)).evidence.startswith("m: 3 of 300 lie outside 0 to 1")
    sharp = P**4 / (P**4 + (1 - P) ** 4)
    assert one("R145", scored(sharp)).title == "Probabilities do not come true as often as they say"


def test_r145_rows_of_several_classes_sum_to_1():
    rng = np.random.default_rng(6)
    y = rng.integers(0, 3, 300)
    good = rng.dirichlet([1, 1, 1], 300)

    def of(scores):
        m = material(TRAIN, TEST, predictions={"m": read(TEST[1], SAID)})
        object.__setattr__(m, "predictions", {"m": read(y, y_score=scores)})
        return m

    assert found("R145", of(good)) == []
    assert "2 of 300 rows do not sum to 1" in one("R145", of(np.r_[good[:298], good[298:] / 2])).evidence


def test_r146_a_gain_within_the_interval():
    assert found("R146", material(TRAIN, TEST, predictions={"m": SAID}, gain=0.01)) == ["warning"]
    assert found("R146", material(TRAIN, TEST, predictions={"m": SAID}, gain=0.2)) == []
    a, b = read(TEST[1], SAID, name="a"), read(TEST[1], np.roll(SAID, 1), name="b")
    duel = referee.compare(a, b, rng=0)
    finding = one("R146", material(TRAIN, TEST, results=(duel,), gain=0.01))
    assert finding.evidence.startswith("a - b")
    with pytest.raises(InapplicableError, match="needs predicted classes, or comparisons"):
        REGISTRY["R146"](material(TRAIN, TEST, gain=0.1))


def test_r147_order_effects():
    assert found("R147", material(TRAIN, learner=GaussianNB())) == []
    hasty = SGDClassifier(shuffle=False, max_iter=1, tol=None, learning_rate="constant", eta0=5.0, random_state=0)
    finding = one("R147", material(TRAIN, learner=hasty))
    assert finding.severity == "warning"
    assert "between orders" in finding.evidence


def test_r149_floor_and_ceiling():
    nearly, other = TEST[1].copy(), TEST[1].copy()
    nearly[0], other[1] = 1 - nearly[0], 1 - other[1]
    assert "ceiling" in one("R149", material(TRAIN, TEST, predictions={"a": nearly, "b": other})).title
    assert found("R149", material(TRAIN, TEST, predictions={"a": nearly, "b": SAID})) == []
    wrong = 1 - SAID
    assert "floor" in one("R149", material(TRAIN, TEST, predictions={"a": wrong, "b": np.roll(wrong, 1)})).title
    with pytest.raises(InapplicableError, match="two models"):
        REGISTRY["R149"](material(TRAIN, TEST, predictions={"a": nearly}))
