"""Bounds on the error of two normal classes: the Bayes error, Chernoff, Bhattacharyya, d' and the best linear AUC."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _format, _rng
from referee.bounds.normal import Normals
from referee.core import ErrorLimits, Estimate, Interval
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
    x0 = generator.multivariate_normal(normals.mean0, normals.cov0, DRAWS - ones)
    x1 = generator.multivariate_normal(normals.mean1, normals.cov1, ones)
    x = np.concatenate([x0, x1])
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


def bhattacharyya(normals: Normals) -> float:
    """Upper bound sqrt(p (1 - p)) exp(-k(1/2)) on the Bayes error; simple, never tighter than Chernoff's.

    k(1/2) = gap' S^-1 gap / 8 + log(|S| / sqrt(|S0| |S1|)) / 2, S the mean of the covariances. It errs when the classes
    are not normal: it is then no bound. Reference: duda2001.

    >>> round(bhattacharyya(Normals([0.0], [[1.0]], [2.0], [[1.0]])), 4)
    0.3033
    """
    return chernoff_at(normals, 0.5)


def chernoff(normals: Normals) -> float:
    """The least of the bounds (1-p)^b p^(1-b) exp(-k(b)) over the exponent b of the first class, from 0 to 1.

    k(b) = b (1-b)/2 gap' S^-1 gap + log(|S| / (|S0|^(1-b) |S1|^b)) / 2 with S = (1-b) S0 + b S1, p the prior of the
    second class. It errs when the classes are not normal: it is then no bound. Reference: chernoff1952.

    >>> a = Normals([0.0], [[1.0]], [2.0], [[4.0]], prior=0.2)
    >>> chernoff(a) <= bhattacharyya(a)
    True
    """
    from scipy.optimize import minimize_scalar

    _check.instance("normals", normals, Normals)
    found = minimize_scalar(lambda b: chernoff_at(normals, float(b)), bounds=(0.0, 1.0), method="bounded")
    return min(float(found.fun), bhattacharyya(normals), normals.prior, 1 - normals.prior)


def chernoff_at(normals: Normals, b: float) -> float:
    """The bound at one exponent b of the first class: p0^b p1^(1-b) times the integral of f0^b f1^(1-b)."""
    b = _check.share("b", b)
    _check.instance("normals", normals, Normals)
    mixed = (1 - b) * normals.cov0 + b * normals.cov1
    logs = [float(np.linalg.slogdet(m)[1]) for m in (mixed, normals.cov0, normals.cov1)]
    k = b * (1 - b) / 2 * normals.squared_distance(mixed) + (logs[0] - (1 - b) * logs[1] - b * logs[2]) / 2
    return (1 - normals.prior) ** b * normals.prior ** (1 - b) * math.exp(-k)


def discriminability(normals: Normals) -> Estimate:
    """d': the distance of the means in standard deviations, sqrt(gap' S^-1 gap) (Mahalanobis).

    Undefined when the covariances differ: then no one number fixes the error. It errs when the classes are not normal.
    Reference: duda2001.

    >>> discriminability(Normals([0.0], [[4.0]], [2.0], [[4.0]])).value
    1.0
    """
    if not _check.instance("normals", normals, Normals).equal:
        why = "the covariances differ, and with them d' alone does not fix the error"
        return Estimate("dprime", math.nan, normals.cases, undefined=why, title="d'")
    value = math.sqrt(normals.squared_distance(normals.cov0))
    return Estimate("dprime", value, normals.cases, note="exact for these parameters", title="d'")


def best_linear_auc(normals: Normals) -> Estimate:
    """The greatest AUC that a linear score can have: Phi(sqrt(gap' (S0 + S1)^-1 gap)).

    With equal covariances it is Phi(d' / sqrt 2) and no score at all has more. It errs when the classes are not normal.
    Reference: su1993.

    >>> round(best_linear_auc(Normals([0.0], [[1.0]], [1.0], [[1.0]])).value, 4)
    0.7602
    """
    both = _check.instance("normals", normals, Normals).cov0 + normals.cov1
    value = float(ndtr(math.sqrt(normals.squared_distance(both))))
    note = "no score has more" if normals.equal else "no linear score has more"
    return Estimate("auc", value, normals.cases, note=note, title="AUC")


WARNINGS = (
    "Often too low: what is peculiar to the training cases is in the parameters too, and does not show.",
    "The normal model is taken for granted: a bound that rests on it cannot show that it is wrong.",
    "Where the classes are not normal the error can hardly be computed this way even if their distributions are known.",
)
"""The three problems of estimating the true error from an assumed model."""


def parametric_bounds(normals: Normals, *, level: float = 0.95, rng: Rng = None) -> ErrorLimits:
    """Bayes error, the Chernoff and Bhattacharyya bounds on it, d' and the AUC of two normal classes, with warnings.

    From parameters, or from `Normals.fit(X, y)`: then they are estimates of bounds, and no bounds. They err when the
    classes are not normal, the more the larger the overlap. Reference: duda2001.

    >>> made = parametric_bounds(Normals([0.0], [[1.0]], [2.0], [[1.0]]))
    >>> [(e.name, round(e.value, 3)) for e in made.estimates][:3]
    [('bayes_error', 0.159), ('chernoff', 0.303), ('bhattacharyya', 0.303)]
    >>> len(made.warnings)
    3
    """
    least = bayes_error(normals, level=level, rng=rng)
    n = normals.cases
    upper = "an upper bound on the Bayes error"
    tight = Estimate("chernoff", chernoff(normals), n, note=upper, title="Chernoff bound")
    loose = Estimate("bhattacharyya", bhattacharyya(normals), n, note=upper, title="Bhattacharyya bound")
    fitted = f", fitted on {_format.plural(n, 'case')}" if n else ""
    title = f"Two normal classes in {_format.plural(normals.dimension, 'dimension')}{fitted}"
    bound = "Were the classes normal with these parameters"
    sentence = f"{bound}, no rule would have an error below {_format.number(least.value)}."
    return ErrorLimits(
        title, sentence, (least, tight, loose, discriminability(normals), best_linear_auc(normals)), WARNINGS
    )
