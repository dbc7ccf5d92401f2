"""Counting: records to tables. The only code that meets a dataframe or a file."""

from referee.counting.counter import tally, tally_by
from referee.counting.joined import tally_pair
from referee.counting.pairing import PairedPredictions
from referee.counting.predictions import Predictions

__all__ = ["PairedPredictions", "Predictions", "tally", "tally_by", "tally_pair"]
