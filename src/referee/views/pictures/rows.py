"""Results that are rows of values with intervals."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.estimate import Estimate
from referee.core.family import Family
from referee.core.interval import Interval
from referee.core.slices import Slices
from referee.core.testresult import TestResult
from referee.views.picture import Dot, Dots, Picture, dot

MOST = 40


def interval_pictures(interval: Interval) -> list[Picture]:
    """The interval alone."""
    middle = (interval.low + interval.high) / 2
    if not math.isfinite(middle):
        return []
    text = _format.span(interval.low, interval.high)
    row = Dot(interval.method, math.nan, interval.low, interval.high, text)
    return [Dots("Interval", f"{_format.percent(interval.level)} interval", (row,))]


def estimate_pictures(estimate: Estimate) -> list[Picture]:
    """The value and its interval."""
    if not math.isfinite(estimate.value):
        return []
    return [Dots("Value", estimate.name.replace("_", " "), (dot(estimate),))]


def result_pictures(test: TestResult) -> list[Picture]:
    """The effect with the interval that belongs to the p-value; where 0 means no effect, against 0."""
    effect = test.effect
    if effect is None or not math.isfinite(effect.value):
        return []
    name = effect.name.replace("_", " ")
    nothing = any(word in name for word in ("difference", "advantage", "beyond", "shift"))
    p = "" if math.isnan(test.p_value) else f"{_format.p_equals(test.p_value)} ({test.alternative})"
    caption = f"{p}. Null: {test.null}." if p else f"Null: {test.null}."
    marks = ((0.0, "no effect"),) if nothing else ()
    return [Dots("Effect", name, (dot(effect, name),), marks, caption)]


def always_valid_pictures(state: Any) -> list[Picture]:
    """The difference so far, with limits that hold at every look."""
    row = dot(state.result().effect, "difference so far")
    said = f"After {_format.plural(state.looks, 'look')}; the limits hold however often one looks."
    return [Dots("The evidence so far", "difference of accuracy, a less b", (row,), ((0.0, "equal"),), said)]


def family_pictures(family: Family) -> list[Picture]:
    """Each p-value beside its adjusted form, as the evidence -log10 p that they carry."""
    rows, order = (
        [],
        sorted(range(len(family)), key=lambda i: (math.isnan(family.adjusted[i]), family.adjusted[i])),
    )
    for i in order[:MOST]:
        p, q = family.p_values[i], family.adjusted[i]
        if math.isnan(q):
            continue
        text = f"p {_format.p_value(p)}, adjusted {_format.p_value(q)}"
        rows.append(Dot(_format.label(family.labels[i], 40), _evidence(q), _evidence(q), _evidence(p), text))
    if not rows:
        return []
    caption = f"The dot is the p-value adjusted by {family.procedure}, the line reaches to the p-value alone."
    marks = ((_evidence(0.05), "p = 0.05"),)
    return [Dots("Adjusted p-values", "evidence, −log10 p", tuple(rows), marks, caption)]


def slices_pictures(found: Slices) -> list[Picture]:
    """Each slice less the rest, the surest first."""
    order = sorted(range(len(found)), key=lambda i: (math.isnan(found.adjusted[i]), found.adjusted[i]))
    rows = []
    for i in order[:MOST]:
        effect = found.tests[i].effect
        name = ", ".join(_format.label(value, 24) for value in found.keys[i])
        if effect is not None and effect.defined:
            rows.append(dot(effect, name, int(not found.adjusted[i] < 1 - found.level)))
    if not rows:
        return []
    metric = found.metric.replace("_", " ")
    caption = f"Slices that differ after adjustment by {found.procedure} are in colour; intervals are each alone."
    return [
        Dots(
            "Each slice against the rest",
            f"{metric}, slice less rest",
            tuple(rows),
            ((0.0, "as the rest"),),
            caption,
        )
    ]


def _evidence(p: float) -> float:
    return -math.log10(max(p, 1e-16)) + 0.0
