"""Estimates of the true value of a learner's metric: each from the results of a run, one a file."""

from referee.resampling.estimators.apparent import apparent
from referee.resampling.estimators.averaged import averaged
from referee.resampling.estimators.bootstrap_632 import bootstrap_632, combine_632
from referee.resampling.estimators.bootstrap_632_plus import bootstrap_632_plus, combine_632_plus
from referee.resampling.estimators.holdout_value import holdout_value
from referee.resampling.estimators.loo_bootstrap import loo_bootstrap
from referee.resampling.estimators.loo_star import combine_loo_star, loo_star
from referee.resampling.estimators.nested_cv import NestedFolds, nested_cv
from referee.resampling.estimators.out_of_bag import out_of_bag
from referee.resampling.estimators.pooled import pooled
from referee.resampling.estimators.pooled_auc import pooled_auc
from referee.resampling.estimators.progressive import Progressive, progressive
from referee.resampling.estimators.simple_bootstrap import simple_bootstrap

__all__ = [
    "NestedFolds",
    "Progressive",
    "apparent",
    "averaged",
    "bootstrap_632",
    "bootstrap_632_plus",
    "combine_632",
    "combine_632_plus",
    "combine_loo_star",
    "holdout_value",
    "loo_bootstrap",
    "loo_star",
    "nested_cv",
    "out_of_bag",
    "pooled",
    "pooled_auc",
    "progressive",
    "simple_bootstrap",
]
