"""The cases of one leave-one-out, the parameters and the scaler that shortcuts know, and what a shortcut returns."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from referee import _format
from referee.core.types import Floats

EPS = float(np.finfo(np.float64).eps)
"""The spacing of numbers around 1."""

NEAR = 1e-9
"""A margin below this is a near tie."""


Rule = Callable[[Any], bool]


class NoShortcutError(Exception):
    """Raised inside the package when algebra cannot stand for refitting; the door turns it into a reason."""


def refuse(reason: str) -> NoReturn:
    """Leave with the reason why refitting is needed."""
    raise NoShortcutError(reason)


@dataclass(frozen=True, eq=False)
class LeftOut:
    """Checked cases: `X` in float64, the class of each case as a code into `classes`.

    `scale` is None, or the fold's own standard deviation of each feature, one row per case left out: the learner then
    sees `X` divided by it.
    """

    X: Floats
    codes: NDArray[np.intp]
    classes: NDArray[Any]
    scale: Floats | None = None

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.codes)

    @cached_property
    def own(self) -> NDArray[np.bool_]:
        """Which class each case has, shape (n, K)."""
        return np.asarray(self.codes[:, None] == np.arange(len(self.classes)))

    @cached_property
    def counts(self) -> Floats:
        """The cases of each class."""
        return self.own.sum(0).astype(np.float64)

    @cached_property
    def grown(self) -> Floats:
        """M / (m - 1) for the size m of each case's class; 1 where the class has that case alone."""
        size = self.counts[self.codes]
        return np.where(size > 1, size / np.maximum(size - 1, 1), 1.0)

    @cached_property
    def log_priors(self) -> Floats:
        """The log of each class's share in each fold, shape (n, K); -inf for a class that disappears."""
        with np.errstate(divide="ignore"):
            return np.log((self.counts - self.own) / (self.n - 1))

    def centre(self) -> tuple[Floats, Floats, Floats]:
        """The features less their mean, the mean of each class (K, d), and each case less that of its class."""
        X = self.X - self.X.mean(axis=0)
        centres = (self.own.T.astype(np.float64) @ X) / self.counts[:, None]
        return X, centres, X - centres[self.codes]


@dataclass(frozen=True, eq=False)
class Folds:
    """What a shortcut found: `values` (n, K), of which the largest (the first of equal ones) is the prediction.

    `scores` are what the learner's own method returns, `doubtful` the cases whose fold must be fitted to be sure,
    and `slack` how far the learner's own fit may stay from the exact one in a value.
    """

    values: Floats
    scores: Floats
    doubtful: NDArray[np.bool_]
    slack: Floats | float = 0.0

    @cached_property
    def margin(self) -> Floats:
        """How far the largest value is above the second."""
        return margins(self.values)


def margins(values: Floats) -> Floats:
    """How far the largest of each row is above the second.

    >>> margins(np.array([[0.0, 1.0, 3.0], [2.0, 2.0, 1.0]])).tolist()
    [2.0, 0.0]
    """
    if values.shape[1] == 1:
        return np.full(len(values), np.inf)
    two = np.partition(values, -2, axis=1)[:, -2:]
    return np.asarray(two[:, 1] - two[:, 0])


def probabilities(values: Floats) -> Floats:
    """The softmax of each row.

    >>> probabilities(np.log([[1.0, 3.0]])).tolist()
    [[0.25, 0.75]]
    """
    high = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(high / high.sum(axis=1, keepdims=True))


def uncertain(values: Floats, error: Floats | float = 0.0) -> NDArray[np.bool_]:
    """Rows whose largest value is not clear of the second by rounding and by `error`.

    >>> uncertain(np.array([[0.0, 1.0], [2.0, 2.0], [0.0, 0.3]]), 0.5).tolist()
    [False, True, True]
    """
    top = np.abs(values.max(axis=1))
    return np.asarray(margins(values) <= NEAR * np.maximum(top, 1.0) + error)


def one_of(*known: Any) -> Rule:
    """The value is one of those, of the same type.

    >>> one_of(None, "l2")("l2"), one_of(False)(0)
    (True, False)
    """
    return lambda value: any(type(value) is type(k) and value == k for k in known)


def anything(value: Any) -> bool:
    """The parameter changes no prediction, or the shortcut follows it."""
    return True


def positive(value: Any) -> bool:
    """A finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    return math.isfinite(value) and float(value) > 0


def require(learner: Any, *, free: str = "", unset: str = "", **bound: Rule) -> dict[str, Any]:
    """The parameters of a learner, when each is known and as it must be; otherwise a refusal.

    Those of the names in `free` may be anything, those in `unset` None only, the others as their rule says.

    >>> from sklearn.dummy import DummyClassifier
    >>> require(DummyClassifier(), free="random_state", unset="constant", strategy=one_of("prior"))["strategy"]
    'prior'
    """
    rules = {**dict.fromkeys(free.split(), anything), **dict.fromkeys(unset.split(), one_of(None)), **bound}
    given: dict[str, Any] = learner.get_params(deep=False)
    name = type(learner).__name__
    for key, value in given.items():
        if key not in rules:
            refuse(f"the parameter `{key}` of {name} is not one that the shortcut knows")
        if not rules[key](value):
            shown = value if isinstance(value, str | int | float | None) else type(value).__name__
            refuse(f"{name} with {key}={_format.quote(shown)} has no shortcut")
    return given


def scale_columns(scaler: Any, X: Floats) -> tuple[Floats, Floats | None, NDArray[np.bool_]]:
    """`X` standardised once, the standard deviation of it in every fold, and the folds to be fitted.

    Every learner here is indifferent to a shift, and to a common rescaling of features when it knows the fold's own
    scale, so with s that of all cases, X / s is passed on with s_i / s. The fold's variance is (Q - z^2 n / (n - 1))
    / (n - 1), Q the sum of squares of the centred z. A fold in which a feature all but stops to vary is fitted.

    >>> from sklearn.preprocessing import StandardScaler
    >>> z, ratio, doubtful = scale_columns(StandardScaler(), np.array([[0.0], [1.0], [2.0], [9.0]]))
    >>> [round(float(r), 4) for r in ratio[:, 0]], bool(doubtful.any())
    ([1.0066, 1.0914, 1.1392, 0.2309], False)
    """
    given = require(scaler, free="copy", with_mean=one_of(True, False), with_std=one_of(True, False))
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
