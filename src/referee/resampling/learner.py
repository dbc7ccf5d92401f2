"""Copies of a learner, one a fit, and the scores that it gives."""

from __future__ import annotations

import copy
import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format, _rng

_THREAD = threading.local()

BY_ARGMAX = (
    "sklearn.ensemble._forest.ExtraTreesClassifier",
    "sklearn.ensemble._forest.RandomForestClassifier",
    "sklearn.neighbors._classification.KNeighborsClassifier",
    "sklearn.tree._classes.DecisionTreeClassifier",
    "sklearn.tree._classes.ExtraTreeClassifier",
)
"""Learners of scikit-learn that predict the class of the largest probability, the first of equal ones."""

PLAIN = (str, int, float, bool, type(None))


class Copies:
    """Makes unfitted copies of a learner or sampler, each with its own seed for the random states left open.

    A random state that the user set stays as it was set.
    """

    def __init__(self, learner: Any, arg: str, methods: tuple[str, ...], *, seed: int, fits: int) -> None:
        need_methods(learner, arg, methods)
        self.base = _unfitted(learner)
        given = learner.get_params(deep=True) if hasattr(learner, "get_params") else vars(learner)
        self.open = sorted(
            key
            for key, value in given.items()
            if value is None and (key == "random_state" or key.endswith("__random_state"))
        )
        self.flat = all(isinstance(value, PLAIN) for value in vars(self.base).values())
        self.known = self.flat and type(learner).__module__.startswith("sklearn.")
        self.plain = self.known and self.open == ["random_state"]
        size = (fits + 1, len(self.open))
        self.states = _rng.stream(seed, "fit", arg).integers(2**31 - 1, size=size).tolist() if self.open else []

    def copy(self, i: int) -> Any:
        """The copy for split i, or for the fit on all cases when i is -1."""
        if self.known:
            made = object.__new__(type(self.base))
            vars(made).update(vars(self.base))
        else:
            made = copy.copy(self.base) if self.flat else _unfitted(self.base)
        if self.open:
            states: dict[str, Any] = dict(zip(self.open, self.states[i + 1], strict=True))
            if self.plain:
                states["random_state"] = _reseeded(states["random_state"])
            if self.flat or not hasattr(made, "set_params"):
                vars(made).update(states)
            else:
                made.set_params(**states)
        return made


def need_methods(thing: Any, arg: str, methods: tuple[str, ...]) -> None:
    """Refuse a class, and an object without these methods."""
    if isinstance(thing, type):
        _check.fail(arg, "be an object", f"the class {thing.__name__}", f"Write {thing.__name__}().")
    for method in methods:
        if not callable(getattr(thing, method, None)):
            _check.fail(arg, f"have a method `{method}`", type(thing).__name__)


def _reseeded(state: int) -> np.random.RandomState:
    """The RandomState of this thread, seeded anew: to make one costs as much as a small fit."""
    if not hasattr(_THREAD, "state"):
        _THREAD.state = np.random.RandomState(0)
    _THREAD.state.seed(state)
    made: np.random.RandomState = _THREAD.state
    return made


def _unfitted(learner: Any) -> Any:
    """A copy without what was learnt."""
    if not hasattr(learner, "get_params"):
        return copy.deepcopy(learner)
    from sklearn.base import clone

    return clone(learner)


def predicts_by_argmax(model: Any) -> bool:
    """Whether `predict` is by definition the argmax of `predict_proba`, so that asking once is enough.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> predicts_by_argmax(KNeighborsClassifier()), predicts_by_argmax(KNeighborsClassifier(weights="distance"))
    (True, False)
    """
    path = f"{type(model).__module__}.{type(model).__name__}"
    return path in BY_ARGMAX and getattr(model, "weights", "uniform") == "uniform"


def scored(
    model: Any, X: Any, levels: NDArray[Any], positive: int, n: int, shares: Any = None
) -> tuple[NDArray[np.float64] | None, str]:
    """Scores of the positive class (of two), or one column a class; or why there are none.

    Probabilities where the model has them, else its decision function. A class that the training part did not have
    gets probability 0. `shares` are the probabilities when they were asked for already.
    """
    if shares is not None or callable(getattr(model, "predict_proba", None)):
        given = model.predict_proba(X) if shares is None else shares
        kind, absent, values = "predict_proba", 0.0, np.asarray(given, dtype=float)
    elif callable(getattr(model, "decision_function", None)):
        kind, absent = "decision_function", -np.inf
        values = np.asarray(model.decision_function(X), dtype=float)
        if values.ndim == 1:
            values = np.stack([-values, values], axis=1)
    else:
        return None, f"{type(model).__name__} has neither predict_proba nor decision_function"
    own = list(getattr(model, "classes_", levels))
    if values.shape != (n, len(own)):
        return None, f"{kind} gave an array of shape {values.shape} for {n} cases and {len(own)} classes"
    if np.isnan(values).any():
        return None, f"{kind} gave NaN for {_format.plural(int(np.isnan(values).any(axis=1).sum()), 'case')}"
    place = {label: code for code, label in enumerate(levels.tolist())}
    out = np.full((n, len(levels)), absent)
    for column, label in enumerate(own):
        code = place.get(label.item() if isinstance(label, np.generic) else label)
        if code is None:
            return None, f"{kind} has a column for {label!r}, which is no label of `y`"
        out[:, code] = values[:, column]
    return (np.ascontiguousarray(out[:, positive]) if len(levels) == 2 else out), ""
