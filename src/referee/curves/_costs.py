"""What a false positive and a false negative cost more than the right answer."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.core.cost import CostMatrix

_CELLS = ("negative", "positive")


def error_costs(costs: Any = None) -> tuple[float, float]:
    """The extra costs of a false positive and of a false negative; 1 and 1 without costs.

    `costs` is {'fp': 1, 'fn': 20}, perhaps with 'tp' and 'tn', or a CostMatrix of two classes, the positive last.

    >>> error_costs({"fp": 1, "fn": 20, "tp": -5})
    (1.0, 25.0)
    """
    if costs is None:
        return 1.0, 1.0
    matrix = CostMatrix.of(costs, costs.labels if isinstance(costs, CostMatrix) else _CELLS)
    if len(matrix.labels) != 2:
        _check.fail("costs", "be about two classes", f"{len(matrix.labels)} classes")
    (tn, fp), (fn, tp) = matrix.values.tolist()
    extra = fp - tn, fn - tp
    if min(extra) < 0 or max(extra) == 0:
        rule = "make errors dearer than right answers"
        _check.fail("costs", rule, f"a false positive {extra[0]:+g}, a false negative {extra[1]:+g}")
    return extra


def mix_of(prevalence: float | None, fallback: float) -> float:
    """The prevalence given, or that of the cases."""
    return fallback if prevalence is None else _check.fraction("prevalence", prevalence)
