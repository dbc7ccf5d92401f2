"""The part of several classes: each against the rest, with a picker, and which are taken for which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee import _format
from referee.core import ConfusionMatrix, Curve, Evaluation, ReliabilityCurve
from referee.views.numbers import capital, metric_words, name_words, percent_text, share_text
from referee.views.pages import pictures_of
from referee.views.pages.evaluation import headline_picture
from referee.views.pages.planes import plane_of
from referee.views.picture import BACK, INK, UNIT, Axis, Dot, Dots, Line, Lines, Picture, dot
from referee.views.report.page import Block, Figures, Section, Special, figure

MOST_ROWS = 12
CURVES = {"roc": "roc", "precision_recall": "pr", "reliability": "reliability"}
"""Kinds of parts that classes have, and the names of their pictures."""


def classes_part(result: Evaluation) -> tuple[dict[str, Any] | None, Section | None]:
    """What the script needs to pick a class, and the part of the page; nothing without classes."""
    matrix = result.confusion
    if not result.by_class or matrix is None or matrix.positive is not None:
        return None, None
    pictures = [p for p in (_curves(result, kind) for kind in CURVES) if p is not None]
    data = None
    blocks: list[Block] = []
    if pictures:
        data = _data(result)
        blocks.append(Special("picker", {"classes": data["classes"], "picked": data["picked"]}))
    pictures += [
        _forest(result, 0, "Share found"),
        _forest(result, 1, "Right when named"),
        _frequent_errors(matrix),
    ]
    if len(matrix.labels) > 2:  # else it leads the page
        pictures.append(headline_picture(result))
    blocks.append(Figures([figure(p) for p in pictures if not p.empty]))
    lead = "Each class against all others." + (" Pick one here, or by its line." if data else "")
    return data, Section("classes", "Class by class", blocks, lead, "Classes")


def _of_classes(result: Evaluation, kind: str) -> list[tuple[int, Any]]:
    """The parts of one kind with the numbers of their classes."""
    found = [(i, result.parts.get(f"{kind} of class {i}")) for i in range(len(result.labels))]
    return [(i, part) for i, part in found if part is not None]


def _curves(result: Evaluation, kind: str) -> Picture | None:
    """The curves of all classes in one plane, the picked one in front; none when there are no scores."""
    found = _of_classes(result, kind)
    if not found:
        return None
    if kind == "reliability":
        (base,) = (p for p in pictures_of(found[0][1]) if isinstance(p, Lines))
        lines = tuple(Line("", part.predicted, part.observed, colour=INK, drawn="linked") for _, part in found)
        return replace(base, lines=lines, x=replace(base.x, name="predicted probability"), caption="", about="")
    curve = found[0][1]
    plane = replace(plane_of(curve), guides=(Line("guessing", UNIT, UNIT),) if kind == "roc" else (), caption="")
    steps = kind == "precision_recall"
    lines = tuple(Line("", part.x, part.y, colour=BACK, drawn="steps" if steps else "line") for _, part in found)
    about = f"One line for each of {_format.plural(len(found), 'class', 'classes')} against the rest"
    names = ("others called it", "found") if kind == "roc" else ("found", "right when named")
    axes = [Axis(name, (0.0, 1.0), percent=True) for name in names]
    return replace(plane, x=axes[0], y=axes[1], lines=lines, about=about)


def _data(result: Evaluation) -> dict[str, Any]:
    """For each class its name, its number among the lines of each picture, and what is said above them.

    The class that is found least is picked.
    """
    values = [measures[0].value if measures[0].defined else 2.0 for _, measures in result.by_class]
    weakest = result.by_class[int(np.argmin(values))][0]
    out = []
    for i, label in enumerate(result.labels):
        lines, kicks = {}, {}
        for kind, picture in CURVES.items():
            found = _of_classes(result, kind)
            place = next((k for k, (j, _) in enumerate(found) if j == i), None)
            if place is not None:
                lines[picture], kicks[picture] = place, _kick(kind, found[place][1], name_words(label))
        out.append({"name": name_words(label), "lines": lines, "kicks": kicks})
    return {"classes": out, "picked": result.labels.index(weakest)}


def _kick(kind: str, part: Curve | ReliabilityCurve, name: str) -> str:
    if isinstance(part, ReliabilityCurve):
        off = int(((part.observed < part.band_low) | (part.observed > part.band_high)).sum())
        return f"Calibration of {name}: {off} of {_format.plural(len(part.cases), 'bin')} outside what chance explains"
    if kind == "roc":
        return f"ROC curve of {name}, area {percent_text(part.facts['auc'], 1)}"
    return f"Precision and recall of {name}, average precision {percent_text(part.facts['average_precision'], 1)}"


def _forest(result: Evaluation, place: int, asks: str) -> Dots:
    """One measure of each class with its interval, the lowest first where there are many."""
    rows = [(name_words(label), measures[place]) for label, measures in result.by_class if place < len(measures)]
    rows = [(name, m) for name, m in rows if m.defined]
    title = capital(metric_words(rows[0][1].name)) if rows else ""
    if len(rows) > MOST_ROWS:
        rows = sorted(rows, key=lambda row: row[1].value)[:MOST_ROWS]
        title += f", the {MOST_ROWS} lowest of {len(result.by_class)} classes"
    made = tuple(dot(m, name, INK, share_text(m)) for name, m in rows)
    shown = Dots(title=title, asks=asks, name=f"class-{place}", axis="", rows=made)
    return replace(shown, whole=(0.0, 1.0), unit="percent")


def _frequent_errors(matrix: ConfusionMatrix) -> Dots:
    """The errors that occur most, as bars."""
    wrong = np.where(np.eye(len(matrix.labels), dtype=bool), 0, matrix.counts)
    order = np.argsort(-wrong, axis=None, kind="stable")[:8]
    rows = []
    for i, j in (divmod(int(k), len(matrix.labels)) for k in order):
        if wrong[i, j] > 0:
            a, b = name_words(matrix.labels[i]), name_words(matrix.labels[j])
            share = percent_text(float(wrong[i, j] / matrix.support[i]))
            text = f"{_format.count(wrong[i, j].item())}, {share} of {a}"
            rows.append(Dot.from_zero(f"{a} → {b}", float(wrong[i, j]), text, 1))
    return Dots(title="Truth → answer, cases", asks="Most confused", name="confused", axis="", rows=tuple(rows))
