"""Metrics: one registry, one formula per file. A file of this folder is a metric by being there."""

import importlib
import pkgutil

from referee.metrics.accuracy import accuracy
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.at_rate import sensitivity_at_specificity, specificity_at_sensitivity
from referee.metrics.average_precision import average_precision
from referee.metrics.balanced_accuracy import balanced_accuracy
from referee.metrics.brier_score import brier_score
from referee.metrics.brier_skill import brier_skill
from referee.metrics.cost import mean_cost, total_cost
from referee.metrics.diagnostic_odds_ratio import diagnostic_odds_ratio
from referee.metrics.equal_error_rate import equal_error_rate
from referee.metrics.error_rate import error_rate
from referee.metrics.false_discovery_rate import false_discovery_rate
from referee.metrics.false_negative_rate import false_negative_rate
from referee.metrics.false_omission_rate import false_omission_rate
from referee.metrics.false_positive_rate import false_positive_rate
from referee.metrics.fbeta import f1, fbeta
from referee.metrics.g_mean import g_mean
from referee.metrics.hand_till import hand_till
from referee.metrics.jaccard import jaccard
from referee.metrics.kappa import kappa
from referee.metrics.ks import ks
from referee.metrics.lift import lift
from referee.metrics.likelihood_ratios import negative_likelihood_ratio, positive_likelihood_ratio
from referee.metrics.log_loss import log_loss
from referee.metrics.log_loss_skill import log_loss_skill
from referee.metrics.markedness import markedness
from referee.metrics.mcc import mcc
from referee.metrics.metric import NEEDS, SHAPES, Metric
from referee.metrics.micro_auc import micro_auc
from referee.metrics.negative_predictive_value import negative_predictive_value
from referee.metrics.no_information_rate import no_information_rate
from referee.metrics.ovo_weighted_auc import ovo_weighted_auc
from referee.metrics.ovr_auc import ovr_auc
from referee.metrics.precision import precision
from referee.metrics.predicted_positive_rate import predicted_positive_rate
from referee.metrics.prevalence import prevalence
from referee.metrics.provost_domingos import provost_domingos
from referee.metrics.registry import REGISTRY, aliases, get, metric, unregister
from referee.metrics.roc_auc import gini, roc_auc
from referee.metrics.sensitivity import sensitivity
from referee.metrics.specificity import specificity
from referee.metrics.top_k_accuracy import top_k_accuracy
from referee.metrics.vus import vus
from referee.metrics.vus_ordered import vus_ordered
from referee.metrics.weighted_accuracy import weighted_accuracy
from referee.metrics.youden_j import youden_j

__all__ = [
    "NEEDS",
    "REGISTRY",
    "SHAPES",
    "Metric",
    "accuracy",
    "aliases",
    "at_prevalence",
    "average_precision",
    "balanced_accuracy",
    "brier_score",
    "brier_skill",
    "diagnostic_odds_ratio",
    "equal_error_rate",
    "error_rate",
    "f1",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "fbeta",
    "g_mean",
    "get",
    "gini",
    "hand_till",
    "jaccard",
    "kappa",
    "ks",
    "lift",
    "log_loss",
    "log_loss_skill",
    "markedness",
    "mcc",
    "mean_cost",
    "metric",
    "micro_auc",
    "negative_likelihood_ratio",
    "negative_predictive_value",
    "no_information_rate",
    "ovo_weighted_auc",
    "ovr_auc",
    "positive_likelihood_ratio",
    "precision",
    "predicted_positive_rate",
    "prevalence",
    "provost_domingos",
    "roc_auc",
    "sensitivity",
    "sensitivity_at_specificity",
    "specificity",
    "specificity_at_sensitivity",
    "top_k_accuracy",
    "total_cost",
    "unregister",
    "vus",
    "vus_ordered",
    "weighted_accuracy",
    "youden_j",
]

for _file in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_file.name}")
for _name in sorted(set(REGISTRY) - set(__all__)):
    globals()[_name] = REGISTRY[_name]  # the import above left the module of that name here
    __all__ += [_name]
