"""Where peers answer 0, NaN or a crash: undefined is NaN with its reason, and no case is an error."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import referee
from adapters import cases
from referee.metrics.registry import when

PEERS = {c["id"]: c["inputs"] for c in cases("peer_cases_open.json")}


def columns(name):
    return PEERS[name]["y"], PEERS[name]["p"]


def test_f1_without_positives():
    truth, predicted = columns("deg_sk_f1_empty")
    f1 = referee.evaluate(referee.read(truth, predicted, labels=[0, 1], positive=1), rng=0)["f1"]
    assert math.isnan(f1.value)
    assert f1.undefined == "no case is positive or predicted positive"
    assert f1.interval is None


def test_mcc_of_a_constant_answer():
    mcc = referee.evaluate(*columns("deg_sk_mcc_const"), rng=0)["mcc"]
    assert math.isnan(mcc.value)
    assert mcc.undefined == "truth or prediction has a single class"


def test_kappa_of_one_class():
    kappa = referee.evaluate(*columns("deg_sk_kappa_one_class"), rng=0)["kappa"]
    assert math.isnan(kappa.value)
    assert kappa.undefined == "every case is of one class and predicted so"


def test_no_cases():
    with pytest.raises(referee.InputError, match="`y_true` must"):
        referee.evaluate(*columns("deg_sk_empty"))
    with pytest.raises(referee.InputError, match="`n` must be at least 1; got 0"):
        referee.inference.proportion_interval(PEERS["deg_r_prop_n0"]["k"][0], PEERS["deg_r_prop_n0"]["n"][0])
    with pytest.raises(referee.InputError, match="`counts` must hold at least one case"):
        referee.ConfusionMatrix.from_counts(tp=0, fn=0, fp=0, tn=0)


def test_numbers_against_text():
    with pytest.raises(referee.InputError, match=r"same type as `y_true`.*int in `y_true`.*str"):
        referee.evaluate(*columns("deg_sk_mixed"))


def test_a_label_that_is_never_true():
    result = referee.evaluate(*columns("deg_sk_unknown"), rng=0)
    assert result.confusion.labels == ("a", "b", "z")
    assert result.confusion.counts.tolist() == [[1, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert any("'z' is predicted but never true" in f.title for f in result.findings)
    assert result["recall_macro"].note.startswith("1 class left out: ")


def test_mcc_of_a_rare_class():
    tables = {"tn": 10**14, "tp": 5, "fp": 3, "fn": 2}, {"tn": 5, "tp": 10**14, "fp": 2, "fn": 3}
    tp, fp, fn = 5, 3, 2
    exact = (1 - Fraction(fp * fn, tp * 10**14)) / Fraction((tp + fp) * (tp + fn), tp * tp) ** Fraction(1, 2)
    for counts in tables:
        assert referee.metrics.mcc(referee.ConfusionMatrix.from_counts(**counts)) == pytest.approx(
            float(exact), rel=1e-12
        )
    at = referee.evaluate(referee.ConfusionMatrix.from_counts(tp=5, fn=5, fp=0, tn=10), prevalence=1e-30, rng=0)[
        "mcc"
    ]
    assert at.value == pytest.approx(math.sqrt(0.5), rel=1e-12)


def test_the_area_of_more_cases_than_products_hold():
    answers = referee.read(
        [1, 0, 1, 0], y_score=[4, 3, 2, 1], positive=1, weights=[10**12] * 4, weights_are="counts"
    )
    assert referee.metrics.roc_auc(answers) == answers.ranking.auc == 0.75


def test_a_formula_that_divides_by_zero_is_undefined_with_its_sentence():
    mine = referee.metrics.metric("Mine", undefined=when(lambda tp: tp == 0, "there is no hit"))(ratio)
    try:
        found = referee.evaluate([1, 1, 0], [1, 1, 0], metrics=mine, rng=0)["ratio"]
    finally:
        referee.metrics.unregister("ratio")
    assert (math.isnan(found.value), found.undefined) == (True, "there is no hit")


def ratio(tp, fp):
    return (tp - tp) / fp
