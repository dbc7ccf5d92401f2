"""Nouns as text: one function a noun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.views.text.comparison import render_comparison, render_comparisons
from referee.views.text.confusion import render_confusion
from referee.views.text.estimate import render_estimate, render_interval, render_test
from referee.views.text.evaluation import render_evaluation
from referee.views.text.finding import finding_lines
from referee.views.text.gate import render_gate, render_region
from referee.views.text.ranking import render_cost, render_ranking, render_tally
from referee.views.text.slices import render_slices

_VIEWS: dict[str, Callable[[Any], str]] = {
    "Comparison": render_comparison,
    "Comparisons": render_comparisons,
    "ConfusionMatrix": render_confusion,
    "CostMatrix": render_cost,
    "Estimate": render_estimate,
    "Evaluation": render_evaluation,
    "Finding": lambda finding: "\n".join(finding_lines([finding])),
    "Gate": render_gate,
    "Interval": render_interval,
    "Ranking": render_ranking,
    "Region": render_region,
    "Slices": render_slices,
    "Tally": render_tally,
    "TestResult": render_test,
}


def render(value: object) -> str:
    """A noun as text."""
    view = _VIEWS.get(type(value).__name__)
    return repr(value) if view is None else view(value)
