"""The door: columns, files, dataframes and databases become the answers of models, checked here and nowhere else."""

from referee.data.read import read
from referee.data.read_models import read_models
from referee.data.read_slices import read_slices
from referee.data.score_table import read_score_table

__all__ = ["read", "read_models", "read_score_table", "read_slices"]
