"""A gate and a region as text."""

from __future__ import annotations

from referee import _format
from referee.core.gate import Gate
from referee.core.region import Region


def render_gate(gate: Gate) -> str:
    """One line for a log."""
    return gate.line


def render_region(region: Region) -> str:
    """The stretches where one model is better, worse or undecided."""
    a, b = _format.label(region.a), _format.label(region.b)
    lines = [
        f"Where {a} beats {b}, by probability-cost x = p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence "
        f"({_format.percent(region.level)} pointwise)"
    ]
    for low, high, verdict in region.ranges():
        lines.append(f"  x from {low:.3f} to {high:.3f}: {verdict}")
    lines.append(f"  {region.method}")
    return "\n".join(lines)
