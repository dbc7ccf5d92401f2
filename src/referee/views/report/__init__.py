"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.core import Audit, Comparison, Comparisons, Evaluation, Gate, Noun, Standings, StudyResults
from referee.core.choice import ThresholdTable
from referee.views.page import Page
from referee.views.report.audit import render_audit
from referee.views.report.comparison import render_comparison, render_comparisons, render_gate
from referee.views.report.evaluation import render_evaluation
from referee.views.report.general import render_values
from referee.views.report.page import Occasion
from referee.views.report.study import render_study

OWN: dict[type, Callable[[Any, Occasion], str]] = {
    Comparison: render_comparison,
    Gate: render_gate,
    Comparisons: render_comparisons,
    Audit: render_audit,
}
"""Nouns with a page of their own."""


def render(
    value: Noun | Page | Sequence[Noun], *, table: ThresholdTable | None = None, occasion: Occasion | None = None
) -> str:
    """A result as a page, or several; `table` feeds the threshold explorer, `occasion` the title and the end."""
    values: list[Noun | Page] = [value] if isinstance(value, Noun | Page) else list(value)
    (first, *rest), occasion = values, occasion or Occasion()
    if isinstance(first, Evaluation) and not rest:
        return render_evaluation(first, occasion, table)
    study = rest[0] if len(rest) == 1 and isinstance(rest[0], StudyResults) else None
    if isinstance(first, Standings) and (study is not None or not rest):
        return render_study(first, study, occasion)
    own = None if rest else OWN.get(type(first))
    return render_values(values, occasion) if own is None else own(first, occasion)
