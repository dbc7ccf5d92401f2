"""How far apart two normal classes lie, and the AUC that this makes possible."""

from __future__ import annotations

import math

from scipy.special import ndtr

from referee import _check
from referee.bounds.normal import Normals
from referee.core import Estimate


def discriminability(normals: Normals) -> Estimate:
    """d': the distance of the means in standard deviations, sqrt(gap' S^-1 gap) (Mahalanobis).

    Undefined when the covariances differ: then no one number fixes the error. It errs when the classes are not normal.
    Reference: duda2001.

    >>> discriminability(Normals([0.0], [[4.0]], [2.0], [[4.0]])).value
    1.0
    """
    if not _check.made("normals", normals, Normals).equal:
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
    both = _check.made("normals", normals, Normals).cov0 + normals.cov1
    value = float(ndtr(math.sqrt(normals.squared_distance(both))))
    note = "no score has more" if normals.equal else "no linear score has more"
    return Estimate("auc", value, normals.cases, note=note, title="AUC")
