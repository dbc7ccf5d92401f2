from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import referee
from helpers.cli_runner import run
from referee import InputError, review
from referee.claims.checklist import QUESTIONS
from referee.inference import miettinen_nurminen, wald_difference_rates

parts = sys.modules["referee.verbs.review_numbers"]
SEED = {"accuracy": "0.85", "n": 30, "against": "0.75", "against_n": 5000, "claim": "significant"}


def said(result, words):
    return any(words in sentence for sentence in result.sentences)


def test_the_claim_of_the_seed_is_answered_whole():
    result = review(**SEED)
    assert result.judgement == "impossible"
    assert result.objection
    assert said(result, "the nearest are 25 of 30 (0.833) and 26 of 30 (0.867)")
    assert said(result, "No other rule of rounding makes it possible")
    assert said(result, "turns significant at 87.3%, one-sided at 93.7%; 'significant' names no direction")
    assert said(result, "136 cases would show it at 95% with a chance of 80%")
    assert said(result, "The claim 'significant' is not supported")
    wald = wald_difference_rates(0.85, 30, 0.75, 5000)
    assert result.comparison.test.p_value == pytest.approx(wald.p_value)
    assert result.comparison.beside[1].p_value == pytest.approx(miettinen_nurminen(26, 30, 3750, 5000).p_value)
    assert [e.n for e in result.estimates] == [30, 30, 5000]
    assert all(e.interval is not None for e in result.estimates)
    assert [f.code for f in result.findings] == ["R301", "R302"]


def test_the_same_claim_on_the_command_line():
    code, out, err = run(
        "review",
        "--accuracy",
        "0.85",
        "--n",
        30,
        "--against",
        "0.75",
        "--against-n",
        5000,
        "--claim",
        "significant",
    )
    assert (code, err) == (1, "")
    assert out.startswith("Claim 'significant': the numbers cannot be true\n")
    assert "25 of 30 (0.833) and 26 of" in out


def test_json_is_the_same_review(tmp_path):
    words = ["review", "--accuracy", "0.9", "--n", 100, "--positives", 40, "--f1", "0.87"]
    page = tmp_path / "review.html"
    code, out, _ = run(*words, "--json", "--html", page)
    assert code == 0
    again = referee.load(json.loads(out))
    assert again.judgement == "no objection"
    assert again.consistent.count == review(accuracy="0.9", n=100, positives=40, f1="0.87").consistent.count
    assert "Is the interval of the result known?" in page.read_text()
    assert "tables of counts give them" in page.read_text()


def test_a_difference_that_is_there_is_supported():
    result = review(accuracy="0.86", n=1000, against="0.75", against_n=1000, claim="significant")
    assert (result.judgement, result.findings) == ("supported", ())
    assert review(accuracy="0.75", n=1000, against="0.86", against_n=1000, claim="better").objection
    assert not review(accuracy="0.86", n=1000, against="0.75", against_n=1000, claim="better").objection


def test_rounding_can_hide_whether_a_difference_is_significant():
    claim = {"n": 400, "against_n": 400, "claim": "significant"}
    coarse = review(accuracy="0.9", against="0.8", **claim)
    assert coarse.judgement == "not supported"
    assert said(coarse, "The prints stand for 340 to 380 and 300 to 340 right answers: p from < 0.0001 to 1.000")
    fine = review(accuracy="0.900", against="0.800", **claim)
    assert fine.judgement == "supported"
    assert not said(fine, "The prints stand for")
    middle = review(accuracy="0.90", against="0.80", **claim)
    assert middle.judgement == "supported"
    assert said(middle, "All are significant")


@pytest.mark.slow
def test_equivalence_needs_a_margin():
    rates = {"accuracy": "0.85", "n": 10_000, "against": "0.85", "against_n": 10_000, "claim": "equivalent"}
    assert review(**rates, margin=0.02).judgement == "supported"
    assert review(**rates, margin=0.005).judgement == "not supported"
    bare = review(**rates)
    assert bare.judgement == "not supported"
    assert said(bare, "it needs both accuracies, both numbers of cases and a margin")


def test_against_a_fixed_rate_the_test_is_exact():
    result = review(accuracy="0.75", n=40, against="0.6", claim="significant")
    assert result.test.p_value == pytest.approx(0.0704, abs=1e-4)
    assert result.judgement == "not supported"
    assert said(result, "Against 0.6, taken as known exactly")


@pytest.mark.parametrize("rate", [0, 1])
def test_a_fixed_rate_is_no_certainty(rate):
    with pytest.raises(InputError, match="`against` must lie strictly between 0 and 1 without `against_n`"):
        review(accuracy="0.75", n=40, against=rate)


def test_the_majority_rule_of_20_positives_in_1000():
    result = review(accuracy="0.967", n=1000, positives=20, claim="beats the majority rule")
    assert result.judgement == "not supported"
    assert said(result, "right on 980 of 1,000 cases: the model is right less often (accuracy 0.967 against 0.980")
    assert "R303" in [f.code for f in result.findings]
    best = review(accuracy="0.95", n=1000, positives=400, claim="beats the majority rule")
    assert best.judgement == "supported"


def test_the_headline_follows_the_findings():
    rare = {"accuracy": "0.967", "n": 1000, "positives": 20}
    result = review(**rare)
    assert (result.judgement, result.objection) == ("reservations", False)
    assert [f.code for f in result.findings] == ["R303"]
    assert str(result).startswith("Review: reservations (R303)\n")
    beside = review(**rare, against="0.900", against_n=1000, claim="significant")
    assert beside.judgement == "supported"
    assert str(beside).startswith("Claim 'significant': supported, with reservations (R303)\n")
    assert str(review(accuracy="0.9", n=200, positives=100)).startswith("Review: no objection\n")
    mixed = review(accuracy="0.86", n=3000, positives=1500, against="0.5", against_n=1000, against_positives=150)
    assert [f.severity for f in mixed.findings] == ["note"]
    assert mixed.judgement == "no objection"


def test_a_lead_that_depends_on_the_table_is_not_shown():
    result = review(accuracy="0.62", n=100, positives=40, claim="beats the majority rule")
    assert result.judgement == "not supported"
    assert said(result, "the model is not shown to beat it")


def test_class_mix_can_be_all_there_is():
    claim = {"accuracy": "0.86", "n": 3000, "positives": 1500, "against": "0.78", "against_n": 1000}
    result = review(**claim, against_positives=150, claim="better")
    assert result.judgement == "not supported"
    assert said(result, "of sensitivity 0.974 and specificity 0.746, has both accuracies")
    assert [f.severity for f in result.findings if f.code == "R304"] == ["serious"]
    known = review(**claim, against_positives=150, claim="better", sensitivity="0.86", specificity="0.86")
    assert known.judgement == "supported"
    assert said(known, "mix alone is not it")
    assert not any(f.code == "R304" for f in review(**claim, against_positives=500, claim="better").findings)


def test_predictive_value_at_the_prevalence_of_use():
    pipe = review(sensitivity="50%", specificity="99%", prevalence=50_000 / 19_216_900, tolerance=0)
    ppv = pipe.in_use[0]
    assert ppv.limits == pytest.approx((0.1154, 0.1154), abs=1e-4)
    one = review(sensitivity="0.63", specificity="0.72", n=200, positives=100, prevalence=0.01)
    assert one.in_use[0].interval is not None
    assert one.in_use[0].value == pytest.approx(0.63 * 0.01 / (0.63 * 0.01 + 0.28 * 0.99))
    assert said(review(accuracy="0.9", prevalence=0.1), "PPV needs sensitivity and specificity")
    wide = review(accuracy="0.86", n=300, positives=150, prevalence=0.01)
    values = []
    for tp, fn, fp, tn in wide.consistent.matrices:
        sn, sp = tp / (tp + fn), tn / (fp + tn)
        values.append(sn * 0.01 / (sn * 0.01 + (1 - sp) * 0.99))
    assert wide.in_use[0].limits == pytest.approx((min(values), max(values)))


def test_impossible_numbers_name_the_pair():
    result = review(accuracy="0.95", sensitivity="0.90", specificity="0.80", n=1000)
    assert result.judgement == "impossible"
    assert result.findings[0].title == "The numbers cannot be true: accuracy and sensitivity and specificity"
    rival = review(accuracy="0.9", n=100, against="0.85", against_n=30)
    assert rival.judgement == "impossible"
    assert said(rival, "(of the rival)")


def test_numbers_that_are_means_over_folds_are_not_called_impossible():
    claim = {"accuracy": "0.85", "n": 30, "positives": 13}
    assert review(**claim).judgement == "impossible"
    eight = review(**claim, folds=8)
    assert eight.judgement == "no objection"
    assert said(eight, "As means over 8 stratified folds they can be")
    two = review(**claim, folds=2)
    assert two.judgement == "impossible"
    assert said(two, "Nor can they be means over 2 stratified folds")
    assert review(accuracy="0.85", n=30, folds=2).judgement == "impossible"
    assert review(**claim, f1="0.95", folds=8).judgement == "impossible"
    code, out, _ = run("review", "--accuracy", "0.85", "--n", 30, "--positives", 13, "--folds", 8)
    assert code == 0
    assert "means over 8 stratified folds" in out


def test_truncated_numbers_are_named_as_such():
    result = review(accuracy="0.66", n=3)
    assert said(result, "They would be possible if decimals were cut off, not rounded")
    assert review(accuracy="0.66", n=3, rounding="truncate").judgement == "no objection"


def test_the_checklist_is_answered_where_it_can_be():
    alone = run("review", "--checklist")
    assert alone[0] == 0
    assert alone[1].count("[?]") == 11
    result = review(accuracy="0.9", n=200, positives=100, answers={"test set": ("yes", "a second hospital")})
    answers = {question: answer for question, answer, _ in result.checklist.items}
    assert answers["Is there a test set that had no part in training?"] == "yes"
    assert answers["Does it beat a simple rule, such as always naming the larger class?"] == "yes"
    assert answers["Do the printed numbers agree with each other?"] == "yes"
    assert result.checklist.open == 7
    code, out, _ = run("review", "--accuracy", "0.9", "--n", 200, "--positives", 100, "--checklist")
    assert code == 0
    assert "[yes] Does it beat a simple rule" in out


def test_an_audit_answers_what_numbers_cannot():
    found = referee.core.Finding(
        "R103", "warning", "Test cases nearly repeat training cases", "3 of 40", "Drop them."
    )
    note = referee.core.Finding("R113", "note", "The threshold", "-", "-")
    audit = SimpleNamespace(findings=(found, note), ran=(("R101", ""), ("R103", ""), ("R113", ""), ("R111", "")))
    items = dict(zip(QUESTIONS, review(accuracy="0.9", n=200, audit=audit).checklist.items, strict=True))
    assert items["overlap"][1:] == ("no", "R103 Test cases nearly repeat training cases: 3 of 40")
    assert items["train on test"][1:] == ("yes", "looked for and not found: R113")
    assert items["test on train"][1] == "yes"
    assert items["test set"][1] == "open"
    with pytest.raises(InputError, match="be what referee.audit returns"):
        review(accuracy="0.9", n=200, audit=3)


def test_another_saved_result_is_no_audit(tmp_path):
    path = tmp_path / "plan.json"
    referee.plan("width", value=0.8, n=100).to_json(path)
    code, _, err = run("review", "--checklist", "--audit", path)
    assert code == 2
    assert "`audit` must be a saved result of referee audit; got Plan." in err


def test_any_measure_of_a_table_is_read():
    code, out, _ = run(
        "review", "--measure", "jaccard=0.40", "--measure", "recall=50%", "--n", 40, "--positives", 20
    )
    assert code == 0
    assert "tables of counts give" in out or "Just one table" in out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "`numbers` must hold at least one measure"),
        ({"accuracy": 1.2, "n": 30}, "`accuracy` must lie between 0 and 1"),
        ({"accuracy": 0.9, "n": 30.5}, "`n` must be a whole number"),
        ({"accuracy": 0.9, "positives": 3}, "`n` must be given with `positives`"),
        ({"accuracy": 0.9, "n": 30, "against_n": 3}, "`against` must be given with `against_n`"),
        ({"accuracy": 0.9, "n": 30, "against": 0.8, "against_positives": 3}, "`against_n` must be given"),
        (
            {"accuracy": 0.9, "n": 30, "against": 1},
            "`against` must lie strictly between 0 and 1 without `against_n`",
        ),
        ({"accuracy": 0.9, "n": 30, "against": 8}, "`against` must lie between 0 and 1"),
        ({"accuracy": 0.9, "n": 30, "claim": "great"}, "`claim` must be one of 'significant', 'better'"),
        ({"accuracy": 0.9, "n": 30, "prevalence": 1}, "`prevalence` must lie strictly between 0 and 1"),
        ({"accuracy": 0.9, "n": 30, "level": 95}, "`level` must lie strictly between 0 and 1"),
        ({"accuracy": 0.9, "n": 30, "answers": {"luck": ("yes", "")}}, "`answers` must be one of"),
        ({"accuracy": 0.9, "n": 30, "answers": {"overlap": ("maybe", "")}}, "must be one of 'yes', 'no', 'open'"),
    ],
)
def test_bad_input_gets_the_sentence(given, sentence):
    with pytest.raises(InputError) as error:
        review(**given)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "give at least one measure, such as --accuracy 0.85, or --checklist"),
        (("--accuracy", "85", "--n", "30"), "Did you mean 0.85?"),
        (("--accuracy", "x", "--n", "30"), "be a number such as 0.85 or 85%"),
        (("--measure", "jaccard"), "`measure` must be written as name=value"),
    ],
)
def test_bad_words_exit_with_2(words, sentence):
    code, out, err = run("review", *words)
    assert (code, out) == (2, "")
    assert sentence in err


def test_needed_cases_are_for_the_claimed_rates():
    from referee.planning import cases_beside, power_of_independent

    n = cases_beside(0.85, 0.75, 5000)
    assert power_of_independent(n, 5000, 0.85, 0.75) >= 0.8 > power_of_independent(n - 1, 5000, 0.85, 0.75)
    assert cases_beside(0.8, 0.8, 100) is None
    assert review(accuracy="0.8", n=100, against="0.8", against_n=100).needed_n is None
    assert not math.isnan(review(accuracy="0.8", n=100, against="0.7", against_n=100).comparison.test.p_value)


DOCS = Path(__file__).parents[2] / "docs"


def test_every_question_and_every_code_stand_in_the_documentation():
    page = (DOCS / "checklist.md").read_text()
    assert all(question in page for question, _ in QUESTIONS.values())
    source = Path(parts.__file__).read_text()
    codes = set(re.findall(r'"(R3\d\d)"', source))
    assert codes == set(re.findall(r"R3\d\d", (DOCS / "review.md").read_text()))
