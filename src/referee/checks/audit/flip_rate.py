"""Logistic regression of labels of which some are flipped: is the rate of flips above 0?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import erfc, expit

from referee.core.types import Floats

RIDGE = 0.1
STARTS = (0.01, 0.1)


@dataclass(frozen=True)
class FlipRate:
    """The likeliest rate of flips, p of none at all, and for each case the chance that its label is flipped."""

    rate: float
    p_value: float
    flipped: Floats


def flip_rate(X: Floats, y: Floats) -> FlipRate:
    """Fit P(y = 1) = (1 - g) s + g (1 - s), s = logistic(X w), with a ridge on w, and test g = 0 by likelihood ratio.

    The ratio is referred to the even mixture of 0 and chi-square with one degree of freedom, g being at the edge.
    It errs where the true boundary is one that X cannot follow.

    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=(400, 1))
    >>> y = (rng.random(400) < expit(4 * x[:, 0])).astype(float)
    >>> flip_rate(x, y).p_value > 0.05
    True
    """
    design = np.concatenate([np.ones((len(X), 1)), X], axis=1)
    sign = 2 * y - 1
    start = np.zeros(design.shape[1])
    plain, w0 = _fit(design, sign, start, None)
    best, rate, w = plain, 0.0, w0
    for first in STARTS:
        value, found = _fit(design, sign, np.append(w0, math.log(first / (1 - first))), first)
        g = float(expit(found[-1]))
        if value < best and g < 0.5:
            best, rate, w = value, g, found[:-1]
    ratio = max(0.0, 2 * (plain - best))
    p = 1.0 if ratio == 0 else float(0.5 * erfc(math.sqrt(ratio / 2)))
    own = expit(sign * (design @ w))
    flipped = rate * (1 - own) / (rate * (1 - own) + (1 - rate) * own) if rate else np.zeros(len(y))
    return FlipRate(rate, p, flipped)


def _fit(design: Floats, sign: Floats, start: Floats, rate: float | None) -> tuple[float, Floats]:
    """The penalized minus log likelihood at its least, and where; without flips when `rate` is None."""
    from scipy.optimize import minimize

    d = design.shape[1]
    ridge = np.full(d, RIDGE)
    ridge[0] = 0.0

    def loss(z: Floats) -> tuple[float, Floats]:
        w = z[:d]
        own = expit(sign * (design @ w))
        g = 0.0 if rate is None else float(expit(z[d]))
        chance = np.maximum((1 - g) * own + g * (1 - own), 1e-300)
        pull = -(1 - 2 * g) * own * (1 - own) / chance
        slope = design.T @ (pull * sign) + ridge * w
        value = float(-np.log(chance).sum() + (ridge * w**2).sum() / 2)
        if rate is None:
            return value, slope
        return value, np.append(slope, -((1 - 2 * own) / chance).sum() * g * (1 - g))

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return float(found.fun), np.asarray(found.x, dtype=float)
