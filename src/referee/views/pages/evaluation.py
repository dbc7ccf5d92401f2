"""An evaluation: the page a person reads."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.finding import Finding
from referee.views.page import GAP, Findings, Page, Part, Table, Text
from referee.views.pages.confusion import matrix_part
from referee.views.pages.estimate import estimate_row

MOST_CLASSES = 30


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
    if not m.defined:
        return "undefined"
    if m.interval is None:
        return _format.number(m.value)
    places = _format.decimals(m.interval.width)
    return f"{_format.number(m.value, places)} {_format.span(m.interval.low, m.interval.high, places)}"
