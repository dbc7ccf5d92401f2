"""Curves: one a file, functions of a ranking."""

from referee.curves.at_rate import sensitivity_at_specificity, specificity_at_sensitivity
from referee.curves.average_precision import average_precision, precision_recall_area
from referee.curves.average_roc import average_roc
from referee.curves.binormal import auc_from_dprime, binormal, dprime, dprime_from_auc
from referee.curves.confusion_at import confusion_at
from referee.curves.cost import cost_break_even, cost_curve, cost_line, probability_cost
from referee.curves.crossfit import crossfit_threshold
from referee.curves.crossings import roc_crossings
from referee.curves.decision import decision_curve
from referee.curves.det import det, equal_error_rate
from referee.curves.hull import roc_hull
from referee.curves.ks import ks
from referee.curves.lift import gain_curve, lift_at, lift_curve
from referee.curves.mix import MixedClassifier, mix_for
from referee.curves.operating_point import iso_performance_slope, operating_points, optimal_ranges
from referee.curves.partial_auc import partial_auc, partial_auc_mcclish
from referee.curves.precision_recall import fbeta_curve, precision_recall
from referee.curves.roc import roc, roc_point
from referee.curves.roc_auc import gini, roc_auc
from referee.curves.score_histogram import score_histogram
from referee.curves.threshold import (
    threshold_by_cost,
    threshold_by_top_left,
    threshold_by_youden,
    threshold_for_budget,
    threshold_for_precision,
    threshold_for_sensitivity,
    threshold_for_specificity,
)
from referee.curves.threshold_classifier import ThresholdClassifier
from referee.curves.tree_leaves import RelabelledTree

__all__ = [
    "MixedClassifier",
    "RelabelledTree",
    "ThresholdClassifier",
    "auc_from_dprime",
    "average_precision",
    "average_roc",
    "binormal",
    "confusion_at",
    "cost_break_even",
    "cost_curve",
    "cost_line",
    "crossfit_threshold",
    "decision_curve",
    "det",
    "dprime",
    "dprime_from_auc",
    "equal_error_rate",
    "fbeta_curve",
    "gain_curve",
    "gini",
    "iso_performance_slope",
    "ks",
    "lift_at",
    "lift_curve",
    "mix_for",
    "operating_points",
    "optimal_ranges",
    "partial_auc",
    "partial_auc_mcclish",
    "precision_recall",
    "precision_recall_area",
    "probability_cost",
    "roc",
    "roc_auc",
    "roc_crossings",
    "roc_hull",
    "roc_point",
    "score_histogram",
    "sensitivity_at_specificity",
    "specificity_at_sensitivity",
    "threshold_by_cost",
    "threshold_by_top_left",
    "threshold_by_youden",
    "threshold_for_budget",
    "threshold_for_precision",
    "threshold_for_sensitivity",
    "threshold_for_specificity",
]
