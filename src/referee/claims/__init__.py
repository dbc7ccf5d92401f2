"""Claims: what a published number can and cannot mean."""

from referee.claims.auc_through import auc_through
from referee.claims.checklist import audited, checklist
from referee.claims.class_mix import same_rates
from referee.claims.consistent import consistent_matrices
from referee.claims.folds import consistent_folds, stratified
from referee.claims.in_use import npv_from_ratio, ppv_from_ratio
from referee.claims.majority import AgainstMajority, against_majority
from referee.claims.reported import Reported, reported

__all__ = [
    "AgainstMajority",
    "Reported",
    "against_majority",
    "auc_through",
    "audited",
    "checklist",
    "consistent_folds",
    "consistent_matrices",
    "npv_from_ratio",
    "ppv_from_ratio",
    "reported",
    "same_rates",
    "stratified",
]
