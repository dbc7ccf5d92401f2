"""Curves: one a file, functions of a ranking."""

from referee.curves.decision import decision_curve

__all__ = [
    "decision_curve",
]
