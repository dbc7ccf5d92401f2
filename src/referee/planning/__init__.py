"""How many cases a question needs, and the power of those in hand: one question a file."""

from referee.planning.auc import auc_variance_factor, positives_for_auc, power_of_auc
from referee.planning.noninferiority import cases_for_noninferiority, power_of_noninferiority
from referee.planning.paired_accuracy import cases_for_paired, power_of_paired
from referee.planning.two_accuracies import cases_beside, cases_for_independent, power_of_independent
from referee.planning.width import cases_for_width

__all__ = [
    "auc_variance_factor",
    "cases_beside",
    "cases_for_independent",
    "cases_for_noninferiority",
    "cases_for_paired",
    "cases_for_width",
    "positives_for_auc",
    "power_of_auc",
    "power_of_independent",
    "power_of_noninferiority",
    "power_of_paired",
]
