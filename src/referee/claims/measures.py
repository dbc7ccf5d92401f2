"""The measures of a two-class table that a claim can report, and how they move with its cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee import _check
from referee.claims.curved import CURVED
from referee.core.types import Codes, Counts, Floats
from referee.metrics.registry import aliases, get, label_metric

Ints = Codes


class Ratio(NamedTuple):
    """A measure that is a ratio of sums of cells: weights of TP, FN, FP, TN above and below the line."""

    above: tuple[int, int, int, int]
    below: tuple[int, int, int, int]


RATIOS: dict[str, Ratio] = {
    "accuracy": Ratio((1, 0, 0, 1), (1, 1, 1, 1)),
    "error_rate": Ratio((0, 1, 1, 0), (1, 1, 1, 1)),
    "sensitivity": Ratio((1, 0, 0, 0), (1, 1, 0, 0)),
    "false_negative_rate": Ratio((0, 1, 0, 0), (1, 1, 0, 0)),
    "specificity": Ratio((0, 0, 0, 1), (0, 0, 1, 1)),
    "false_positive_rate": Ratio((0, 0, 1, 0), (0, 0, 1, 1)),
    "precision": Ratio((1, 0, 0, 0), (1, 0, 1, 0)),
    "false_discovery_rate": Ratio((0, 0, 1, 0), (1, 0, 1, 0)),
    "negative_predictive_value": Ratio((0, 0, 0, 1), (0, 1, 0, 1)),
    "false_omission_rate": Ratio((0, 1, 0, 0), (0, 1, 0, 1)),
    "f1": Ratio((2, 0, 0, 0), (2, 1, 1, 0)),
    "jaccard": Ratio((1, 0, 0, 0), (1, 1, 1, 0)),
    "prevalence": Ratio((1, 1, 0, 0), (1, 1, 1, 1)),
    "predicted_positive_rate": Ratio((1, 0, 1, 0), (1, 1, 1, 1)),
}

RANGED = (
    "accuracy",
    "sensitivity",
    "specificity",
    "precision",
    "negative_predictive_value",
    "f1",
    "balanced_accuracy",
    "mcc",
    "kappa",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
)
"""Measures whose range over the consistent tables is given."""


def measure_name(word: str) -> str:
    """The name of a measure from a name or an alias; one that no table of counts fixes is refused.

    >>> measure_name("recall"), measure_name("ppv"), measure_name("auc")
    ('sensitivity', 'precision', 'auc')
    """
    key = word.strip().lower().replace("-", "_").replace(" ", "_")
    key = aliases().get(key, key)
    key = {"sn": "sensitivity", "sp": "specificity", "roc_auc": "auc"}.get(key, key)
    known = (*RATIOS, *CURVED, "auc")
    if key not in known:
        _check.fail(
            "measure", "be one that a two-class table fixes", _check.show_value(word), _check.near(key, known)
        )
    return key


def ends_of(name: str) -> tuple[float, float]:
    """The least and the greatest value of a measure."""
    return (0.0, 1.0) if name == "auc" else get(name).range


def tables(tp: Ints, fn: Ints, fp: Ints, tn: Ints) -> Counts:
    """Cells as an array of two-class tables, the positive class last; each cell lies in one piece, which is quick."""
    out = np.empty((2, 2, len(tp)))
    out[1, 1], out[1, 0], out[0, 1], out[0, 0] = tp, fn, fp, tn
    return np.moveaxis(out, -1, 0)


def values(name: str, counts: Counts) -> Floats:
    """A measure of many tables, NaN where it is undefined; kappa in its form for two classes, which is quick."""
    if name == "kappa":
        tn, fp, fn, tp = counts[:, 0, 0], counts[:, 0, 1], counts[:, 1, 0], counts[:, 1, 1]
        below = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(2 * (tp * tn - fp * fn) / below)
    return label_metric(name).formula(counts)
