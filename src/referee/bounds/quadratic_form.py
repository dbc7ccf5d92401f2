"""The distribution of a quadratic form of normal variables."""

from __future__ import annotations

import math

import numpy as np

from referee.core.types import Floats

GOOD = 1e-7
"""How far two paths of integration may differ for their value to be called exact."""
_LOGS = np.arange(-32.0, 70.0, 0.004)
_TURNS = (0.35, 0.22)


def below_zero(curvature: Floats, slope: Floats, constant: float) -> float:
    """P(q < 0) for q = sum(a z^2 + b z) + c over independent standard normal z; NaN where the integral is not good.

    1/2 - 1/pi times the imaginary part of the integral of phi(t) / t, phi the characteristic function of q. The path is
    turned off the real axis, to the side on which phi falls, and run over on a log scale, where it is smooth. It errs
    by less than 1e-7: two paths must agree to that. Reference: imhof1961.

    >>> round(below_zero(np.array([1.0]), np.array([0.0]), -1.0), 4)     # a squared normal below 1
    0.6827
    """
    spread = math.sqrt(float(2 * (curvature**2).sum() + (slope**2).sum()))
    if spread == 0 or abs(constant) > 1e6 * spread:
        return 0.5 if constant == 0 else float(constant < 0)
    a, b, c = curvature / spread, slope / spread, constant / spread
    a = np.where(np.abs(a) < 1e-13, 0.0, a)
    bent = a != 0
    far = c - float((b[bent] ** 2 / (4 * a[bent])).sum())
    first, second = (_turned(a, b, c, math.copysign(turn, far)) for turn in _TURNS)
    if not abs(first - second) < GOOD:
        return math.nan
    return min(1.0, max(0.0, (first + second) / 2))


def _turned(a: Floats, b: Floats, c: float, turn: float) -> float:
    """The probability by the path t = r exp(i turn), r on a log scale."""
    t = np.exp(_LOGS + 1j * turn)
    log_phi = 1j * c * t
    with np.errstate(over="ignore", invalid="ignore"):
        for curved, straight in zip(a.tolist(), b.tolist(), strict=True):
            root = 1 - 2j * curved * t
            log_phi = log_phi - np.log(root) / 2 - (straight * t) ** 2 / (2 * root)
        values = np.exp(log_phi).imag
    if not np.isfinite(values).all():
        return math.nan
    return 0.5 - (float(values.sum()) * float(_LOGS[1] - _LOGS[0]) + turn) / math.pi
