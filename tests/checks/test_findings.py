"""R001 to R006 fire where a careful colleague would speak, and are silent elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

import referee
from referee.core import ConfusionMatrix


def codes(result):
    return [f.code for f in result.findings]


GOOD = ConfusionMatrix.from_counts(tp=40, fn=10, fp=8, tn=42)


def test_a_good_model_on_enough_cases_has_no_finding():
    assert codes(referee.evaluate(GOOD)) == []


def test_r001_majority_rule():
    always = referee.evaluate(ConfusionMatrix.from_counts(tp=0, fn=10, fp=0, tn=9990))
    (finding,) = [f for f in always.findings if f.code == "R001"]
    assert "is not shown to beat" in finding.title
    assert "0.999 against 0.999" in finding.evidence
    worse = referee.evaluate(ConfusionMatrix.from_counts(tp=5, fn=15, fp=200, tn=780))
    assert "is worse than" in next(f for f in worse.findings if f.code == "R001").title
    # 12 right where the rule errs against 3 wrong where it is right: mid-p .02, but not at level .99
    edge = ConfusionMatrix.from_counts(tp=12, fn=8, fp=3, tn=97)
    assert "R001" not in codes(referee.evaluate(edge))
    assert "R001" in codes(referee.evaluate(edge, level=0.99))


def test_r002_small_class():
    four = ConfusionMatrix.from_counts(tp=3, fn=1, fp=5, tn=91)
    assert "R002" in codes(referee.evaluate(four))
    ten = ConfusionMatrix.from_counts(tp=9, fn=1, fp=1, tn=91)
    assert "R002" not in codes(referee.evaluate(ten))


def test_r002_counts_cases_not_weights():
    truth = np.repeat([0, 1], 50)
    heavy = referee.evaluate(referee.read(truth, truth, weights=np.full(100, 0.01)), rng=0)
    assert "R002" not in codes(heavy)


def test_r003_and_r004_absent_labels():
    predicted = referee.evaluate(["a", "b"] * 20, ["a", "z"] * 20, rng=0)
    assert "R003" in codes(predicted)
    assert "R004" not in codes(predicted)
    declared = referee.evaluate(referee.read(["a", "b"] * 20, ["a", "b"] * 20, labels=["a", "b", "c"]), rng=0)
    assert "R004" in codes(declared)
    assert "R003" not in codes(declared)


def test_r005_lookalikes():
    alike = referee.evaluate(["yes", "no"] * 20, ["yes ", "no"] * 20, rng=0)
    assert "R005" in codes(alike)
    width = referee.evaluate(["Ａ", "b"] * 20, ["A", "b"] * 20, rng=0)
    assert "R005" in codes(width)
    assert "R005" not in codes(referee.evaluate(["yes", "no"] * 20, ["yes", "no"] * 20, rng=0))


@pytest.mark.parametrize(("n", "fires"), [(1, True), (9, True), (10, False)])
def test_r006_few_cases(n, fires):
    result = referee.evaluate([1] * n, [1] * n, rng=0)
    assert ("R006" in codes(result)) == fires


def test_a_table_from_rates_has_no_cases_to_speak_of():
    table = ConfusionMatrix.from_rates(sensitivity=0.5, specificity=0.99, prevalence=0.0026, population=5)
    assert codes(referee.evaluate(table)) == []
