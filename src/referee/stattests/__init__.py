"""Hypothesis tests: one a file, one protocol."""

from referee.stattests.paired_randomization import paired_randomization
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.permutation_metric import permutation_metric
from referee.stattests.randomization import randomization

__all__ = [
    "paired_randomization",
    "permutation_auc",
    "permutation_metric",
    "randomization",
]
