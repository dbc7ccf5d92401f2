"""Slices: the whole, a line a slice, and the slices that differ."""

from __future__ import annotations

import math

from referee import _format
from referee.core.estimate import Estimate
from referee.core.slices import Slices
from referee.views.page import GAP, Page, Part, Table, Text, page_of
from referee.views.pages.evaluation import evaluation_page
from referee.views.picture import BACK, Dots, Picture, dot, pictures_of

MOST = 40


@page_of.register
def slices_page(found: Slices) -> Page:
    """The whole, a line a slice, and the slices that differ."""
    shown = [n for n in ("accuracy", "f1", "f1_macro", "roc_auc") if n in found.whole]
    if found.metric in found.whole and found.metric not in shown:
        shown.insert(0, found.metric)
    names = [name.replace("_", " ") for name in shown]
    rows = [[", ".join(found.by), "cases", *names, "minus the rest", "adjusted p"]]
    order = list(range(len(found.keys)))
    if len(order) > MOST:
        order = sorted(order, key=lambda i: found.adjusted[i])[:MOST]
    for i in order:
        evaluation, test = found.evaluations[i], found.tests[i]
        key = ", ".join(_format.label(value, 24) for value in found.keys[i])
        cells = [_cell(evaluation[name]) if name in evaluation else "–" for name in shown]
        p = "–" if test.inapplicable else _format.p_value(found.adjusted[i])
        rows.append([key, _format.count(evaluation.n), *cells, _cell(test.effect), p])
    whole = evaluation_page(found.whole)
    parts: list[Part] = [*whole.parts, GAP, Table(rows, "<>" + "<" * (len(shown) + 1) + ">")]
    if len(found.keys) > MOST:
        parts.append(Text(f"the {MOST} surest of {len(found.keys)} slices; see .rows()"))
    different = [" / ".join(_format.label(value) for value in key) for key in found.different]
    metric, level = found.metric.replace("_", " "), _format.percent(found.level)
    word = f"by {metric}, among {_format.plural(len(found.keys), 'slice')} ({found.procedure}, {level})"
    if different:
        parts += [GAP, Text(f"Differ from the rest {word}: {', '.join(different)}.")]
    else:
        parts += [GAP, Text(f"No slice is shown to differ {word}.")]
    return Page(whole.title, parts)


def _cell(m: Estimate | None) -> str:
    if m is None or not m.defined:
        return "undefined"
    if m.interval is None:
        return _format.number(m.value)
    places = _format.decimals(m.interval.width)
    return f"{_format.number(m.value, places)} {_format.span(m.interval.low, m.interval.high, places)}"


@pictures_of.register
def slices_pictures(found: Slices) -> list[Picture]:
    """Each slice less the rest, the surest first."""
    order = sorted(range(len(found)), key=lambda i: (math.isnan(found.adjusted[i]), found.adjusted[i]))
    rows = []
    for i in order[:MOST]:
        effect = found.tests[i].effect
        name = ", ".join(_format.label(value, 24) for value in found.keys[i])
        if effect is not None and effect.defined:
            rows.append(dot(effect, name, 0 if found.adjusted[i] < 1 - found.level else BACK))
    made = Dots(
        title="Each slice against the rest",
        axis=f"{found.metric.replace('_', ' ')}, slice less rest",
        rows=tuple(rows),
        marks=((0.0, "as the rest"),),
        caption=f"Slices that differ after adjustment by {found.procedure} are in colour; intervals are each alone.",
    )
    return [made] if rows else []
