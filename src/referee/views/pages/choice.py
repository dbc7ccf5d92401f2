"""Thresholds that were chosen, and lift among the highest scores."""

from __future__ import annotations

import math

from referee import _format
from referee.core.choice import CrossFit, ThresholdChoice
from referee.core.confusion import ConfusionMatrix
from referee.core.lift import Lift
from referee.views.page import Page, Part, Text, page_of
from referee.views.pages.confusion import matrix_part
from referee.views.pages.estimate import significant
from referee.views.picture import Dot, Dots, Picture, pictures_of


@page_of.register
def choice_page(choice: ThresholdChoice) -> Page:
    """The threshold, what it was chosen by, and the counts there."""
    if choice.undefined:
        return Page(f"Threshold by {choice.rule}: undefined: {choice.undefined}")
    title = (
        f"Threshold {significant(choice.threshold, 6)} by {choice.rule}: value {_format.number(choice.value, 4)}"
    )
    parts: list[Part] = [Text("cases with a score of at least the threshold are called positive")]
    if choice.confusion is not None:
        parts.append(matrix_part(choice.confusion))
    if len(choice.thresholds) > 1:
        listed = ", ".join(significant(t, 6) for t in choice.thresholds[:5])
        more = f" and {len(choice.thresholds) - 5} more" if len(choice.thresholds) > 5 else ""
        parts.append(Text(f"as good: {listed}{more}"))
    parts += [Text(f"! {warning}") for warning in choice.warnings]
    return Page(title, parts)


@page_of.register
def crossfit_page(fit: CrossFit) -> Page:
    """The counts of cases that no threshold saw, and the thresholds of the parts."""
    title = f"Cross-fitted threshold by {fit.rule}: {_format.plural(fit.folds, 'part')}, seed {fit.seed}"
    parts: list[Part] = []
    if fit.undefined:
        parts.append(Text(f"undefined: {fit.undefined}"))
    if fit.confusion is not None:
        parts.append(matrix_part(fit.confusion))
    if fit.thresholds:
        parts.append(Text(f"thresholds: {', '.join(significant(t, 6) for t in fit.thresholds)}"))
    if fit.note:
        parts.append(Text(f"Note: {fit.note}."))
    return Page(title, parts)


@page_of.register
def lift_page(lift: Lift) -> Page:
    """The lift, with its limits where ties leave it open."""
    title = f"The {_format.plural(lift.top, 'highest score')} ({_format.percent(round(lift.fraction, 6))} of the cases)"
    if lift.undefined:
        return Page(title, [Text(f"undefined: {lift.undefined}")])
    ties = ""
    if lift.pessimistic < lift.optimistic:
        ties = f" (from {_format.number(lift.pessimistic)} to {_format.number(lift.optimistic)} as ties fall)"
    line = f"lift {_format.number(lift.lift)}{ties}, precision {_format.number(lift.precision)}, "
    parts: list[Part] = [Text(f"{line}recall {_format.number(lift.recall)}")]
    if lift.note:
        parts.append(Text(f"Note: {lift.note}."))
    return Page(title, parts)


@pictures_of.register
def choice_pictures(choice: ThresholdChoice) -> list[Picture]:
    """The rates at the chosen threshold."""
    if choice.undefined or choice.confusion is None:
        return []
    caption = "Values on the cases that the threshold was chosen on: they flatter it."
    return [_rates(f"At the threshold {choice.threshold:.4g}", choice.confusion, caption)]


@pictures_of.register
def crossfit_pictures(fit: CrossFit) -> list[Picture]:
    """The rates of cases that no threshold saw, and the thresholds of the parts."""
    out: list[Picture] = []
    if not fit.undefined and fit.confusion is not None:
        caption = "Each case was judged by a threshold that was chosen without it."
        out.append(_rates("With cross-fitted thresholds", fit.confusion, caption))
    rows = [Dot(f"part {i + 1}", t, text=f"{t:.4g}") for i, t in enumerate(fit.thresholds) if math.isfinite(t)]
    if rows:
        out.append(Dots(title="Threshold of each part", axis="threshold", rows=tuple(rows)))
    return out


@pictures_of.register
def lift_pictures(lift: Lift) -> list[Picture]:
    """The lift against 1, with the range that ties leave open."""
    if lift.undefined or not math.isfinite(lift.lift):
        return []
    tied = lift.pessimistic < lift.optimistic
    low, high = (lift.pessimistic, lift.optimistic) if tied else (math.nan, math.nan)
    row = Dot(f"top {_format.percent(round(lift.fraction, 6))}", lift.lift, low, high, _format.number(lift.lift))
    caption = "The line is the range that an order of tied scores can give." if tied else ""
    return [Dots(title="Lift", axis="lift", rows=(row,), marks=((1.0, "random order"),), caption=caption)]


def _rates(title: str, matrix: ConfusionMatrix, caption: str) -> Dots:
    """Sensitivity, specificity and precision of the counts, with the counts."""
    rows = []
    table = matrix.binary() if matrix.positive is not None else None
    for name, hit, total in (
        ()
        if table is None
        else (
            ("sensitivity", table.tp, table.tp + table.fn),
            ("specificity", table.tn, table.tn + table.fp),
            ("precision", table.tp, table.tp + table.fp),
        )
    ):
        if total:
            text = f"{_format.number(hit / total)} ({_format.count(hit)} of {_format.count(total)})"
            rows.append(Dot(name, hit / total, text=text))
    marks = ((0.0, ""), (1.0, ""))
    return Dots(title=title, axis="share", rows=tuple(rows), marks=marks, caption=caption)
