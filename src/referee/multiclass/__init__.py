"""Scores of several classes: one measure a file."""

from referee.multiclass.average_roc import average_roc
from referee.multiclass.hand_till import hand_till
from referee.multiclass.micro_auc import micro_auc
from referee.multiclass.ovo_weighted_auc import ovo_weighted_auc
from referee.multiclass.ovr_auc import ovr_auc
from referee.multiclass.provost_domingos import provost_domingos
from referee.multiclass.top_k_accuracy import top_k_accuracy
from referee.multiclass.vus import vus
from referee.multiclass.vus_ordered import vus_ordered

__all__ = [
    "average_roc",
    "hand_till",
    "micro_auc",
    "ovo_weighted_auc",
    "ovr_auc",
    "provost_domingos",
    "top_k_accuracy",
    "vus",
    "vus_ordered",
]
