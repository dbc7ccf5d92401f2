"""The measures that a two-class table fixes: ratios of its cells, and curved ones, solved for the true negatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from referee import _check
from referee.core.types import Codes, Counts, Floats
from referee.metrics.registry import aliases, get, label_metric

Solver = Callable[[Floats, Floats, Floats, float], Any]


class Curved(NamedTuple):
    """The TN that gives a value, from P, N, TP and the value; what must not be 0; and whether it falls with TN."""

    solve: Solver
    needs: tuple[str, ...] = ()
    falls: bool = False


def _balanced_accuracy(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    return n * (2 * v - tp / p)


def _youden_j(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    return n * (v + 1 - tp / p)


def _g_mean(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """TN = v^2 P N / TP; without a TP the measure is 0."""
    if v < 0:
        return np.full_like(p, -np.inf)
    return np.where(tp > 0, v * v * p * n / np.maximum(tp, 1), np.inf)


def _positive_likelihood_ratio(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """FP = TP N / (P v)."""
    return n - tp * n / (p * v) if v > 0 else np.full_like(p, -np.inf)


def _negative_likelihood_ratio(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """TN = FN N / (P v)."""
    return (p - tp) * n / (p * v) if v > 0 else np.full_like(p, np.inf)


def _diagnostic_odds_ratio(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """TP TN = v FN (N - TN); without a TP the measure is 0."""
    if v < 0:
        return np.full_like(p, -np.inf)
    return np.where(tp > 0, v * (p - tp) * n / np.maximum(tp + v * (p - tp), 1e-300), np.inf)


def _kappa(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """The agreement expected by chance is linear in q when P is fixed, and so is the equation.

    With few positives the measure has a floor, which q nears and does not reach.
    """
    total = p + n
    above = total * (2 * tp + n) - v * total**2 - (1 - v) * n * total
    below = total + (1 - v) * (p - n)
    return np.where(below > 0, n + tp - above / np.where(below > 0, below, 1), -np.inf)


def _mcc(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """(TP n - q P)^2 = v^2 P N q (n - q), the root on the side of the sign of v."""
    total, square = p + n, v * v * p * n
    half = total * np.sqrt(square * (4 * tp * (p - tp) + square))
    q = (2 * tp * total * p + square * total - np.sign(v) * half) / (2 * (p * p + square))
    return n + tp - q


def _markedness(p: Floats, n: Floats, tp: Floats, v: float) -> Any:
    """TP n - q P = v q (n - q), the root between 0 and n; without a TP the measure is -P / (n - q), below 0."""
    total = p + n
    b, c = p + v * total, tp * total
    below = b + np.sqrt(np.maximum(b * b - 4 * v * c, 0.0))
    found = n + tp - 2 * c / np.where(below > 0, below, 1)
    return np.where(tp > 0, found, -p - p / v if v < 0 else np.inf)


CURVED: dict[str, Curved] = {
    "balanced_accuracy": Curved(_balanced_accuracy),
    "diagnostic_odds_ratio": Curved(_diagnostic_odds_ratio, ("fp", "fn")),
    "g_mean": Curved(_g_mean),
    "kappa": Curved(_kappa),
    "markedness": Curved(_markedness, ("q", "r")),
    "mcc": Curved(_mcc, ("q", "r")),
    "negative_likelihood_ratio": Curved(_negative_likelihood_ratio, ("tn",), falls=True),
    "positive_likelihood_ratio": Curved(_positive_likelihood_ratio, ("fp",)),
    "youden_j": Curved(_youden_j),
}


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
