"""Counting: records to tables. The only code that meets a dataframe or a file."""

from referee.counting.predictions import Predictions

__all__ = ["Predictions"]
