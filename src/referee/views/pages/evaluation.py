"""An evaluation: the page a person reads."""

from __future__ import annotations

from collections.abc import Sequence

from referee import _format
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.finding import Finding
from referee.core.histogram import ScoreHistogram
from referee.core.types import Label
from referee.views.numbers import value_text
from referee.views.page import GAP, Findings, Page, Part, Table, Text, page_of
from referee.views.pages.confusion import matrix_part
from referee.views.pages.estimate import estimate_row
from referee.views.pages.thresholds import histogram_pictures
from referee.views.picture import BACK, Dot, Dots, Lines, Picture, dot, overlaid, pictures_of

MOST_CLASSES = 30


@page_of.register
def evaluation_page(result: Evaluation) -> Page:
    """What was tested, the matrix, the measures, the classes, the findings."""
    parts: list[Part] = [GAP]
    if result.confusion is not None:
        parts += [matrix_part(result.confusion), GAP]
    parts.append(_measures(result, [m for m in result.measures if m.name in result.headline]))
    if result.by_class:
        parts += [GAP, *_classes(result)]
    if result.findings:
        parts += [GAP, Findings(result.findings)]
    notes = list(dict.fromkeys(result.notes))
    if notes:
        parts += [GAP, *(Text(f"Note: {note}.") for note in notes)]
    return Page(_title(result), parts)


@page_of.register
def finding_page(finding: Finding) -> Page:
    """A finding alone."""
    return Page("", [Findings([finding])])


def _title(result: Evaluation) -> str:
    matrix = result.confusion
    bits = [f"{_format.label(result.name)}: " if result.name else ""]
    kind = "expected case" if matrix is not None and matrix.expected else "test case"
    bits.append(_format.plural(result.n, kind))
    if matrix is not None and matrix.positive is not None:
        bits.append(f", positive class {_format.quoted(matrix.positive)}")
    elif matrix is not None:
        bits.append(f", {_format.plural(len(matrix.labels), 'class', 'classes')}")
    if result.prevalence:
        bits.append(f", at prevalence {result.prevalence}")
    return "".join(bits)


def _measures(result: Evaluation, measures: list[Estimate]) -> Table:
    """A table of measures in the order of the headline."""
    order = {name: i for i, name in enumerate(result.headline)}
    measures = sorted(measures, key=lambda m: order.get(m.name, len(order)))
    rows = [["measure", "value", f"{_format.percent(result.level)} interval", "n", "how"]]
    rows += [estimate_row(m, m.name.replace("_", " ")) for m in measures]
    return Table(rows, "<><><")


def _classes(result: Evaluation) -> list[Part]:
    """A table of the measures of each class."""
    names = [m.name for m in result.by_class[0][1]]
    rows = [["class", "cases", *[name.replace("_", " ") for name in names]]]
    matrix = result.confusion
    for label, measures in result.by_class[:MOST_CLASSES]:
        cases = "" if matrix is None else _format.count(matrix.support[matrix.labels.index(label)].item())
        rows.append([_format.label(label, 24), cases, *[_cell(m) for m in measures]])
    parts: list[Part] = [Table(rows, "<>" + "<" * len(names))]
    if len(result.by_class) > MOST_CLASSES:
        parts.append(Text(f"and {len(result.by_class) - MOST_CLASSES} more classes: see .frame()"))
    return parts


def _cell(m: Estimate) -> str:
    return value_text(m) if m.defined else "undefined"


LOSSES = ("brier_score", "log_loss", "error_rate", "equal_error_rate", "mean_cost", "total_cost")
CURVES = ("roc", "precision_recall", "scores", "gain", "cost", "reliability", "decision")


@pictures_of.register
def evaluation_pictures(result: Evaluation, *, measures: Sequence[str] | None = None) -> list[Picture]:
    """The measures with their intervals, then the curves that the evaluation keeps."""
    names = [name for name in result.headline if name in result] if measures is None else measures
    rows = tuple(_measure(result[name]) for name in names)
    low = min((end for row in rows for end in row.ends), default=0.0)
    left = 0.0 if low >= 0 else max(-1.0, round(low - 0.05, 1))
    level = _format.percent(result.level)
    cases = f"{_format.count(result.n)} test cases"
    forest = Dots(
        title=f"Measures with {level} intervals",
        name="measures",
        axis=f"value and {level} interval",
        rows=rows,
        marks=((0.0, ""),) if left < 0 else (),
        limits=(left, 1.0),
        compact=True,
        says=f"{_format.label(result.name, 40)}: {cases}" if result.name else cases,
        caption="Each point is the measured value; the line is where the true value may lie "
        f"({level} interval). Short lines: much data. Of what is grey, less is better.",
    )
    found = [_part(result, name) for name in CURVES if name in result.parts]
    return [forest, *(picture for picture in found if picture is not None and not picture.empty)]


def _measure(m: Estimate) -> Dot:
    """A measure on the scale from -1 to 1; one on a scale of its own is written."""
    name = m.name.replace("_", " ")
    if m.defined and ("cost" in m.name or not all(-1 <= v <= 1 for v in (m.value, *(m.interval or ())))):
        return Dot(name, float("nan"), text=f"{value_text(m)} (own scale)")
    return dot(m, name, BACK if m.name in LOSSES or m.name.startswith("false_") else 0)


def _part(result: Evaluation, name: str) -> Picture | None:
    part = result.parts[name]
    if isinstance(part, ScoreHistogram):
        return next(iter(histogram_pictures(part, names=_classes_of(result))), None)
    made = next(iter(pictures_of(part)), None)
    hull = result.parts.get("hull")
    if name == "roc" and hull is not None and isinstance(made, Lines):
        drawn = [picture for picture in pictures_of(hull) if isinstance(picture, Lines) and not picture.empty]
        return overlaid([("", 0, picture) for picture in (made, *drawn)])
    return made


def _classes_of(result: Evaluation) -> tuple[str, str]:
    """The names of the positives and of the others."""
    others: list[Label] = [label for label in result.labels if label != result.positive]
    other = _format.label(others[0], 24) if len(others) == 1 else "other"
    return f"truth: {_format.label(result.positive, 24)}", f"truth: {other}"
