"""Resampling: recipes for splits, running a learner on them, and estimates of its true error."""

from referee.resampling import estimators
from referee.resampling.advice import advice
from referee.resampling.against_chance import PermutedLabels, against_chance
from referee.resampling.baselines import baselines
from referee.resampling.bbc_cv import bbc_cv
from referee.resampling.beside import beside
from referee.resampling.bootstrap import Bootstrap
from referee.resampling.bootstrap_loo import BootstrapLeaveOneOut
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.from_sklearn import from_sklearn
from referee.resampling.holdout import Holdout
from referee.resampling.jackknife import jackknife
from referee.resampling.jackknife_variance import jackknife_variance, leave_one_out_means
from referee.resampling.learning_curve import learning_curve
from referee.resampling.leave_one_out import LeaveOneOut
from referee.resampling.leave_pair_out import LeavePairOut
from referee.resampling.named_learner import named_learner, named_learners
from referee.resampling.order_effects import order_effects
from referee.resampling.over_sampling import OverSampling
from referee.resampling.per_split import per_split
from referee.resampling.power_law import PowerLaw, power_law
from referee.resampling.random_splits import RandomSplits
from referee.resampling.recipe import Recipe
from referee.resampling.run_learner import run_learner
from referee.resampling.run_progressive import run_progressive
from referee.resampling.select_learner import select_learner
from referee.resampling.simplest_within import simplest_within
from referee.resampling.tibshirani_correction import tibshirani_correction
from referee.resampling.train_validation_test import TrainValidationTest
from referee.resampling.two_blocks import two_blocks
from referee.resampling.under_sampling import UnderSampling
from referee.resampling.validation_curve import validation_curve
from referee.resampling.validation_fraction import validation_fraction

__all__ = [
    "Bootstrap",
    "BootstrapLeaveOneOut",
    "CrossValidation",
    "Holdout",
    "LeaveOneOut",
    "LeavePairOut",
    "OverSampling",
    "PermutedLabels",
    "PowerLaw",
    "RandomSplits",
    "Recipe",
    "TrainValidationTest",
    "UnderSampling",
    "advice",
    "against_chance",
    "baselines",
    "bbc_cv",
    "beside",
    "estimators",
    "from_sklearn",
    "jackknife",
    "jackknife_variance",
    "learning_curve",
    "leave_one_out_means",
    "named_learner",
    "named_learners",
    "order_effects",
    "per_split",
    "power_law",
    "run_learner",
    "run_progressive",
    "select_learner",
    "simplest_within",
    "tibshirani_correction",
    "two_blocks",
    "validation_curve",
    "validation_fraction",
]
