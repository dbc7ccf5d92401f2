"""Audits and reviews: the findings, the tables that printed numbers allow, and the checklist."""

from __future__ import annotations

import math
from collections.abc import Iterable

from referee import _format
from referee.core import Audit, Checklist, ConsistentFolds, ConsistentMatrices, Estimate, Review
from referee.views.numbers import capital
from referee.views.page import GAP, Findings, Page, PagePart, Table, Text, below, lay_out, note, page_of
from referee.views.pages.estimate import estimate_row, estimate_table
from referee.views.verdict_words import column_parts

MOST_TABLES = 6
MOST_FOLDS = 20
_MARKS = {"yes": "yes", "no": "NO", "open": "?"}
SEVERITIES = {"serious": "serious finding", "warning": "warning", "note": "note"}
"""What findings are called, the worst first."""


@page_of.register
def audit_page(audit: Audit) -> Page:
    """What was audited and the verdict, the findings by severity, the checks that saw nothing, those not run."""
    (quiet, why), of = other_checks(audit), audited_words(audit)
    skipped = [[reason, ", ".join(codes)] for reason, codes in why.items()]
    features = f", {_format.plural(audit.n_features, 'feature')}" if audit.n_features else ""
    serious = [] if any(f.severity == "serious" for f in audit.findings) else ["no serious finding"]
    lists = (
        (f"Looked for and not found ({len(quiet)}):", ["code", "check"], quiet),
        (f"Not looked for ({len(audit.skipped)}):", ["why not", "checks"], skipped),
    )
    return lay_out(
        f"Audit{of and ' of '}{of}{features}: {', '.join(serious + severity_counts(audit))}",
        GAP,
        [Findings([f for f in audit.findings if f.severity == severity]) for severity in SEVERITIES],
        "" if audit.findings else "No check found anything.",
        column_parts(audit.columns),
        [below(words, Table([head, *rows], "<<")) for words, head, rows in lists if rows],
    )


def audited_words(audit: Audit) -> str:
    """How many cases were audited; nothing where only results were."""
    cases = ((audit.n_train, "training case"), (audit.n_test, "test case"))
    return " and ".join(_format.plural(n, noun) for n, noun in cases if n)


def severity_counts(audit: Audit) -> list[str]:
    """How many findings there are of each severity that has any, the worst first."""
    counts = {noun: sum(f.severity == severity for f in audit.findings) for severity, noun in SEVERITIES.items()}
    return [_format.plural(n, noun) for noun, n in counts.items() if n]


def other_checks(audit: Audit) -> tuple[list[list[str]], dict[str, list[str]]]:
    """The checks that saw nothing, as code and title; and the codes of those not run, by why not."""
    told = {f.code for f in audit.findings}
    why: dict[str, list[str]] = {}
    for code, _, reason in audit.skipped:
        why.setdefault(reason, []).append(code)
    return [[code, title] for code, title in audit.ran if code not in told], why


@page_of.register
def review_page(review: Review) -> Page:
    """The judgement, why, the intervals, the ranges, the findings, and how much of the checklist is open."""
    claim = f"Claim '{_format.label(review.claim)}': " if review.claim else "Review: "
    rows = [estimate_row(e, _format.words(e.name)) for e in review.estimates]
    ranges = {} if review.consistent is None else review.consistent.ranges
    reported = () if review.consistent is None else review.consistent.reported
    words = ""
    if review.checklist is not None:
        items = review.checklist
        words = f"Checklist: {len(items.items) - items.open} answered, {items.open} open; see .checklist (--checklist)."
    return lay_out(
        f"{claim}{_headline(review)}",
        [GAP, review.sentences],
        below(estimate_table(rows, "measure", f"{_format.percent(review.level)} interval") if rows else None),
        _ranges("not reported", ((name, ends) for name, ends in ranges.items() if name not in reported)),
        _ranges("in use", ((e.name, _ends(e)) for e in review.in_use), 3),
        below(Findings(review.findings)),
        below(words),
    )


def _headline(review: Review) -> str:
    """The judgement in words, with the findings that a good one stands above."""
    codes = f"reservations ({', '.join(review.reservations)})"
    if review.judgement == "supported" and review.reservations:
        return f"supported, with {codes}"
    words = {"impossible": "the numbers cannot be true", "reservations": codes}
    return words.get(review.judgement, review.judgement)


def _ends(e: Estimate) -> tuple[float, float]:
    return e.limits or ((e.value, e.value) if e.interval is None else (e.interval.low, e.interval.high))


@page_of.register
def consistent_page(found: ConsistentMatrices) -> Page:
    """How many tables give the numbers, the first of them, and the ranges of all measures."""
    positives = "" if found.positives is None else f", {_format.count(found.positives)} of them positive"
    title = f"{_given_numbers(found)} of {_format.plural(found.n, 'case')}{positives}"
    if not found.possible:
        return lay_out(title, GAP, f"No table of counts gives these numbers: {found.because}.")
    count = "more than could be counted" if found.count is None else _format.count(found.count)
    rows = [[_format.count(c) for c in row] for row in found.matrices[:MOST_TABLES]]
    return lay_out(
        title,
        [GAP, f"Tables of counts that give these numbers: {count}."],
        below(Table([["TP", "FN", "FP", "TN"], *rows], ">>>>") if rows else None),
        "and more: see .matrices" if found.count is None or found.count > MOST_TABLES else "",
        _ranges("measure", found.ranges.items()),
        below(note(found.note)),
    )


@page_of.register
def folds_page(found: ConsistentFolds) -> Page:
    """Whether the means can be, an example, and the ranges."""
    title = f"{_given_numbers(found)}, means over {_format.plural(len(found.folds), 'fold')}"
    if not found.possible:
        return lay_out(title, GAP, f"{capital(found.because)}.")
    cells = [[_format.count(c) for c in row] for row in found.example[:MOST_FOLDS]]
    rows = [["fold", "TP", "FN", "FP", "TN"], *([str(i + 1), *row] for i, row in enumerate(cells))]
    words = "These means can be; one way among others:"
    return lay_out(title, GAP, words, GAP, Table(rows, ">>>>>"), _ranges("mean of", found.ranges.items()))


def _given_numbers(found: ConsistentMatrices | ConsistentFolds) -> str:
    """The numbers as they were reported."""
    return ", ".join(f"{_format.words(name)} {text}" for name, text in found.reported.items()) or "No measure"


def _ranges(head: str, ranges: Iterable[tuple[str, tuple[float, float]]], places: int = 4) -> list[PagePart]:
    """The ends of the range of each measure, below a head; nothing when there is none."""
    rows = [
        [_format.words(name), *(_format.number(math.nan if end is None else end, places) for end in ends)]
        for name, ends in ranges
    ]
    return below(Table([[head, "from", "to"], *rows], "<>>")) if rows else []


@page_of.register
def checklist_page(items: Checklist) -> Page:
    """Each question with its answer."""
    asked = [
        [Text(f"[{_MARKS.get(answer, '?')}] {question}"), Text(words, deep=True)]
        for question, answer, words in items.items
    ]
    return lay_out(f"Checklist: {len(items.items) - items.open} of {len(items.items)} answered", GAP, asked)
