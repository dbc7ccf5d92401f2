"""The Chernoff and Bhattacharyya bounds on the Bayes error of two normal classes."""

from __future__ import annotations

import math

import numpy as np

from referee import _check
from referee.bounds.normal import Normals


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

    _check.made("normals", normals, Normals)
    found = minimize_scalar(lambda b: chernoff_at(normals, float(b)), bounds=(0.0, 1.0), method="bounded")
    return min(float(found.fun), bhattacharyya(normals), normals.prior, 1 - normals.prior)


def chernoff_at(normals: Normals, b: float) -> float:
    """The bound at one exponent b of the first class: p0^b p1^(1-b) times the integral of f0^b f1^(1-b)."""
    b = _check.share("b", b)
    _check.made("normals", normals, Normals)
    mixed = (1 - b) * normals.cov0 + b * normals.cov1
    logs = [float(np.linalg.slogdet(m)[1]) for m in (mixed, normals.cov0, normals.cov1)]
    k = b * (1 - b) / 2 * normals.squared_distance(mixed) + (logs[0] - (1 - b) * logs[1] - b * logs[2]) / 2
    return (1 - normals.prior) ** b * normals.prior ** (1 - b) * math.exp(-k)
