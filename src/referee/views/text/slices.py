"""Slices as text."""

from __future__ import annotations

from referee import _format
from referee.core.estimate import Estimate
from referee.core.slices import Slices
from referee.views.text.evaluation import render_evaluation
from referee.views.text.table import columns, wrapped

MOST = 40


def render_slices(found: Slices) -> str:
    """The whole, a line a slice, and the slices that differ."""
    shown = [n for n in ("accuracy", "f1", "f1_macro", "roc_auc") if n in found.whole]
    if found.metric in found.whole and found.metric not in shown:
        shown.insert(0, found.metric)
    head = [
        ", ".join(found.by),
        "cases",
        *[name.replace("_", " ") for name in shown],
        "minus the rest",
        "adjusted p",
    ]
    rows = [head]
    order = range(len(found.keys))
    if len(found.keys) > MOST:
        order = sorted(order, key=lambda i: found.adjusted[i])[:MOST]  # type: ignore[assignment]
    for i in order:
        evaluation, test = found.evaluations[i], found.tests[i]
        key = ", ".join(_format.label(value, 24) for value in found.keys[i])
        cells = [_cell(evaluation[name]) if name in evaluation else "–" for name in shown]
        p = "–" if test.inapplicable else _format.p_value(found.adjusted[i])
        rows.append([key, _format.count(evaluation.n), *cells, _cell(test.effect), p])
    lines = [render_evaluation(found.whole), "", *columns(rows, "<>" + "<" * (len(shown) + 1) + ">")]
    if len(found.keys) > MOST:
        lines.append(f"  the {MOST} surest of {len(found.keys)} slices; see .rows()")
    names = [" / ".join(_format.label(value) for value in key) for key in found.different]
    metric = found.metric.replace("_", " ")
    level = _format.percent(found.level)
    word = f"by {metric}, among {_format.plural(len(found.keys), 'slice')} ({found.procedure}, {level})"
    text = f"Differ from the rest {word}: {', '.join(names)}." if names else f"No slice is shown to differ {word}."
    return "\n".join([*lines, "", *wrapped(text, "  ")])


def _cell(m: Estimate | None) -> str:
    if m is None or not m.defined:
        return "undefined"
    if m.interval is None:
        return _format.number(m.value)
    places = _format.decimals(m.interval.width)
    return f"{_format.number(m.value, places)} {_format.span(m.interval.low, m.interval.high, places)}"
