"""Measures that are no ratio of sums of cells: the TN at which each takes a value, P and TP being fixed.

All of them need cases of both classes. With q = TP + FP the cases called positive, TN = N - q + TP, and the upper half
of each line is TP n - q P where nothing else is said. Each measure moves one way with TN, so that one TN answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from referee.core.types import Floats

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
