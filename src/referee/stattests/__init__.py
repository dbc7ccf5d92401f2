"""Hypothesis tests: one a file, one protocol."""

from referee.stattests.always_valid import AlwaysValid, always_valid
from referee.stattests.bayes_correlated_t import bayes_correlated_t
from referee.stattests.bayes_signed_rank import bayes_signed_rank
from referee.stattests.bootstrap_one_sample import bootstrap_one_sample
from referee.stattests.bootstrap_paired import bootstrap_paired
from referee.stattests.bootstrap_probability import bootstrap_probability
from referee.stattests.bootstrap_two_sample import bootstrap_two_sample
from referee.stattests.monte_carlo import Normal, monte_carlo
from referee.stattests.paired_randomization import paired_randomization
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.permutation_metric import permutation_metric
from referee.stattests.randomization import randomization

__all__ = [
    "AlwaysValid",
    "Normal",
    "always_valid",
    "bayes_correlated_t",
    "bayes_signed_rank",
    "bootstrap_one_sample",
    "bootstrap_paired",
    "bootstrap_probability",
    "bootstrap_two_sample",
    "monte_carlo",
    "paired_randomization",
    "permutation_auc",
    "permutation_metric",
    "randomization",
]
