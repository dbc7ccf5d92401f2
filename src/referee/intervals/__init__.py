"""Intervals, one method a file."""

from referee.intervals.auc import auc_interval
from referee.intervals.curve_band import curve_band
from referee.intervals.roc_band import fpr_band, roc_band, sensitivity_at, specificity_at, threshold_at

__all__ = [
    "auc_interval",
    "curve_band",
    "fpr_band",
    "roc_band",
    "sensitivity_at",
    "specificity_at",
    "threshold_at",
]
