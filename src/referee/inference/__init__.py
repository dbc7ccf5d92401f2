"""Which method, and what it says: a value with its interval, a difference with its test."""

from referee.inference.choose import Method, choose, which_test_when
from referee.inference.estimate import estimate
from referee.inference.threshold_table import threshold_table

__all__ = ["Method", "choose", "estimate", "threshold_table", "which_test_when"]
