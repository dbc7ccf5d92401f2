"""What two normal classes say of the error that is possible: bounds, distances, the best AUC, what to beware of."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr

from referee import _check, _format
from referee.bounds.bayes_error import bayes_error
from referee.bounds.normal import Normals
from referee.core import ErrorLimits, Estimate
from referee.core.types import Rng


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
