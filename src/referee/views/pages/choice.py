"""Thresholds that were chosen, and lift among the highest scores."""

from __future__ import annotations

from referee import _format
from referee.core.choice import CrossFit, ThresholdChoice
from referee.core.lift import Lift
from referee.views.page import Page, Part, Text
from referee.views.pages.confusion import matrix_part
from referee.views.pages.estimate import significant


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
