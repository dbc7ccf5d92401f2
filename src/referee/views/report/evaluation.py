"""The page of one model: what it is worth, the explorer or the classes, findings, every number, and how it was done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee import _format
from referee.core import ConfusionMatrix, Evaluation, ThresholdTable
from referee.views.numbers import metric_words, name_words, share_text
from referee.views.page import Table
from referee.views.pages import pictures_of
from referee.views.pages.estimate import estimate_row
from referee.views.picture import INK, Lines, Picture
from referee.views.report import explorer as live
from referee.views.report.classes import classes_part
from referee.views.report.evaluation_lead import headline_picture, known_measure, lead_of_evaluation
from referee.views.report.methods import methods
from referee.views.report.page import (
    Block,
    Figure,
    Figures,
    Folded,
    Occasion,
    Section,
    Shown,
    Special,
    data,
    details_part,
    figure,
    figures,
    findings_part,
    folded_table,
    page,
)
from referee.views.report.provenance import how_of_test, method_words

EXPLORED = ("roc", "pr", "scores", "price", "reliability", "decision")
MOST_CLASSES = 200
EXPLORE = (
    "A case is called “{}” when its score reaches the threshold. Point at any curve to read it; click to set it. With "
    "the keyboard: tab to a picture, then arrow keys. The address keeps what you see."
)


def render_evaluation(result: Evaluation, occasion: Occasion, table: ThresholdTable | None = None) -> str:
    """One page: the verdict, the pictures, the findings, the numbers, and how it was done."""
    moving = table if table is not None and len(table) > 1 else None
    pictures = [p for p in pictures_of(result) if p.name != "measures" and not p.empty]
    facts, part = classes_part(result) if moving is None else explorer_part(result, moving, pictures)
    beside = pictures if moving is None else []
    folded = [p for p in pictures if moving is not None and p.name not in EXPLORED]
    cases = ", fingerprint ".join(filter(None, (_format.count(result.n), result.fingerprint)))
    known = [("Estimates", f"this model on {result.population}"), ("Test cases", cases)]
    return page(
        Shown(
            kind="Evaluation",
            title=title_of(result, occasion.on),
            below=[*_cases(result), occasion.date, f"{_format.percent(result.level)} intervals in brackets"],
            lead=lead_of_evaluation(result, moving),
            hero=evaluation_hero(result),
            parts=[
                part,
                Section("pictures", "Pictures", figures(beside), nav="Explore"),
                findings_part(result.findings),
                _details(result, folded),
            ],
            how=how_of_test(result, occasion, methods(method_words(result), result.parts), known),
            notes=list(dict.fromkeys(result.notes)),
            live=data(facts) if facts else "",
        )
    )


def evaluation_hero(result: Evaluation) -> Figure | None:
    """The confusion matrix of several classes, or the measures that people say in percent."""
    matrix = result.confusion
    if matrix is not None and matrix.positive is None and len(matrix.labels) > 2 and result.by_class:
        return figure(pictures_of(matrix)[0])
    made = headline_picture(result)
    return figure(made) if made.rows else None


def title_of(result: Evaluation, on: str) -> str:
    """What was evaluated, and on what."""
    name = name_words(result.name) if result.name else "A classifier"
    return f"{name} on {name_words(on) if on else _format.plural(result.n, 'test case')}"


def _cases(result: Evaluation) -> list[str]:
    """How many cases, and of which classes."""
    cases, matrix = _format.plural(result.n, "test case"), result.confusion
    roc: Any = result.parts.get("roc")
    found = None
    if matrix is not None and matrix.positive is not None:
        table = matrix.binary()
        found = table.tp + table.fn
    elif roc is not None and result.positive is not None:
        found = roc.positives
    if found is not None:
        cases += f", {_format.count(found)} of them {name_words(result.positive)}"
    elif len(result.labels) > 2:
        cases += f" of {len(result.labels)} classes"
    return [cases, *([f"at a prevalence of {result.prevalence}"] if result.prevalence else [])]


def explorer_part(
    result: Evaluation, table: ThresholdTable, pictures: list[Picture]
) -> tuple[dict[str, Any], Section]:
    """What the script of the explorer reads, and its part of the page."""
    facts = live.explorer(result, table, [])
    shown = {p.name: p for p in (*pictures, live.price_picture(table, facts))}
    chosen = [_in_ink(shown[name], result) for name in EXPLORED if name in shown]
    facts = live.explorer(result, table, list(shown.values()))
    positive, other = name_words(result.positive), name_words(table.labels[0])
    names = [live.measure_words(name, positive, other) for name in live.MEASURES]
    names += ["cost per 1,000", *(["net benefit per 1,000"] if facts["probable"] else [])]
    fields = [
        ("tp", f"{positive}, found"),
        ("fn", f"{positive}, missed"),
        ("fp", f"{other}, false alarm"),
        ("tn", f"{other}, cleared"),
    ]
    counts = live.points_of(table, facts["start"])
    at = live.AT.format(
        name=facts["name"],
        t=facts["knobs"][0]["texts"][facts["start"]],
        called=counts["tp"] + counts["fp"],
        **counts,
    )
    words = {
        "at": at,
        "fields": fields,
        "counts": [counts[kind] for kind, _ in fields],
        "strip": ["finds", "clears", "alarms right"],
        "note": table.note or live.NOTE,
    }
    block = Special(
        "explorer",
        {
            "data": facts,
            "figures": [figure(p) for p in chosen],
            "measures": names,
            "cells": live.cells_at(table, facts),
            "words": words,
        },
    )
    return facts, Section("explore", "Explore the threshold", [block], EXPLORE.format(positive), "Explore")


def _in_ink(picture: Picture, result: Evaluation) -> Picture:
    """A picture of the explorer: the model in ink, without what the panel says or only experts read."""
    if not isinstance(picture, Lines) or picture.name == "scores":
        return picture
    kept = [line for line in picture.lines if not (picture.name == "roc" and line.colour == INK)]
    lines = tuple(replace(line, colour=INK, fact="") if line.colour == 0 else line for line in kept)
    names = {"roc": ("area", "roc_auc"), "pr": ("average precision", "average_precision")}
    word, metric = names.get(picture.name, ("", ""))
    m = known_measure(result, metric) if metric else None
    title = picture.title if m is None else f"{picture.title}, {word} {share_text(m)}"
    return replace(picture, lines=lines, title=title, caption="" if metric else picture.caption)


def _details(result: Evaluation, pictures: list[Picture]) -> Section:
    """Every number, folded."""
    head = ["measure", "value", f"{_format.percent(result.level)} interval", "n", "how"]
    rows = [estimate_row(m, metric_words(m.name)) for m in result.measures]
    measures = Table([head, *rows], "<>[><")
    blocks: list[Block] = [folded_table("All measures", f"{len(rows)}, with n and method", measures)]
    if result.confusion is not None and len(result.confusion.labels) <= 20:
        counts = counts_table(result.confusion)
        blocks.append(folded_table("Counts", "of the evaluated classes", counts, "Truth and answer"))
    if result.by_class:
        names = [_format.words(m.name) for m in result.by_class[0][1]]
        shown = result.by_class[:MOST_CLASSES]
        cells = [[name_words(label), *map(share_text, row)] for label, row in shown]
        first = f", the first {MOST_CLASSES} here" if len(result.by_class) > MOST_CLASSES else ""
        table = Table([["class", *names], *cells], "<" + "[" * len(names))
        note = f"{len(result.by_class)} classes{first}"
        blocks.append(folded_table("Each class against the rest", note, table, "Each class"))
    if pictures:
        blocks.append(Folded("More pictures", f"{len(pictures)}", [Figures([figure(p) for p in pictures])]))
    return details_part(blocks, result.findings)


def counts_table(matrix: ConfusionMatrix) -> Table:
    """Rows of the truth, columns of the answers, with totals."""
    names = [name_words(label) for label in matrix.labels]
    rows = [["truth", *(f"called {name}" for name in names), "total"]]
    for name, counts, total in zip(names, matrix.counts.tolist(), matrix.support.tolist(), strict=True):
        rows.append([name, *map(_format.count, counts), _format.count(total)])
    return Table(rows, "<" + ">" * (len(names) + 1))
