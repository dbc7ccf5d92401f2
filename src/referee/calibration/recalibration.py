"""Calibration slope and intercept: logistic recalibration."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import expit, ndtri

from referee import _check, _format
from referee.core import Estimate, Interval, Recalibration
from referee.core.cases import Cases
from referee.core.types import Column, Floats, Label
from referee.data.read import answers_of

TITLES = {
    "calibration_slope": "calibration slope",
    "calibration_intercept": "calibration intercept, with the slope",
    "calibration_in_the_large": "calibration in the large",
}

FARTHEST = 10.0
"""The most that a step of the fit changes the log odds of a case."""


def recalibration(
    data: Any,
    y_score: Column = None,
    *,
    level: float = 0.95,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Column = None,
) -> Recalibration:
    """Maximum likelihood of logit P(y = 1) = a + b logit(p): slope b, intercept a, and a when b is held at 1.

    Of a calibrated model b is 1 and both a are 0; b below 1 says that the probabilities are too extreme, a at b =
    1 below 0 that they are too high on the whole. Wald intervals from the information; with weights or groups
    from the sandwich. Undefined with one class, with a probability of exactly 0 or 1 (infinite log odds), and,
    for the slope, when the probabilities separate the classes or are all equal. It sees only departures that are
    straight on the log odds scale. Reference: cox1958.

    >>> r = recalibration([1, 0, 1, 0, 0, 1], [0.9, 0.2, 0.4, 0.6, 0.3, 0.7])
    >>> round(r.slope.value, 3), round(r.in_the_large.value, 3)
    (1.617, -0.087)
    """
    level = _check.fraction("level", level)
    answers = answers_of(data, y_score=y_score, positive=positive, labels=labels, weights=weights)
    cases = answers.binary_cases().repeat()
    values, errors = np.full(3, math.nan), np.full(3, math.nan)
    reason = _no_fit(cases)
    if not reason:
        p = cases.scores[:, 1]
        x = np.log(p) - np.log1p(-p)
        values[2:], errors[2:] = _fit(np.ones((cases.n, 1)), x, cases)
        reason = _no_slope(x, cases)
        if not reason:
            both, both_errors = _fit(np.stack([np.ones(cases.n), x], axis=1), np.zeros(cases.n), cases)
            values[:2], errors[:2] = both[::-1], both_errors[::-1]
    z = -float(ndtri((1 - level) / 2))
    robust = cases.weights is not None or cases.groups is not None
    method = "Wald, sandwich error" if robust else "Wald"
    made = []
    for (name, title), value, error in zip(TITLES.items(), values.tolist(), errors.tolist(), strict=True):
        if math.isnan(value):
            made.append(Estimate(name, math.nan, cases.n_effective, None, reason, title=title))
        else:
            interval = Interval(value - z * error, value + z * error, level, method)
            made.append(Estimate(name, value, cases.n_effective, interval, title=title))
    return Recalibration(made[0], made[1], made[2], (float(errors[0]), float(errors[1]), float(errors[2])))


def _no_fit(cases: Cases) -> str | None:
    """Why nothing can be fitted."""
    if cases.absent:
        return f"no case has the class {cases.absent[0]!r}"
    p = cases.scores[:, 1]
    extreme = int(((p == 0) | (p == 1)).sum())
    if extreme:
        return f"{_format.plural(extreme, 'probability', 'probabilities')} of exactly 0 or 1: infinite log odds"
    return None


def _no_slope(x: Floats, cases: Cases) -> str | None:
    """Why a slope cannot be fitted."""
    used = cases.mass > 0
    ones, zeros = x[used & (cases.truth == 1)], x[used & (cases.truth == 0)]
    if x[used].min() == x[used].max():
        return "all probabilities are equal, so there is no slope"
    if zeros.max() <= ones.min() or ones.max() <= zeros.min():
        return "the probabilities separate the classes, so the slope is infinite"
    return None


def _fit(design: Floats, offset: Floats, cases: Cases) -> tuple[Floats, Floats]:
    """Coefficients and standard errors of a logistic regression, by damped Newton steps.

    No step moves the log odds of a case by more than FARTHEST: where all probabilities are tiny, the first would
    leave what floats hold.
    """
    w, y = cases.mass, cases.truth
    beta = np.zeros(design.shape[1])
    beta[0] = -(w @ offset) / w.sum()

    def loss(b: Floats) -> float:
        eta = design @ b + offset
        return float(w @ (np.logaddexp(0, eta) - y * eta))

    for _ in range(200):
        mu = expit(design @ beta + offset)
        gradient = design.T @ (w * (y - mu))
        information = (design * (w * mu * (1 - mu))[:, None]).T @ design
        step = np.linalg.solve(information, gradient)
        step *= min(1.0, FARTHEST / max(np.abs(design @ step).max(), 1e-300))
        here, scale = loss(beta), 1.0
        while scale > 1e-8 and loss(beta + scale * step) > here + 1e-12 * abs(here):
            scale /= 2
        beta = beta + scale * step
        if np.abs(scale * step).max() <= 1e-12 * (1 + np.abs(beta).max()):
            break
    mu = expit(design @ beta + offset)
    inverse = np.linalg.inv((design * (w * mu * (1 - mu))[:, None]).T @ design)
    if cases.weights is None and cases.groups is None:
        return beta, np.sqrt(np.diag(inverse))
    pushes = design * (w * (y - mu))[:, None]
    if cases.groups is not None:
        sums = np.zeros((int(cases.groups.max()) + 1, design.shape[1]))
        np.add.at(sums, cases.groups, pushes)
        pushes = sums
    return beta, np.sqrt(np.diag(inverse @ (pushes.T @ pushes) @ inverse))
