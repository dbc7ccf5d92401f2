"""A review, the tables that it found, and the checklist."""

from __future__ import annotations

from referee import _format
from referee.core.consistency import ConsistentFolds, ConsistentMatrices
from referee.core.estimate import Estimate
from referee.core.review import Checklist, Review
from referee.views.page import GAP, Findings, Page, Part, Table, Text, page_of
from referee.views.pages.estimate import estimate_row

MOST_TABLES = 6
MOST_FOLDS = 20
_MARKS = {"yes": "yes", "no": "NO", "open": "?"}


@page_of.register
def review_page(review: Review) -> Page:
    """The judgement, why, the intervals, the ranges, the findings, and how much of the checklist is open."""
    claim = f"Claim '{_format.label(review.claim)}': " if review.claim else "Review: "
    parts: list[Part] = [GAP, *(Text(sentence) for sentence in review.sentences)]
    if review.estimates:
        head = ["measure", "value", f"{_format.percent(review.level)} interval", "n", "how"]
        rows = [head, *(estimate_row(e, _format.label(e.name.replace("_", " "), 60)) for e in review.estimates)]
        parts += [GAP, Table(rows, "<><><")]
    missing = {} if review.consistent is None else _missing(review.consistent)
    if missing:
        rows = [["not reported", "from", "to"], *_range_rows(missing)]
        parts += [GAP, Table(rows, "<>>")]
    if review.in_use:
        parts += [GAP, Table([["in use", "from", "to"], *(_in_use_row(e) for e in review.in_use)], "<>>")]
    if review.findings:
        parts += [GAP, Findings(review.findings)]
    if review.checklist is not None:
        items = review.checklist
        words = f"Checklist: {len(items.items) - items.open} answered, {items.open} open; see .checklist (--checklist)."
        parts += [GAP, Text(words)]
    return Page(f"{claim}{_headline(review)}", parts)


def _headline(review: Review) -> str:
    """The judgement in words, with the findings that a good one stands above."""
    codes = f"reservations ({', '.join(review.reservations)})"
    if review.judgement == "supported" and review.reservations:
        return f"supported, with {codes}"
    return {"impossible": "the numbers cannot be true", "reservations": codes}.get(
        review.judgement, review.judgement
    )


@page_of.register
def consistent_page(found: ConsistentMatrices) -> Page:
    """How many tables give the numbers, the first of them, and the ranges of all measures."""
    given = ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in found.reported.items())
    of = f"{_format.plural(found.n, 'case')}"
    if found.positives is not None:
        of += f", {_format.count(found.positives)} of them positive"
    title = f"{given or 'No measure'} of {of}"
    if not found.possible:
        return Page(title, [GAP, Text(f"No table of counts gives these numbers: {found.because}.")])
    count = "more than could be counted" if found.count is None else _format.count(found.count)
    parts: list[Part] = [GAP, Text(f"Tables of counts that give these numbers: {count}.")]
    rows = [["TP", "FN", "FP", "TN"], *([_format.count(c) for c in row] for row in found.matrices[:MOST_TABLES])]
    if len(rows) > 1:
        parts += [GAP, Table(rows, ">>>>")]
    if found.count is None or found.count > MOST_TABLES:
        parts.append(Text("and more: see .matrices"))
    if found.ranges:
        parts += [GAP, Table([["measure", "from", "to"], *_range_rows(found.ranges)], "<>>")]
    if found.note:
        parts += [GAP, Text(f"Note: {found.note}.")]
    return Page(title, parts)


@page_of.register
def folds_page(found: ConsistentFolds) -> Page:
    """Whether the means can be, an example, and the ranges."""
    given = ", ".join(f"{name.replace('_', ' ')} {text}" for name, text in found.reported.items())
    title = f"{given or 'No measure'}, means over {_format.plural(len(found.folds), 'fold')}"
    if not found.possible:
        return Page(title, [GAP, Text(f"{found.because[:1].upper()}{found.because[1:]}.")])
    rows = [["fold", "TP", "FN", "FP", "TN"]]
    rows += [
        [str(i + 1), *(_format.count(c) for c in cells)] for i, cells in enumerate(found.example[:MOST_FOLDS])
    ]
    parts: list[Part] = [GAP, Text("These means can be; one way among others:"), GAP, Table(rows, ">>>>>")]
    if found.ranges:
        parts += [GAP, Table([["mean of", "from", "to"], *_range_rows(found.ranges)], "<>>")]
    return Page(title, parts)


@page_of.register
def checklist_page(items: Checklist) -> Page:
    """Each question with its answer."""
    parts: list[Part] = [GAP]
    for question, answer, words in items.items:
        parts += [Text(f"[{_MARKS.get(answer, '?')}] {question}"), Text(words, deep=True)]
    return Page(f"Checklist: {len(items.items) - items.open} of {len(items.items)} answered", parts)


def _missing(found: ConsistentMatrices) -> dict[str, tuple[float, float]]:
    return {name: ends for name, ends in found.ranges.items() if name not in found.reported}


def _range_rows(ranges: dict[str, tuple[float, float]]) -> list[list[str]]:
    return [
        [name.replace("_", " "), *(_format.number(_or_nan(end), 4) for end in ends)]
        for name, ends in ranges.items()
    ]


def _in_use_row(e: Estimate) -> list[str]:
    ends = (
        e.limits if e.limits is not None else (e.interval.low, e.interval.high) if e.interval else (e.value,) * 2
    )
    return [e.name.replace("_", " "), *(_format.number(_or_nan(end)) for end in ends)]


def _or_nan(value: float | None) -> float:
    return float("nan") if value is None else value
