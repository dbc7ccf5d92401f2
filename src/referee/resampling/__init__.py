"""Resampling: recipes for splits, running a learner on them, and estimates of its true error."""

from referee.resampling import estimators
from referee.resampling.advice import advice
from referee.resampling.bootstrap import Bootstrap
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.from_sklearn import from_sklearn
from referee.resampling.holdout import Holdout
from referee.resampling.jackknife_variance import jackknife_variance, leave_one_out_means
from referee.resampling.leave_one_out import LeaveOneOut
from referee.resampling.leave_pair_out import LeavePairOut
from referee.resampling.over_sampling import OverSampling
from referee.resampling.per_split import per_split
from referee.resampling.random_splits import RandomSplits
from referee.resampling.recipe import Recipe
from referee.resampling.run_learner import run_learner
from referee.resampling.run_progressive import run_progressive
from referee.resampling.train_validation_test import TrainValidationTest
from referee.resampling.under_sampling import UnderSampling

__all__ = [
    "Bootstrap",
    "CrossValidation",
    "Holdout",
    "LeaveOneOut",
    "LeavePairOut",
    "OverSampling",
    "RandomSplits",
    "Recipe",
    "TrainValidationTest",
    "UnderSampling",
    "advice",
    "estimators",
    "from_sklearn",
    "jackknife_variance",
    "leave_one_out_means",
    "per_split",
    "run_learner",
    "run_progressive",
]
