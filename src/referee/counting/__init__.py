"""Counting: records to tables. The only code that meets a dataframe or a file."""

from referee.counting.counter import tally, tally_by
from referee.counting.joined import tally_pair
from referee.counting.pairing import PairedPredictions
from referee.counting.predictions import Predictions
from referee.counting.score_table import read_score_table

__all__ = ["PairedPredictions", "Predictions", "read_score_table", "tally", "tally_by", "tally_pair"]
