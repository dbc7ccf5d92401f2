"""Counting: records to tables. The only code that meets a dataframe or a file."""

from referee.data.counter import tally, tally_by
from referee.data.joined import tally_pair
from referee.data.pairing import PairedPredictions
from referee.data.predictions import Predictions
from referee.data.score_table import read_score_table

__all__ = ["PairedPredictions", "Predictions", "read_score_table", "tally", "tally_by", "tally_pair"]
