"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import (
    Audit,
    Comparison,
    Comparisons,
    Evaluation,
    Gate,
    Noun,
    Standings,
    StudyResults,
    ThresholdTable,
)
from referee.views.page import Page
from referee.views.report.audit import render_audit
from referee.views.report.comparison import render_comparison, render_comparisons, render_gate
from referee.views.report.evaluation import render_evaluation
from referee.views.report.general import render_values
from referee.views.report.page import Occasion
from referee.views.report.study import render_study


def render(
    value: Noun | Page | Sequence[Noun], *, table: ThresholdTable | None = None, occasion: Occasion | None = None
) -> str:
    """A result as a page, or several; `table` feeds the threshold explorer, `occasion` the title and the end."""
    values: list[Noun | Page] = [value] if isinstance(value, Noun | Page) else list(value)
    only, occasion = (values[0] if len(values) == 1 else None), occasion or Occasion()
    if isinstance(only, Evaluation):
        return render_evaluation(only, occasion, table)
    if isinstance(only, Comparison):
        return render_comparison(only, occasion)
    if isinstance(only, Gate):
        return render_gate(only, occasion)
    if isinstance(only, Comparisons):
        return render_comparisons(only, occasion)
    if (
        isinstance(values[0], Standings)
        and all(isinstance(v, StudyResults) for v in values[1:])
        and len(values) < 3
    ):
        return render_study(values[0], values[1] if len(values) == 2 else None, occasion)  # type: ignore[arg-type]
    if isinstance(only, Audit):
        return render_audit(only, occasion)
    return render_values(values, occasion)
