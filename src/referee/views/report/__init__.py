"""Results as one page of HTML that a person reads: self-contained, without a network."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core import Audit, Comparison, Comparisons, Evaluation, Gate, Noun, Standings, StudyResults
from referee.core.choice import ThresholdTable
from referee.views.page import Page
from referee.views.report.audit import render_audit
from referee.views.report.comparison import render_comparison, render_comparisons
from referee.views.report.evaluation import render_evaluation
from referee.views.report.general import render_values
from referee.views.report.page import Occasion
from referee.views.report.study import render_study


def render(
    value: Noun | Page | Sequence[Noun], *, table: ThresholdTable | None = None, occasion: Occasion | None = None
) -> str:
    """A result as a page, or several; `table` feeds the threshold explorer, `occasion` the title and the end."""
    values: list[Noun | Page] = [value] if isinstance(value, Noun | Page) else list(value)
    occasion = occasion or Occasion()
    match values:
        case [Evaluation() as result]:
            return render_evaluation(result, occasion, table)
        case [Comparison() | Gate() as duel]:
            return render_comparison(duel, occasion)
        case [Comparisons() as family]:
            return render_comparisons(family, occasion)
        case [Audit() as audit]:
            return render_audit(audit, occasion)
        case [Standings() as standings]:
            return render_study(standings, None, occasion)
        case [Standings() as standings, StudyResults() as study]:
            return render_study(standings, study, occasion)
    return render_values(values, occasion)
