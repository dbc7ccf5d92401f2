"""A standard scaler, refitted in every fold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.resampling.loo.cases import EPS, anything, one_of, refuse, require

RULES = {"copy": anything, "with_mean": one_of(True, False), "with_std": one_of(True, False)}


def scaled(scaler: Any, X: Floats) -> tuple[Floats, Floats | None, NDArray[np.bool_]]:
    """`X` standardised once, the standard deviation of it in every fold, and the folds to be fitted.

    Every learner here is indifferent to a shift, and to a common rescaling of features when it knows the fold's own
    scale, so with s that of all cases, X / s is passed on with s_i / s. The fold's variance is (Q - z^2 n / (n - 1))
    / (n - 1), Q the sum of squares of the centred z. A fold in which a feature all but stops to vary is fitted.

    >>> from sklearn.preprocessing import StandardScaler
    >>> z, ratio, doubtful = scaled(StandardScaler(), np.array([[0.0], [1.0], [2.0], [9.0]]))
    >>> [round(float(r), 4) for r in ratio[:, 0]], bool(doubtful.any())
    ([1.0066, 1.0914, 1.1392, 0.2309], False)
    """
    given = require(scaler, RULES)
    n = len(X)
    mean = X.mean(axis=0)
    centred = X - mean
    if not given["with_std"]:
        return (centred if given["with_mean"] else X), None, np.zeros(n, dtype=bool)
    var = np.mean(centred**2, axis=0)
    constant = var <= n * EPS * var + (n * mean * EPS) ** 2
    if np.any(~constant & (var <= 1e-14 * mean**2)):
        refuse("a feature varies so little around its mean that rounding decides its scale")
    z = np.where(constant, 0.0, centred / np.sqrt(np.where(constant, 1.0, var)))
    left = ((z**2).sum(axis=0) - z**2 * (n / (n - 1))) / (n - 1)
    ratio = np.sqrt(np.where(constant, 1.0, np.maximum(left, 1e-8)))
    return z, ratio, np.asarray((~constant & (left <= 1e-8)).any(axis=1))
