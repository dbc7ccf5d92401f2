"""The binomial and the normal distribution as curves, and the area of a level under the normal one."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Curve
from referee.core.types import Floats
from referee.inference.tables import binomial_pmf, z_critical

_AXES: Any = {"x_name": "value", "y_name": "probability"}


def binomial_curve(n: int, p: float) -> Curve:
    """The chance of each number of successes in n trials, C(n, k) p^k (1 - p)^(n - k), as bars from k - 1/2 to k + 1/2.

    Never undefined. It errs by rounding alone. Reference: tan2006.

    >>> curve = binomial_curve(40, 0.3)
    >>> curve.x[24:26].tolist(), round(curve.y[24].item(), 4)
    ([11.5, 12.5], 0.1366)
    """
    n, p = _check.whole("n", n, least=1), _check.share("p", p)
    chances = np.repeat([binomial_pmf(k, n, p) for k in range(n + 1)], 2)
    sides = np.repeat(np.arange(n + 2) - 0.5, 2)[1:-1]
    return Curve("binomial", sides, chances, title="Binomial distribution", **_AXES)


def normal_curve(mean: float = 0.0, *, sd: float = 1.0) -> Curve:
    """The density of a normal distribution, exp(-(x - mean)^2 / 2 sd^2) / (sd sqrt(2 pi)), four sd to each side.

    Never undefined. Beside a binomial of mean n p and sd sqrt(n p (1 - p)) it is its normal approximation, which errs
    where n p or n (1 - p) is small. Reference: tan2006.

    >>> curve = normal_curve()
    >>> round(curve.y.max().item(), 4), curve.x[0].item()
    (0.3989, -4.0)
    """
    mean, sd = _check.number("mean", mean), _check.positive_number("sd", sd)
    x = np.linspace(-4.0, 4.0, 161)
    return Curve("normal", mean + sd * x, _density(x) / sd, title="Normal distribution", **_AXES)


def normal_area(level: float, *, sided: Literal["one", "two"] = "two") -> Curve:
    """The part of the standard normal curve that has this share of it: from -z to z, or with `sided` "one" below z'.

    Drawn with `normal_curve()` it shows what a confidence level means. Never undefined. It errs by rounding alone.
    Reference: mitchell1997.

    >>> area = normal_area(0.8)
    >>> [round(end, 2) for end in area.x[[0, -1]].tolist()]
    [-1.28, 1.28]
    """
    z = z_critical(level, sided=sided)
    x = np.linspace(-z if sided == "two" else -4.0, z, 81)
    outline = np.r_[0.0, _density(x), 0.0]
    return Curve(f"{100 * level:g}%", np.r_[x[0], x, z], outline, title="Normal distribution", **_AXES)


def _density(x: Floats) -> Floats:
    return np.asarray(np.exp(-(x**2) / 2) / sqrt(2 * pi), dtype=float)
