"""Thresholds that were chosen, and lift."""

from __future__ import annotations

import math

from referee import _format
from referee.core.choice import CrossFit, ThresholdChoice
from referee.core.confusion import ConfusionMatrix
from referee.core.lift import Lift
from referee.views.picture import Dot, Dots, Picture


def choice_pictures(choice: ThresholdChoice) -> list[Picture]:
    """The rates at the chosen threshold."""
    if choice.undefined or choice.confusion is None:
        return []
    title = f"At the threshold {choice.threshold:.4g}"
    caption = "Values on the cases that the threshold was chosen on: they flatter it."
    return [Dots(title, "share", _rates(choice.confusion), ((0.0, ""), (1.0, "")), caption)]


def crossfit_pictures(fit: CrossFit) -> list[Picture]:
    """The rates of cases that no threshold saw, and the thresholds of the parts."""
    out: list[Picture] = []
    if not fit.undefined and fit.confusion is not None:
        caption = "Each case was judged by a threshold that was chosen without it."
        out.append(
            Dots("With cross-fitted thresholds", "share", _rates(fit.confusion), ((0.0, ""), (1.0, "")), caption)
        )
    finite = [t for t in fit.thresholds if math.isfinite(t)]
    if finite:
        rows = tuple(Dot(f"part {i + 1}", t, text=f"{t:.4g}") for i, t in enumerate(fit.thresholds) if t in finite)
        out.append(Dots("Threshold of each part", "threshold", rows))
    return out


def lift_pictures(lift: Lift) -> list[Picture]:
    """The lift against 1, with the range that ties leave open."""
    if lift.undefined or not math.isfinite(lift.lift):
        return []
    name = f"top {_format.percent(round(lift.fraction, 6))}"
    open_ = lift.pessimistic < lift.optimistic
    low, high = (lift.pessimistic, lift.optimistic) if open_ else (math.nan, math.nan)
    row = Dot(name, lift.lift, low, high, _format.number(lift.lift))
    caption = "The line is the range that an order of tied scores can give." if open_ else ""
    return [Dots("Lift", "lift", (row,), ((1.0, "random order"),), caption)]


def _rates(matrix: ConfusionMatrix) -> tuple[Dot, ...]:
    """Sensitivity, specificity and precision of the counts, with the counts."""
    table = matrix.binary() if matrix.positive is not None else None
    if table is None:
        return ()
    rows = []
    for name, hit, total in (
        ("sensitivity", table.tp, table.tp + table.fn),
        ("specificity", table.tn, table.tn + table.fp),
        ("precision", table.tp, table.tp + table.fp),
    ):
        if total:
            text = f"{_format.number(hit / total)} ({_format.count(hit)} of {_format.count(total)})"
            rows.append(Dot(name, hit / total, text=text))
    return tuple(rows)
