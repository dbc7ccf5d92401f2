"""Intervals: one method a file."""

from referee.intervals.of_score import case_bootstrap, score_estimate

__all__ = [
    "case_bootstrap",
    "score_estimate",
]
