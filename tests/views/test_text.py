"""Every noun as text."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

import referee
from helpers.noun_examples import MODEL, NOUNS
from referee import Ranking, calibration, curves, inference
from referee.core import Estimate, Results, Splits, TestResult, VarianceSources
from referee.core.noun import _KNOWN
from referee.views import pages
from referee.views.numbers import gap_words
from referee.views.page import Page, Table, page_of
from referee.views.text import render

ONE_CLASS = Ranking([0.3, 0.2], [1, 1], [0, 0])
NO_POSITIVE = Ranking([0.3, 0.2], [0, 0], [1, 1])
NASTY = "\x1b[2Ja\nb\u202e"


def test_every_noun_has_a_page():
    pages.load_pages()
    assert {kind for kind in _KNOWN.values() if page_of.dispatch(kind) is page_of.dispatch(object)} == set()


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun_prints_a_few_short_lines(noun):
    text = str(noun)
    assert text.strip()
    assert f"{type(noun).__name__}(" not in text
    assert "nan" not in text.split()
    assert "None" not in text
    assert "array(" not in text
    assert len(text.splitlines()) <= 60
    assert all(c.isprintable() or c == "\n" for c in text)
    assert not any(line != line.rstrip() for line in text.splitlines())


def without_numbers(data):
    """Plain data with every broken number left out, as an undefined result has it."""
    if isinstance(data, dict):
        return {key: without_numbers(value) for key, value in data.items() if key != "level"} | (
            {"level": data["level"]} if "level" in data else {}
        )
    if isinstance(data, list):
        return [without_numbers(value) for value in data]
    return None if isinstance(data, float) else data


COUNTED = {"Answers", "ClassScores", "ConfusionMatrix", "JointConfusion", "CostMatrix", "Ranking", "ScoreGrid"}
"""Counts, and answers that were checked when they were read, cannot be undefined."""


def test_no_view_raises_on_undefined_values():
    shown = set()
    for name, noun in NOUNS.items():
        if type(noun).__name__ in COUNTED:
            continue
        empty = referee.load(without_numbers(noun.to_dict()))
        assert str(empty).strip(), name
        assert empty._repr_html_(), name
        shown.add(type(noun).__name__)
    assert {kind.__name__ for kind in _KNOWN.values()} - shown == COUNTED


UNDEFINED = {
    "roc": curves.roc(ONE_CLASS),
    "precision-recall": curves.precision_recall(NO_POSITIVE),
    "gain": curves.gain_curve(NO_POSITIVE),
    "hull": curves.roc_hull(ONE_CLASS),
    "cost": curves.cost_curve(ONE_CLASS),
    "range": curves.optimal_ranges(ONE_CLASS)[0],
    "lift": curves.lift_at(NO_POSITIVE, 0.5),
    "threshold": curves.threshold_by_youden(ONE_CLASS),
    "decision curve": curves.decision_curve(NO_POSITIVE),
    "average ROC": curves.average_roc(referee.read(list("aa"), y_score=np.eye(2), labels=list("ab"))),
    "band": inference.roc_band(ONE_CLASS, rng=0, resamples=100),
}


@pytest.mark.parametrize("noun", UNDEFINED.values(), ids=UNDEFINED)
def test_undefined_results_say_why(noun):
    assert "undefined" in str(noun)
    assert "undefined" in noun._repr_html_()


def test_the_table_of_a_roc_curve():
    truth = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0]
    assert str(curves.roc(Ranking.from_scores(truth[:5], [0.95, 0.93, 0.87, 0.85, 0.85], positive=1))) == (
        "ROC curve: 5 points, 4 positives, 1 negative\n"
        "  AUC 0.5000\n"
        "  threshold  TP  FP  TN  FN    TPR    FPR\n"
        "          ∞   0   0   1   4  0.000  0.000\n"
        "       0.95   1   0   1   3  0.250  0.000\n"
        "       0.93   2   0   1   2  0.500  0.000\n"
        "       0.87   2   1   0   2  0.500  1.000\n"
        "       0.85   4   1   0   0  1.000  1.000"
    )


def test_a_long_curve_is_thinned_and_says_so():
    y = np.arange(2000) % 3 == 0
    text = str(curves.roc(Ranking.from_scores(y, np.arange(2000.0), positive=True), name=NASTY))
    lines = text.splitlines()
    assert lines[0] == "ROC curve of \\x1b[2Ja\\nb\\u202e: 2,001 points, 667 positives, 1,333 negatives"
    assert lines[3].split() == ["∞", "0", "0", "1,333", "667", "0.000", "0.000"]
    assert lines[-2].split()[-2:] == ["1.000", "1.000"]
    assert lines[-1] == "  20 of 2,001 points are shown; see .rows()"
    assert len(lines) == 24


def test_a_bayesian_test_shows_its_posterior():
    text = str(inference.bayes_signed_rank([0.1, 0.2, 0.15, 0.05], [0.0, 0.1, 0.1, 0.1], rope=0.01, rng=0))
    assert "posterior probabilities: a better 0." in text
    assert "p = –" not in text
    assert "it gives no p-value" in str(TestResult("x", "none", math.nan))


def test_choices_and_hulls():
    assert str(curves.roc_hull({"a": MODEL.ranking, "b": MODEL.ranking.invert()})).splitlines()[-1] == (
        "  below the hull, so never optimal: b"
    )
    matrix = referee.ConfusionMatrix.from_counts(tp=8, fn=2, fp=1, tn=9)
    assert str(curves.roc_point(matrix, name="tree")) == (
        "ROC point of tree: 1 point, 10 positives, 10 negatives\n"
        "  TP  FP  TN  FN    TPR    FPR\n"
        "   8   1   9   2  0.800  0.100"
    )
    assert str(curves.lift_at(Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1]), 0.4)) == (
        "The 2 highest scores (40% of the cases)\n"
        "  lift 1.250 (from 0.833 to 1.667 as ties fall), precision 0.750, recall 0.500\n"
        "  Note: the cut takes 1 of 2 tied cases; tied cases count in expectation, as if their order were\n"
        "  drawn at random."
    )


def test_calibration_pages():
    text = str(calibration.brier_decomposition([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.4], bins=2))
    assert text.splitlines()[0] == "Brier score 0.0550, n = 4"
    values = {line[:17].strip(): float(line[17:].split()[0]) for line in text.splitlines()[2:-1]}
    total = values.pop("Brier score")
    assert sum(values.values()) == pytest.approx(total, abs=2e-4)
    assert "2 bins outside" not in str(NOUNS["reliability curve"])


def test_names_of_the_user_cannot_steer_a_terminal():
    y, p, q = [1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 1, 0]
    a, b = (referee.read(y, v, positive=1, name=NASTY + k) for v, k in ((p, "1"), (q, "2")))
    duel = referee.compare(a, b, margin=0.1, rng=0)
    hull = curves.roc_hull({NASTY: a.confusion, "b": b.confusion})
    nouns = [
        duel,
        duel.decision,
        referee.gate(a, b, margin=0.1, rng=0),
        referee.where_better(a, b, rng=0),
        hull,
        curves.optimal_ranges(hull)[0],
        curves.operating_points(hull)[0],
        inference.adjust([0.1, 0.2], labels=[NASTY, "x"]),
        inference.nemenyi([[0.9, 0.8, 0.7], [0.8, 0.85, 0.6], [0.7, 0.6, 0.65]], learners=[NASTY, "b", "c"]),
    ]
    for noun in nouns:
        assert all(c.isprintable() or c == "\n" for c in str(noun)), type(noun)


PLAIN = re.compile(r"\033\[[0-9;]*m")


@pytest.mark.parametrize("noun", NOUNS.values(), ids=NOUNS)
def test_every_noun_fits_a_terminal_and_nothing_is_lost(noun):
    wide, narrow, painted = render(noun), render(noun, width=80), render(noun, width=80, colour=True)
    long = [line for line in narrow.splitlines() if len(line) > 80]
    assert not long or max(map(len, " ".join(long).split())) > 40  # one word that no line can hold
    assert PLAIN.sub("", painted) == narrow
    assert render(noun, width=1000) == wide
    lost = set("".join(wide.split())) - set("".join(narrow.split()))
    assert not lost
    assert set(wide.split()) - set(narrow.split()) <= {w for w in wide.split() if len(w) > 18}


def test_a_table_wraps_its_last_words_first_and_then_goes_on_below():
    rows = [["name", "value", "how it was made"], ["a learner with a long name", "0.5", "by words that are many"]]
    told = Page("", [Table(rows, "<><")])
    assert render(told, width=56).splitlines() == [
        "  name                        value  how it was made",
        "  a learner with a long name    0.5  by words that are",
        "                                     many",
    ]
    many = Page("", [Table([["n", *"abcdef"], ["x", *["0.123456"] * 6]], "<>>>>>>")])
    assert render(many, width=40).splitlines() == [
        "  n         a         b         c",
        "  x  0.123456  0.123456  0.123456",
        "",
        "  n         d         e         f",
        "  x  0.123456  0.123456  0.123456",
    ]


def test_verdicts_and_severities_have_colour():
    a, b = (referee.read([1] * 50 + [0] * 50, [1] * k + [0] * (100 - k)) for k in (20, 48))
    duel = referee.compare(a, b)
    assert "\033[31m" in render(duel, colour=True)
    assert "\033" not in str(duel)


@pytest.mark.parametrize(
    ("half", "words"), [(0.001, "+6.49 points [+6.39, +6.59]"), (0.003, "+6.5 points [+6.2, +6.8]")]
)
def test_a_narrow_interval_is_told_with_two_places(half, words):
    gap = referee.core.Estimate(
        "accuracy", 0.0649, 8, referee.core.Interval(0.0649 - half, 0.0649 + half, 0.95, "x")
    )
    assert gap_words(gap, percent=True) == words


def test_five_failures_are_listed_and_the_others_counted():
    splits = Splits("mine", 7, tuple([i] for i in range(7)))
    why = tuple((i, f"broke {i}") for i in range(7))
    text = str(Results("rule", (0, 1), [0, 1, 0, 1, 0, 1, 0], splits, (None,) * 7, failures=why))
    assert re.findall(r"split (\d): broke", text) == ["0", "1", "2", "3", "4"]
    assert "2 more" in text


SOURCES = VarianceSources(
    "tree", "error_rate", (Estimate("split", 0.36, 9),), 0.01, 0.2, 0.1, 0.1, 0.0, 90, 10, 9, 18
)


@pytest.mark.parametrize(
    ("noun", "words"),
    [
        (SOURCES, r"split +0.3600 .* 0.0600$"),
        (NOUNS["reliability curve"], r"^ +2 +0.400 +1.000 +\[0.158, 1.000\] +\[0.000, 1.000\]$"),
    ],
)
def test_numbers_of_a_page_have_their_places(noun, words):
    assert re.search(words, str(noun), re.MULTILINE), str(noun)


@pytest.mark.parametrize("metric", ["mcc", "f1"])
def test_the_metric_of_slices_leads_unless_it_stands_there(metric):
    y, said = np.arange(40) % 2, np.arange(40) % 3 % 2
    slices = referee.read_slices(referee.read(y, said, positive=1), by={"r": ["a", "b"] * 20})
    found = referee.evaluate_by(slices, metric=metric, rng=0)
    (head,) = re.findall(r"^ +r +cases +(.*) +minus the rest", str(found), re.MULTILINE)
    assert head.split() == (["MCC"] if metric == "mcc" else []) + ["accuracy", "F1"]
