"""The least error that any rule can have between two normal classes."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _rng
from referee.bounds.normal import Normals
from referee.core import Estimate, Interval
from referee.core.types import Floats, Rng

DRAWS = 200_000
GOOD = 1e-7
"""How far two paths of integration may differ for their value to be called exact."""
_LOGS = np.arange(-32.0, 70.0, 0.004)
_TURNS = (0.35, 0.22)


def bayes_error_from_dprime(dprime: float, *, prior: float = 0.5) -> float:
    """Bayes error of two normal classes of equal spread, their means `dprime` standard deviations apart.

    With the best threshold t = d/2 + log((1 - p)/p)/d it is (1 - p) Phi(-t) + p Phi(t - d); Phi(-d/2) for equal
    priors. It errs when the spreads differ. Reference: duda2001.

    >>> round(bayes_error_from_dprime(2.0), 4)
    0.1587
    """
    d, p = abs(_check.number("dprime", dprime)), _check.fraction("prior", prior)
    if d == 0:
        return min(p, 1 - p)
    t = d / 2 + math.log((1 - p) / p) / d
    return float((1 - p) * ndtr(-t) + p * ndtr(t - d))


def bayes_error(normals: Normals, *, level: float = 0.95, rng: Rng = None) -> Estimate:
    """Bayes error of two normal classes: exact where that is computable, else drawn.

    Equal covariances: by the Mahalanobis distance, as `bayes_error_from_dprime`. One dimension: the two classes
    change places at the roots of a quadratic. More, with unequal covariances: the log odds is a quadratic form of
    normal variables, whose tails are integrated. Where that integral is not good to 1e-7 (covariances of very unlike
    sizes), the smaller posterior averaged over 200,000 draws, with its Monte Carlo interval. It errs when the classes
    are not normal, and a fitted one is as uncertain as its fit. Reference: duda2001, imhof1961.

    >>> round(bayes_error(Normals([0.0], [[1.0]], [2.0], [[1.0]])).value, 4)
    0.1587
    """
    level = _check.fraction("level", level)
    made = partial(Estimate, "bayes_error", title="Bayes error")
    if _check.instance("normals", normals, Normals).equal:
        value = bayes_error_from_dprime(math.sqrt(normals.squared_distance(normals.cov0)), prior=normals.prior)
        return made(value, 0, note="exact for these parameters")
    if normals.dimension == 1:
        return made(_one_dimension(normals), 0, note="exact for these parameters")
    value = _integrate(normals)
    if not math.isnan(value):
        return made(value, 0, note="by an integral good to 1e-7 for these parameters")
    seed = _rng.seed_of(rng)
    losses = _draw_smaller_posterior(normals, seed)
    value, half = float(losses.mean()), float(losses.std(ddof=1) / math.sqrt(len(losses)))
    z = -float(ndtri((1 - level) / 2))
    interval = Interval(max(0.0, value - z * half), value + z * half, level, "Monte Carlo error of the integral")
    return made(value, DRAWS, interval, note=f"seed {seed}")


def _one_dimension(normals: Normals) -> float:
    """Sum the smaller of the two weighted densities between the points where they cross."""
    (m0,), (m1,) = normals.mean0, normals.mean1
    v0, v1 = float(normals.cov0[0, 0]), float(normals.cov1[0, 0])
    p = normals.prior
    a = 1 / v0 - 1 / v1
    b = -2 * (m0 / v0 - m1 / v1)
    c = m0 * m0 / v0 - m1 * m1 / v1 + math.log(v0 / v1) + 2 * math.log(p / (1 - p))
    roots = sorted(float(r.real) for r in np.roots([a, b, c]) if abs(r.imag) < 1e-12)
    edges = np.array([-math.inf, *roots, math.inf])
    zero, one = ((edges - m) / math.sqrt(v) for m, v in ((m0, v0), (m1, v1)))
    return float(np.minimum((1 - p) * np.diff(ndtr(zero)), p * np.diff(ndtr(one))).sum())


def _integrate(normals: Normals) -> float:
    """Each class on the wrong side of the quadratic boundary, weighted by its prior; NaN where no integral is good."""
    inverse0, inverse1 = np.linalg.inv(normals.cov0), np.linalg.inv(normals.cov1)
    wrong = []
    for mean, cov, sign in ((normals.mean0, normals.cov0, 1.0), (normals.mean1, normals.cov1, -1.0)):
        half = np.linalg.cholesky(cov)
        bent = half.T @ (inverse1 - inverse0) @ half / 2
        slope = half.T @ (inverse1 @ (mean - normals.mean1) - inverse0 @ (mean - normals.mean0))
        curvature, turn = np.linalg.eigh((bent + bent.T) / 2)
        constant = float(normals.log_odds_of_zero(mean[None, :])[0])
        wrong.append(below_zero(sign * curvature, sign * (turn.T @ slope), sign * constant))
    return float((1 - normals.prior) * wrong[0] + normals.prior * wrong[1])


def _draw_smaller_posterior(normals: Normals, seed: int) -> Any:
    """The smaller posterior at draws from the mixture."""
    generator = _rng.stream(seed, "bayes error")
    ones = int(generator.binomial(DRAWS, normals.prior))
    x = np.concatenate(
        [
            generator.multivariate_normal(normals.mean0, normals.cov0, DRAWS - ones),
            generator.multivariate_normal(normals.mean1, normals.cov1, ones),
        ]
    )
    one = 1 / (1 + np.exp(np.clip(normals.log_odds_of_zero(x), -700, 700)))
    return np.minimum(one, 1 - one)


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
    first, second = (_integrate_path(a, b, c, math.copysign(turn, far)) for turn in _TURNS)
    if not abs(first - second) < GOOD:
        return math.nan
    return min(1.0, max(0.0, (first + second) / 2))


def _integrate_path(a: Floats, b: Floats, c: float, turn: float) -> float:
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
