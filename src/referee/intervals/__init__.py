"""Intervals: one method a file."""

from referee.intervals import binomial
from referee.intervals.agresti_coull import agresti_coull
from referee.intervals.bootstrap import bootstrap_limits, cluster_replicates, replicates
from referee.intervals.clopper_pearson import clopper_pearson
from referee.intervals.jeffreys import jeffreys
from referee.intervals.midp import midp
from referee.intervals.mover import mover
from referee.intervals.of_metric import estimate
from referee.intervals.of_score import case_bootstrap, score_estimate
from referee.intervals.overlap import fbeta_interval, jaccard_interval
from referee.intervals.proportion import METHODS, proportion_interval
from referee.intervals.ratio import ratio_limits
from referee.intervals.sampler import Sampler
from referee.intervals.wald import wald
from referee.intervals.width import width_by_n
from referee.intervals.wilson import wilson

__all__ = [
    "METHODS",
    "Sampler",
    "agresti_coull",
    "binomial",
    "bootstrap_limits",
    "case_bootstrap",
    "clopper_pearson",
    "cluster_replicates",
    "estimate",
    "fbeta_interval",
    "jaccard_interval",
    "jeffreys",
    "midp",
    "mover",
    "proportion_interval",
    "ratio_limits",
    "replicates",
    "score_estimate",
    "wald",
    "width_by_n",
    "wilson",
]
