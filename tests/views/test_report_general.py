"""The page of any noun, and of several together."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from helpers.cli_runner import run
from helpers.noun_examples import NOUNS
from helpers.report_pages import EVIL, checked, evaluation, learner_values, models, words
from referee import learners
from referee.core.finding import Audit, Finding
from referee.views.report import render
from referee.views.report.audit import lead_of_audit
from referee.views.report.describe_work import describe_work, kind, short
from referee.views.report.page import Occasion
from referee.views.report.provenance import facts


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun_has_a_whole_page(noun, tmp_path):
    page = referee.report(noun, tmp_path / "page.html")
    html = page.read_text(encoding="utf-8")
    text = re.sub(r"\s+", " ", " ".join(checked(html).text))
    assert text.index("How it was done") < text.index("For the methods section of a paper")
    assert f"referee {referee.__version__}" in text
    assert "To make it again" in text
    for word in ("nan", "None,", "Undefined", "array("):
        assert word not in re.sub(r"<script>.*?</script>|<style>.*?</style>", "", html, flags=re.S), word
    again = referee.report(referee.load(noun.to_dict()), tmp_path / "again.html")
    assert again.read_text(encoding="utf-8") == html


def test_what_turns_a_line_around_is_written_out_on_a_page():
    html = render(referee.core.Finding("R001", "note", "a\u202eb", "evidence", "advice"))
    assert "a\\u202eb" in html
    assert "\u202e" not in html


def test_a_work_is_named_by_its_authors_and_year():
    assert [short(key) for key in ("aggarwal2015", "agresti1998")] == ["Aggarwal 2015", "Agresti and Coull 1998"]


def test_every_table_of_a_noun_is_on_its_page():
    family = NOUNS["family"]
    text = words(render(family))
    assert "1 of 2 tests have an adjusted p below 0.05 (Holm); 1 have one before adjustment." in text
    for name, p in zip(family.labels, family.adjusted, strict=True):
        assert f"{name} " in text
        assert f"{p:.3f}" in text


def test_a_learner_has_its_estimators_side_by_side_and_the_permuted_labels():
    skill, loo, curve, chance, selection = learner_values()
    html = render([skill, loo, curve, chance, selection])
    text = words(html)
    assert "Estimators side by side" in text
    for value in (skill, loo):
        assert (
            f"{value.estimate.title.split(', ', 1)[1]} {value.estimate.value:.3f} [{value.estimate.interval.low:.3f},"
            in text
        )
    assert f"apparent {skill.apparent.value:.3f}" in text
    for value in (curve, chance, selection):
        assert value.sentence in text
    bars = re.search(r'<div class="box" id="s4-p1".*?</svg>', html, flags=re.S).group()
    heights = [float(h) for h in re.findall(r'class="fill back".*?height="([\d.]+)"', bars)]
    assert len(heights) == len([h for h in np.histogram(chance.null_all, bins=16)[0] if h])
    assert f"observed {chance.score.value:.3f}" in text
    for name, author in (("k-fold", "Stone 1974"), ("leave-one-out", "Lachenbruch"), ("permuted labels", "Ojala")):
        assert name in text
        assert author in text
    assert f"fingerprint {skill.results.splits.fingerprint}" in text
    assert f"method='k_fold', metric='error_rate', rng={skill.seed})" in text


def test_the_scores_on_permuted_labels_are_those_of_the_test():
    chance = learner_values()[3]
    hits = sum(v >= chance.score.value - 1e-12 for v in chance.null_all)
    assert len(chance.null_all) == chance.all_labels.details["draws"]
    assert hits == chance.all_labels.details["hits"]
    assert np.mean(chance.null_training) == pytest.approx(chance.training_labels.details["null_mean"])


def test_findings_of_all_results_stand_together_with_their_codes():
    bad = referee.evaluate(referee.ConfusionMatrix.from_counts(tp=2, fn=18, fp=15, tn=965), rng=7)
    text = words(render([bad, bad, NOUNS["finding"]]))
    assert text.count("The model is worse than the majority rule Accuracy") == 1
    assert "R001" in text


def test_several_results_have_their_facts_in_a_line_each():
    values = learner_values()[:2]
    found = facts(values)
    assert [name for name, _ in found] == ["1. skill", "2. skill", "referee"]
    assert f"models fitted {values[0].fits:,}" in found[0][1]
    assert kind(NOUNS["against chance"]) == "against chance"


def test_text_of_the_user_is_shown_in_any_page():
    names = ["a", EVIL]
    rng = np.random.default_rng(0)
    y = np.array(names)[np.arange(40) % 2]
    X = rng.normal(size=(40, 2)) + (np.arange(40) % 2)[:, None]
    values = [
        learners.select_learner({EVIL: GaussianNB(), "b": DecisionTreeClassifier()}, X, y, rng=0),
        referee.inference.adjust([0.1, 0.2], labels=[EVIL, "x"]),
        referee.core.TestResult(
            EVIL, EVIL, 0.5, effect=referee.core.Estimate(EVIL, 0.5, 3), errs=EVIL, warnings=(EVIL,)
        ),
        referee.core.Estimate(EVIL, 0.5, 3, referee.core.Interval(0.1, 0.9, 0.95, EVIL)),
        referee.core.Finding("R1", "note", EVIL, EVIL, EVIL),
    ]
    for value in (*values, values):
        html = render(value, occasion=Occasion(EVIL, EVIL, EVIL))
        assert EVIL in "".join(checked(html).text)
        assert "<img" not in html


def test_several_saved_results_make_one_page(tmp_path):
    paths = []
    for i, value in enumerate((evaluation(), NOUNS["family"])):
        paths.append(tmp_path / f"{i}.json")
        value.to_json(paths[-1])
    page = tmp_path / "page.html"
    assert run("report", *paths, "-o", page) == (0, f"The page is {page}\n", "")
    text = words(page.read_text())
    assert "Adjusted p-values" in text
    assert "Gain and lift" in text


@pytest.mark.parametrize(
    "command",
    [
        ("plan", "auc", "--a", "0.85", "--b", "0.8"),
        ("plan", "width", "--value", "0.8"),
        ("test", "adjust", "--p", "0.01,0.04"),
        ("test", "table", "z"),
    ],
    ids=" ".join,
)
def test_every_command_writes_a_page(command, tmp_path):
    page = tmp_path / "page.html"
    assert run(*command, "--html", page) == run(*command)
    assert "How it was done" in words(page.read_text())


def test_a_procedure_is_cited_by_its_own_name():
    family = referee.inference.adjust([0.01, 0.04], adjust="benjamini-hochberg")
    text = words(render(family))
    assert "benjamini-hochberg p-values adjusted for the share of false rejections." in text
    assert "Benjamini and Hochberg (1995)" in text
    assert "stepping up" not in text


def test_an_audit_shows_what_was_found_first_and_folds_the_rest():
    audit = next(noun for noun in NOUNS.values() if isinstance(noun, referee.core.Audit) and noun.findings)
    html = render(audit)
    text = words(html)
    assert "We report" not in text
    for finding in audit.findings:
        assert text.index(f"{finding.severity.capitalize()} {finding.title}") < text.index(
            "What was looked for and not found"
        )
    assert "<details open><summary>Looked for" not in html
    if audit.serious:
        assert "not sound yet" in text


@pytest.mark.parametrize(("margin", "word"), [(0.05, "pass"), (1e-9, "no pass")])
def test_a_gate_says_pass_or_no_pass_and_never_better(margin, word):
    one, two = models()["middle"], models()["sharp"]
    gate = (
        referee.gate(one, two, margin=margin, rng=0)
        if word == "pass"
        else referee.gate(two, one, margin=margin, rng=0)
    )
    html = render(gate)
    assert gate.passed == (word == "pass")
    assert re.search(r'<p class="word( open)?">([\w ]+)</p>', html).group(2) == word


def test_the_lead_of_an_audit_says_its_serious_findings_as_they_are():
    found = Finding("R101", "serious", "Test cases are in the training set", "5 of 5", "Leave them out.")
    assert lead_of_audit(Audit((found,), (("R101", "copies"),))).sentence == (
        "1 serious finding: test cases are in the training set."
    )


def test_a_finding_leads_with_its_title():
    text = words(
        render(
            referee.core.Finding(
                "R101", "serious", "Test cases are in the training set", "5 of 5", "Leave them out."
            )
        )
    )
    assert "Test cases are in the training set. 5 of 5. Leave them out." in text
    assert "Finding(" not in text


@pytest.mark.parametrize(("checks", "end"), [(6, "; q5."), (7, "; q5 and 1 more."), (9, "; q5 and 3 more.")])
def test_an_audit_names_six_checks_and_how_many_more(checks, end):
    said = describe_work(Audit((), tuple((f"R{i}", f"Q{i}") for i in range(checks)), n_test=20))
    assert said.startswith(f"20 test cases were checked by {checks} checks: whether q0; q1; ")
    assert said.endswith(end)
