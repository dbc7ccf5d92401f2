"""Counting: records to tables. The only code that meets a dataframe or a file."""

from referee.counting.pairing import PairedPredictions
from referee.counting.predictions import Predictions

__all__ = ["PairedPredictions", "Predictions"]
