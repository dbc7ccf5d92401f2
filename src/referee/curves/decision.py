"""Decision curve: net benefit against threshold probability."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import ndtri

from referee import _check
from referee.core import Answers, DecisionCurve, Ranking
from referee.core.types import Column, Floats
from referee.data.read import answers_of
from referee.metrics.metric import kish


def decision_curve(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    thresholds: Sequence[float] | Floats | None = None,
    prevalence: float | None = None,
    level: float = 0.95,
) -> DecisionCurve:
    """Net benefit of treating the cases with probability at or above each threshold t.

    TPR v - FPR (1 - v) t / (1 - t), with v the prevalence: that of the cases, or the one stated. Treating all has
    v - (1 - v) t / (1 - t), treating none 0. `data` may be a `Ranking` of probabilities. Thresholds are 0.01 to
    0.99 unless given, each at least 0 and below 1. Undefined without positives, or without negatives when the
    prevalence is stated.

    Limits are MOVER on Wilson limits: at a stated prevalence of TPR and FPR, independent binomials within
    classes; else of the shares of true and false positives, correlated as in a multinomial sample. They hold
    threshold by threshold, not for the curve as a whole. It errs when the probabilities are miscalibrated: the
    threshold is then not the one that the user means. References: vickers2006, zou2008.

    >>> c = decision_curve([1, 0, 1, 0], [0.9, 0.1, 0.8, 0.4], thresholds=[0.2, 0.5])
    >>> c.net_benefit.tolist(), c.treat_all.tolist()
    ([0.4375, 0.5], [0.375, 0.0])
    """
    ranking = _ranking(data, y_score)
    level = _check.fraction("level", level)
    t = _thresholds(thresholds)
    odds = t / (1 - t)
    n1, n0 = float(ranking.n_positive), float(ranking.n_negative)
    v = n1 / (n1 + n0) if prevalence is None else _check.fraction("prevalence", prevalence)
    method = "independent binomials within classes" if prevalence is not None else "multinomial"
    method = f"MOVER on Wilson limits, {method}"
    if isinstance(data, Answers) and data.groups is not None:
        method += "; cases taken as independent although they come in groups"
    lacking = "positive" if not n1 else "negative" if not n0 and prevalence is not None else ""
    treat_all = v - (1 - v) * odds
    if lacking:
        none = np.full(len(t), math.nan)
        return DecisionCurve(t, none, none, none, treat_all, v, level, method, f"there is no {lacking} case")
    reached = np.searchsorted(-ranking.scores, -t, side="right")
    tp = np.append(0.0, ranking.tp)[reached]
    fp = np.append(0.0, ranking.fp)[reached]
    z = -float(ndtri((1 - level) / 2))
    first, second = _sizes(ranking)
    if prevalence is not None:
        gain, cost, rho = v, (1 - v) * odds, np.zeros(len(t))
        a, b = np.minimum(tp / n1, 1), np.minimum(fp / n0, 1)
    else:
        gain, cost = 1.0, odds
        a, b = tp / (n1 + n0), fp / (n1 + n0)
        first = second = (n1 + n0) ** 2 / (n1**2 / first + (n0**2 / second if n0 else 0.0))
        with np.errstate(divide="ignore", invalid="ignore"):
            rho = np.nan_to_num(-np.sqrt(a * b / ((1 - a) * (1 - b))), nan=0.0)
    value = gain * a - cost * b
    (a_low, a_high), (b_low, b_high) = _wilson(a, first, z), _wilson(b, second, z)
    down = _distance(gain * (a - a_low), cost * (b_high - b), rho)
    up = _distance(gain * (a_high - a), cost * (b - b_low), rho)
    most = np.maximum(value, v if prevalence is not None else 1.0)
    return DecisionCurve(t, value, value - down, np.minimum(value + up, most), treat_all, v, level, method)


def _ranking(data: Answers | Ranking | Column, y_score: Column) -> Ranking:
    """A ranking of probabilities, checked."""
    ranking = data if isinstance(data, Ranking) else answers_of(data, y_score=y_score).ranking
    for score in (ranking.scores[0], ranking.scores[-1]):
        if not 0 <= score <= 1:
            hint = "A threshold probability needs probabilities; scores can be ranked."
            _check.fail("y_score", "hold probabilities from 0 to 1", f"{score:g}", hint)
    return ranking


def _thresholds(thresholds: Sequence[float] | Floats | None) -> Floats:
    """Threshold probabilities from 0 to below 1."""
    if thresholds is None:
        return np.arange(1, 100) / 100
    t = np.array([_check.share("thresholds", x) for x in np.atleast_1d(thresholds).tolist()])
    if (t == 1).any():
        _check.fail("thresholds", "be below 1", 1, "At 1 no number of true positives pays for a false one.")
    return t


def _sizes(ranking: Ranking) -> tuple[float, float]:
    """Number of positives and of negatives; with importance weights Kish's effective numbers."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return float(ranking.n_positive), float(ranking.n_negative)
    first = kish(ranking.n_positive, ranking.positive_squares.sum())
    return first, kish(ranking.n_negative, ranking.negative_squares.sum())


def _wilson(share: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    """Wilson limits of many proportions of the same n."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * np.sqrt(np.maximum(share * (1 - share), 0) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return np.minimum(np.maximum(middle - half, 0), share), np.maximum(np.minimum(middle + half, 1), share)


def _distance(a: Floats, b: Floats, rho: Floats) -> Floats:
    """Root sum of squares of two distances of a difference whose parts have correlation rho."""
    return np.asarray(np.sqrt(np.maximum(a * a + b * b - 2 * rho * a * b, 0)))
