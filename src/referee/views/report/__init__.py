"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Comparison, Comparisons, Evaluation, Noun, ThresholdTable
from referee.views.page import Page
from referee.views.report.general import render_values
from referee.views.report.models import render_comparison, render_comparisons, render_evaluation


def render(value: Noun | Page | Sequence[Noun], *, table: ThresholdTable | None = None, command: str = "") -> str:
    """A result as a page, or several; `table` feeds the threshold explorer, `command` says what makes the page."""
    values: list[Noun | Page] = [value] if isinstance(value, Noun | Page) else list(value)
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Evaluation):
        return render_evaluation(only, table=table, command=command)
    if isinstance(only, Comparison):
        return render_comparison(only, command=command)
    if isinstance(only, Comparisons):
        return render_comparisons(only, command=command)
    return render_values(values, command=command)
