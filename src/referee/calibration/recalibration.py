"""Calibration slope and intercept: logistic recalibration."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit, ndtri

from referee import _check, _format
from referee.calibration.bins import Stated
from referee.core import Answers, Estimate, Interval, Ranking, Recalibration
from referee.core.types import Column, Floats

BLOCKS = 2048, 65_536
"""Into how many stretches neighbouring probabilities are joined for a first fit, and for a second."""

NEAR = 1e-7
"""The last step of a fit, relative to the coefficients: Newton's error after it is about its square."""

TITLES = {
    "calibration_slope": "calibration slope",
    "calibration_intercept": "calibration intercept, with the slope",
    "calibration_in_the_large": "calibration in the large",
}

FARTHEST = 10.0
"""The most that a step of the fit changes the log odds of a case."""


def recalibration(
    data: Answers | Ranking | Column,
    y_score: Column = None,
    *,
    level: float = 0.95,
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
    stated = Stated.of(data, y_score)
    values, errors = np.full(3, math.nan), np.full(3, math.nan)
    reason = _no_fit(stated)
    if not reason:
        x = np.log(stated.p) - np.log1p(-stated.p)
        found, error = _fit(stated, x, slope=False)
        values[2], errors[2] = found[0], error[0]
        reason = _no_slope(stated, x)
        if not reason:
            found, error = _fit(stated, x, slope=True)
            values[:2], errors[:2] = found[::-1], error[::-1]
    z = -float(ndtri((1 - level) / 2))
    robust = stated.square is not stated.weight or stated.groups is not None
    method = "Wald, sandwich error" if robust else "Wald"
    made = []
    for (name, title), value, error in zip(TITLES.items(), values.tolist(), errors.tolist(), strict=True):
        if math.isnan(value):
            made.append(Estimate(name, math.nan, stated.effective, None, reason, title=title))
        else:
            interval = Interval(value - z * error, value + z * error, level, method)
            made.append(Estimate(name, value, stated.effective, interval, title=title))
    return Recalibration(made[0], made[1], made[2], (float(errors[0]), float(errors[1]), float(errors[2])))


def _no_fit(stated: Stated) -> str | None:
    """Why nothing can be fitted."""
    for label, weight in zip(stated.labels, (stated.weight - stated.events, stated.events), strict=True):
        if not weight.any():
            return f"no case has the class {label!r}"
    extreme = int(stated.cases[(stated.p == 0) | (stated.p == 1)].sum())
    if extreme:
        return f"{_format.plural(extreme, 'probability', 'probabilities')} of exactly 0 or 1: infinite log odds"
    return None


def _no_slope(stated: Stated, x: Floats) -> str | None:
    """Why a slope cannot be fitted."""
    ones, zeros = x[stated.events > 0], x[stated.weight > stated.events]
    if min(ones[0], zeros[0]) == max(ones[-1], zeros[-1]):
        return "all probabilities are equal, so there is no slope"
    if zeros[-1] <= ones[0] or ones[-1] <= zeros[0]:
        return "the probabilities separate the classes, so the slope is infinite"
    return None


def _fit(stated: Stated, x: Floats, *, slope: bool) -> tuple[Floats, Floats]:
    """Coefficients (the intercept, and the slope unless it is held at 1) and their standard errors."""
    w, events, size = stated.weight.astype(float), stated.events.astype(float), 1 + slope
    beta = np.array([0.0, 0.0]) if slope else np.array([-(w * x).sum() / w.sum(), 1.0])
    for blocks in BLOCKS:  # neighbours joined are fitted first: one or two steps are then left for all
        if len(x) <= 2 * blocks:
            break
        starts = np.arange(blocks) * len(x) // blocks
        sums = [np.add.reduceat(column, starts) for column in (w, events, w * x)]
        used = sums[0] > 0
        beta = _newton(sums[0][used], sums[1][used], sums[2][used] / sums[0][used], beta, size)
    beta = _newton(w, events, x, beta, size)
    rest, information = _slopes(w, events, x, beta)
    inverse = np.linalg.inv(information[:size, :size])
    if stated.square is stated.weight and stated.groups is None:
        return beta[:size], np.sqrt(np.diag(inverse))
    pushes = np.stack([rest, rest * x], axis=1)[:, :size]
    if stated.groups is not None:
        sums_of = np.zeros((int(stated.groups.max()) + 1, size))
        np.add.at(sums_of, stated.groups, pushes)
        pushes = sums_of
    return beta[:size], np.sqrt(np.diag(inverse @ (pushes.T @ pushes) @ inverse))


def _slopes(w: Floats, events: Floats, x: Floats, beta: Floats) -> tuple[Floats, Floats]:
    """What the events exceed their expectation by, row by row, and the information of intercept and slope."""
    mu = expit(beta[0] + beta[1] * x)
    expected = w * mu
    spread = expected * (1 - mu)
    moved = spread * x  # sums, not @, which wakes the threads of BLAS
    first = moved.sum()
    return events - expected, np.array([[spread.sum(), first], [first, (moved * x).sum()]])


def _newton(w: Floats, events: Floats, x: Floats, beta: Floats, size: int) -> Floats:
    """The maximum of the likelihood over the first `size` coefficients, by damped Newton steps; `x` ascends.

    No step moves the log odds of a case by more than FARTHEST: where all probabilities are tiny, the first would
    leave what floats hold.
    """

    def loss(b: Floats) -> float:
        eta = b[0] + b[1] * x
        return float((w * np.logaddexp(0, eta) - events * eta).sum())

    for _ in range(200):
        rest, information = _slopes(w, events, x, beta)
        step = np.zeros(2)
        step[:size] = np.linalg.solve(information[:size, :size], np.array([rest.sum(), (rest * x).sum()])[:size])
        move, scale = max(abs(step[0] + step[1] * x[0]), abs(step[0] + step[1] * x[-1])), 1.0
        step *= min(1.0, FARTHEST / max(move, 1e-300))
        if move > 1:  # a short step cannot overshoot
            here = loss(beta)
            while scale > 1e-8 and loss(beta + scale * step) > here + 1e-12 * abs(here):
                scale /= 2
        beta = beta + scale * step
        if scale == 1 and np.abs(step).max() <= NEAR * (1 + np.abs(beta).max()):
            break
    return beta
