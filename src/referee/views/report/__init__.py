"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from referee.core.comparison import Comparison, Comparisons
from referee.core.evaluation import Evaluation
from referee.core.thresholds import ThresholdTable
from referee.views.report.comparison import render_comparison, render_comparisons
from referee.views.report.evaluation import render_evaluation
from referee.views.report.plain import render_plain


def render(value: object, *, table: ThresholdTable | None = None, command: str = "") -> str:
    """A result as a page; `table` feeds the threshold explorer, `command` says what makes the page again."""
    if isinstance(value, Evaluation):
        return render_evaluation(value, table=table, command=command)
    if isinstance(value, Comparison):
        return render_comparison(value, command=command)
    if isinstance(value, Comparisons):
        return render_comparisons(value, command=command)
    return render_plain(value, command=command)
