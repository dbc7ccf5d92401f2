"""A gate, and where a model is better."""

from __future__ import annotations

from referee import _format
from referee.core.gate import Gate
from referee.core.region import Region
from referee.views.page import Page, Part, Text


def gate_page(gate: Gate) -> Page:
    """One line for a log."""
    return Page(gate.line)


def region_page(region: Region) -> Page:
    """The stretches where one model is better, worse or undecided."""
    a, b = _format.label(region.a), _format.label(region.b)
    title = (
        f"Where {a} beats {b}, by probability-cost x = p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence "
        f"({_format.percent(region.level)} pointwise)"
    )
    parts: list[Part] = [
        Text(f"x from {low:.3f} to {high:.3f}: {verdict}") for low, high, verdict in region.ranges()
    ]
    return Page(title, [*parts, Text(region.method)])
