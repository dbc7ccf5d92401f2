"""Metrics: one formula a file, batched over counts `(..., K, K)`, with its facts riding on it."""

from referee.metrics.accuracy import accuracy
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.balanced_accuracy import balanced_accuracy
from referee.metrics.cost import mean_cost, total_cost
from referee.metrics.diagnostic_odds_ratio import diagnostic_odds_ratio
from referee.metrics.error_rate import error_rate
from referee.metrics.false_discovery_rate import false_discovery_rate
from referee.metrics.false_negative_rate import false_negative_rate
from referee.metrics.false_omission_rate import false_omission_rate
from referee.metrics.false_positive_rate import false_positive_rate
from referee.metrics.fbeta import f1, fbeta
from referee.metrics.g_mean import g_mean
from referee.metrics.jaccard import jaccard
from referee.metrics.kappa import kappa
from referee.metrics.likelihood_ratios import negative_likelihood_ratio, positive_likelihood_ratio
from referee.metrics.markedness import markedness
from referee.metrics.mcc import mcc
from referee.metrics.metric import Metric
from referee.metrics.negative_predictive_value import negative_predictive_value
from referee.metrics.no_information_rate import no_information_rate
from referee.metrics.precision import precision
from referee.metrics.predicted_positive_rate import predicted_positive_rate
from referee.metrics.prevalence import prevalence
from referee.metrics.registry import REGISTRY, aliases, get, metric, unregister
from referee.metrics.sensitivity import sensitivity
from referee.metrics.specificity import specificity
from referee.metrics.weighted_accuracy import weighted_accuracy
from referee.metrics.youden_j import youden_j

__all__ = [
    "REGISTRY",
    "Metric",
    "accuracy",
    "aliases",
    "at_prevalence",
    "balanced_accuracy",
    "diagnostic_odds_ratio",
    "error_rate",
    "f1",
    "false_discovery_rate",
    "false_negative_rate",
    "false_omission_rate",
    "false_positive_rate",
    "fbeta",
    "g_mean",
    "get",
    "jaccard",
    "kappa",
    "markedness",
    "mcc",
    "mean_cost",
    "metric",
    "negative_likelihood_ratio",
    "negative_predictive_value",
    "no_information_rate",
    "positive_likelihood_ratio",
    "precision",
    "predicted_positive_rate",
    "prevalence",
    "sensitivity",
    "specificity",
    "total_cost",
    "unregister",
    "weighted_accuracy",
    "youden_j",
]
