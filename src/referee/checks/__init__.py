"""Checks: one coded remark a file; nouns in, findings out."""

from referee.checks.absent_label import absent_label
from referee.checks.class_below_folds import class_below_folds
from referee.checks.failed_fits import failed_fits
from referee.checks.few_cases import few_cases
from referee.checks.loo_majority import loo_majority
from referee.checks.lookalike_labels import lookalike_labels
from referee.checks.majority_rule import majority_rule
from referee.checks.never_out_of_bag import never_out_of_bag
from referee.checks.small_class import small_class

__all__ = [
    "absent_label",
    "class_below_folds",
    "failed_fits",
    "few_cases",
    "loo_majority",
    "lookalike_labels",
    "majority_rule",
    "never_out_of_bag",
    "small_class",
]
