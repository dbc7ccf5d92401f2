"""An evaluation as text."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.views.text.confusion import confusion_lines
from referee.views.text.finding import finding_lines
from referee.views.text.table import columns, wrapped

MOST_CLASSES = 30


def render_evaluation(result: Evaluation) -> str:
    """The page a person reads: what was tested, the matrix, the measures, the classes, the findings."""
    lines = [_title(result), ""]
    if result.confusion is not None:
        lines += [*confusion_lines(result.confusion), ""]
    lines += measure_lines(result, [m for m in result.measures if m.name in result.headline])
    if result.by_class:
        lines += ["", *class_lines(result)]
    if result.findings:
        lines += ["", *finding_lines(result.findings)]
    notes = list(dict.fromkeys(result.notes))
    if notes:
        lines.append("")
        for note in notes:
            lines += wrapped(f"Note: {note}.", "  ")
    return "\n".join(lines)


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


def measure_lines(result: Evaluation, measures: list[Estimate]) -> list[str]:
    """A table of measures in the order of the headline."""
    order = {name: i for i, name in enumerate(result.headline)}
    measures = sorted(measures, key=lambda m: order.get(m.name, len(order)))
    rows = [["measure", "value", f"{_format.percent(result.level)} interval", "n", "how"]]
    rows += [estimate_row(m, m.name.replace("_", " ")) for m in measures]
    return columns(rows, "<><><")


def estimate_row(m: Estimate, name: str) -> list[str]:
    """One measure as cells: name, value, interval, n, how."""
    if not m.defined:
        return [name, "–", "undefined", _format.count(m.n), str(m.undefined)]
    if m.interval is None:
        return [name, _format.number(m.value, 4), "–", _format.count(round(m.n, 1)), m.note]
    places = _format.decimals(m.interval.width)
    how = m.interval.method
    return [
        name,
        _format.number(m.value, places),
        _format.span(m.interval.low, m.interval.high, places),
        _format.count(round(m.n, 1)),
        how if "left out" not in m.note else f"{how}; {m.note}",
    ]


def class_lines(result: Evaluation) -> list[str]:
    """A table of the measures of each class."""
    names = [m.name for m in result.by_class[0][1]]
    rows = [["class", "cases", *[name.replace("_", " ") for name in names]]]
    matrix = result.confusion
    for label, measures in result.by_class[:MOST_CLASSES]:
        cases = "" if matrix is None else _format.count(matrix.support[matrix.labels.index(label)].item())
        rows.append([_format.label(label, 24), cases, *[_cell(m) for m in measures]])
    lines = columns(rows, "<>" + "<" * len(names))
    if len(result.by_class) > MOST_CLASSES:
        lines.append(f"  and {len(result.by_class) - MOST_CLASSES} more classes: see .frame()")
    return lines


def _cell(m: Estimate) -> str:
    if not m.defined:
        return "undefined"
    if m.interval is None:
        return _format.number(m.value)
    places = _format.decimals(m.interval.width)
    return f"{_format.number(m.value, places)} {_format.span(m.interval.low, m.interval.high, places)}"
