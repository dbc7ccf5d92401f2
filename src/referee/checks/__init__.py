"""Checks: one coded remark a file; nouns in, findings out."""

from referee.checks.absent_label import absent_label
from referee.checks.class_below_folds import class_below_folds
from referee.checks.close_winner import close_winner
from referee.checks.columns_contradict import columns_contradict
from referee.checks.failed_fits import failed_fits
from referee.checks.few_cases import few_cases
from referee.checks.few_datasets import few_datasets
from referee.checks.floor_ceiling import floor_ceiling
from referee.checks.loo_majority import loo_majority
from referee.checks.lookalike_labels import lookalike_labels
from referee.checks.majority_rule import majority_rule
from referee.checks.missing_cells import missing_cells
from referee.checks.nearly_probabilities import nearly_probabilities
from referee.checks.never_out_of_bag import never_out_of_bag
from referee.checks.regression_to_mean import regression_to_mean
from referee.checks.small_class import small_class
from referee.checks.unadjusted import unadjusted

__all__ = [
    "absent_label",
    "class_below_folds",
    "close_winner",
    "columns_contradict",
    "failed_fits",
    "few_cases",
    "few_datasets",
    "floor_ceiling",
    "loo_majority",
    "lookalike_labels",
    "majority_rule",
    "missing_cells",
    "nearly_probabilities",
    "never_out_of_bag",
    "regression_to_mean",
    "small_class",
    "unadjusted",
]
