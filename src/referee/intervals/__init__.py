"""Intervals: one method a file."""

from referee.intervals import binomial
from referee.intervals.agresti_caffo import agresti_caffo
from referee.intervals.agresti_coull import agresti_coull
from referee.intervals.agresti_min import agresti_min
from referee.intervals.auc import auc_interval
from referee.intervals.average_precision import average_precision_interval
from referee.intervals.bonett_price import bonett_price
from referee.intervals.bootstrap import bootstrap_limits, cluster_replicates, replicates
from referee.intervals.bootstrap_statistic import bootstrap_standard_error, bootstrap_statistic
from referee.intervals.clopper_pearson import clopper_pearson
from referee.intervals.curve_band import curve_band
from referee.intervals.jeffreys import jeffreys
from referee.intervals.mee import mee
from referee.intervals.midp import midp
from referee.intervals.miettinen_nurminen import miettinen_nurminen
from referee.intervals.mover import mover
from referee.intervals.newcombe import newcombe
from referee.intervals.newcombe_paired import newcombe_paired
from referee.intervals.overlap import fbeta_interval, jaccard_interval
from referee.intervals.paired_bootstrap import paired_bootstrap
from referee.intervals.proportion import METHODS, proportion_interval
from referee.intervals.ratio import ratio_limits
from referee.intervals.roc_band import fpr_band, roc_band, sensitivity_at, specificity_at, threshold_at
from referee.intervals.roc_difference import roc_difference
from referee.intervals.tango import tango
from referee.intervals.wald import wald
from referee.intervals.wald_difference import wald_difference, wald_difference_rates
from referee.intervals.wald_paired import wald_paired
from referee.intervals.width import width_by_n
from referee.intervals.wilson import wilson

__all__ = [
    "METHODS",
    "agresti_caffo",
    "agresti_coull",
    "agresti_min",
    "auc_interval",
    "average_precision_interval",
    "binomial",
    "bonett_price",
    "bootstrap_limits",
    "bootstrap_standard_error",
    "bootstrap_statistic",
    "clopper_pearson",
    "cluster_replicates",
    "curve_band",
    "fbeta_interval",
    "fpr_band",
    "jaccard_interval",
    "jeffreys",
    "mee",
    "midp",
    "miettinen_nurminen",
    "mover",
    "newcombe",
    "newcombe_paired",
    "paired_bootstrap",
    "proportion_interval",
    "ratio_limits",
    "replicates",
    "roc_band",
    "roc_difference",
    "sensitivity_at",
    "specificity_at",
    "tango",
    "threshold_at",
    "wald",
    "wald_difference",
    "wald_difference_rates",
    "wald_paired",
    "width_by_n",
    "wilson",
]
