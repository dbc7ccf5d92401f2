"""Intervals: one method a file."""

from referee.intervals.bootstrap_statistic import bootstrap_standard_error, bootstrap_statistic
from referee.intervals.paired_bootstrap import paired_bootstrap

__all__ = [
    "bootstrap_standard_error",
    "bootstrap_statistic",
    "paired_bootstrap",
]
