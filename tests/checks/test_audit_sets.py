"""R120 to R123: training and test cases of one population, or not."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.audit_data import cases, found, material, one, split
from referee.checks.audit import REGISTRY, InapplicableError

X, Y = cases(900, seed=11)
TRAIN, TEST = split(X, Y, 500)


@pytest.mark.parametrize("code", ["R120", "R121", "R122"])
def test_one_population_raises_nothing(code):
    assert found(code, material(TRAIN, TEST)) == []


def test_r120_another_class_mix():
    keep = np.flatnonzero((TEST[1] == 1) | (np.arange(400) % 2 == 0))
    finding = one("R120", material(TRAIN, (TEST[0][keep], TEST[1][keep])))
    assert finding.severity == "warning"
    assert "of training" in finding.evidence
    # tens of thousands of cases show a difference that is none to speak of
    big = np.arange(60_000)
    m = material((big[:, None], (big % 100 < 50).astype(int)), (big[:, None] + 0.5, (big % 100 < 52).astype(int)))
    assert found("R120", m) == ["note"]


def test_r121_a_feature_that_moved_is_named():
    moved = TEST[0].copy()
    moved[:, 3] += 0.6
    finding = one("R121", material(TRAIN, (moved, TEST[1])))
    assert finding.severity == "warning"
    assert finding.evidence.startswith("1 of 5 features: x3 differs by 0.2")


def test_r121_gaps_that_differ():
    holes = TEST[0].copy()
    holes[:40, 2] = np.nan
    finding = one("R121", material(TRAIN, (holes, TEST[1])))
    assert "x2 is missing in 0% and 10%" in finding.evidence


def table(colours, y):
    return {"colour": np.array(colours), "a": np.linspace(0, 1, len(y)), "y": np.array(y)}


def test_r121_categories():
    rng = np.random.default_rng(1)
    train = table(rng.choice(["red", "blue", "green"], 300), rng.integers(0, 2, 300))
    same = table(rng.choice(["red", "blue", "green"], 300), rng.integers(0, 2, 300))
    other = table(rng.choice(["red", "blue", "green"], 300, p=(0.6, 0.2, 0.2)), rng.integers(0, 2, 300))
    assert found("R121", material(train, same, target="y")) == []
    assert "colour differs" in one("R121", material(train, other, target="y")).evidence


def test_r122_drift_that_no_feature_shows_alone():
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(2, 800))
    train = np.c_[a, 0.9 * a + 0.3 * b]
    test = np.c_[b, -0.9 * b + 0.3 * a]
    y = rng.integers(0, 2, 800)
    m = material((train, y), (test, y))
    assert found("R121", m) == []
    finding = one("R122", m)
    assert finding.severity == "warning"
    assert finding.evidence.startswith("AUC 0.")


def test_r122_needs_cases():
    with pytest.raises(InapplicableError, match="at least 20 cases"):
        REGISTRY["R122"](material(TRAIN, (TEST[0][:10], TEST[1][:10])))


def test_r123_excluded_cases_are_counted_and_compared():
    like = (X[500:600], Y[500:600])
    finding = one("R123", material(TRAIN, excluded=like))
    assert (finding.severity, finding.evidence[:45]) == ("note", "100 of 600 cases (16.67%) were excluded; they")
    unlike = (X[500:600] + np.eye(5)[2], Y[500:600])
    finding = one("R123", material(TRAIN, excluded=unlike))
    assert finding.severity == "warning"
    assert "x2 differs" in finding.evidence
    one_class = (X[500:600], np.ones(100, dtype=int))
    assert "the class mix differs" in one("R123", material(TRAIN, excluded=one_class)).evidence
