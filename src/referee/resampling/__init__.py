"""Resampling: recipes for splits, running a learner on them, and estimates of its true error."""

from referee.resampling.bootstrap import Bootstrap
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.from_sklearn import from_sklearn
from referee.resampling.holdout import Holdout
from referee.resampling.leave_one_out import LeaveOneOut
from referee.resampling.over_sampling import OverSampling
from referee.resampling.per_split import per_split
from referee.resampling.random_splits import RandomSplits
from referee.resampling.recipe import Recipe
from referee.resampling.run_learner import run_learner
from referee.resampling.train_validation_test import TrainValidationTest
from referee.resampling.under_sampling import UnderSampling

__all__ = [
    "Bootstrap",
    "CrossValidation",
    "Holdout",
    "LeaveOneOut",
    "OverSampling",
    "RandomSplits",
    "Recipe",
    "TrainValidationTest",
    "UnderSampling",
    "from_sklearn",
    "per_split",
    "run_learner",
]
