"""One fit of a learner on one split, with one thread: its copy, what it predicts, its scores, or why there are none."""

from __future__ import annotations

import copy
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Splits
from referee.core.types import Array, Floats, Learner, Table
from referee.learners.data import LearnerCases, rows_of
from referee.learners.prepare import prepare_learner
from referee.learners.same_bits import one_thread, torch_seed

Outcome = tuple[int, Any, Any, str]
"""The number of a split, its predictions, its scores, and why there are none."""

WHOLE = -1
"""The number of the fit on all cases."""


@dataclass(frozen=True)
class Fitting:
    """All that a fit needs, as it travels to a worker."""

    learner: Copies
    sampler: Copies | None
    table: Any
    y: Array
    levels: Array
    positive: int
    splits: Splits
    scores: bool
    everywhere: bool
    as_numbers: bool
    """Whether the table is the one of numbers; learners of the same data may differ in that."""

    @classmethod
    def of(
        cls, learner: Any, data: LearnerCases, splits: Splits, seed: int, *, scores: bool, everywhere: bool = False
    ) -> Fitting:
        """The fits of a learner, or of a sampler and a learner."""
        sampler, alone = sampler_and_learner(learner)
        alone, own = prepare_learner(alone, data.features, data.levels)
        table, seeds = data.table if own is None else own, {"seed": seed, "fits": len(splits)}
        copies = Copies(alone, "learner", ("fit", "predict"), **seeds)
        before = None if sampler is None else Copies(sampler, "sampler", ("fit_resample",), **seeds)
        numbers = data.features is None or table is data.features.values
        cases = table, data.target, data.levels, data.up, splits
        return cls(copies, before, *cases, scores, everywhere, numbers)

    def fit(self, i: int) -> Outcome:
        """The predictions of split i, its scores, and why there are none."""
        whole = i == WHOLE
        train = None if whole else self.splits.train(i)
        test = None if whole or self.everywhere else self.splits.tests[i]
        n = len(self.y) if test is None else len(test)
        try:
            model = self.learner.copy(i)
            X, y = rows_of(self.table, train), self.y.copy() if train is None else self.y[train]
            if self.sampler is not None:
                X, y = self.sampler.copy(i).fit_resample(X, y)
            with torch_seed(self.learner.seed, i):
                model.fit(X, y)
            asked = rows_of(self.table, test)
            shares = model.predict_proba(asked) if self.scores and predicts_by_argmax(model) else None
            said = model.predict(asked) if shares is None else model.classes_[np.argmax(shares, axis=1)]
            codes, why = codes_of(said, self.levels, n, test)
            if why or not self.scores:
                return i, codes, None, why
            again = asked if shares is not None else rows_of(self.table, test)
            values, why = model_scores(model, again, self.levels, self.positive, n, shares)
            return i, None if why else codes, values, why
        except Exception as error:
            return i, None, None, _check.mask_secrets(f"{type(error).__name__}: {error}".rstrip(": "))

    def fit_all(self, indices: list[int], name: str) -> list[tuple[str, Outcome]]:
        """Several fits in a worker, each with one BLAS thread, under the name of the learner."""
        with one_thread():
            return [(name, self.fit(i)) for i in indices]


def sampler_and_learner(learner: Any) -> tuple[Any, Any]:
    """The sampler before a learner, None where there is none, and the learner."""
    return learner if isinstance(learner, tuple) and len(learner) == 2 else (None, learner)


def codes_of(said: Any, levels: Array, n: int, rows: Any = None) -> tuple[Any, str]:
    """Predicted labels of these rows as codes, and why they cannot be used."""
    said = np.asarray(said)
    if said.shape != (n,):
        return None, f"predict gave an array of shape {said.shape} for {n} cases"
    if said.dtype.kind == "f" and np.isnan(said).any():
        first = int(np.isnan(said).argmax())
        row = first if rows is None else int(rows[first])
        return (
            None,
            f"predict gave NaN for {int(np.isnan(said).sum())} of {n} cases, the first at {_format.row(row)}",
        )
    if said.dtype.kind == "O" or (said.dtype.kind in "US") != (levels.dtype.kind in "US"):
        place = {label: code for code, label in enumerate(levels.tolist())}
        codes = np.array([place.get(label, -1) for label in said.tolist()])
        unknown = codes < 0
    else:
        order = np.argsort(levels)  # labels may have a declared order, which need not be theirs
        codes = order[np.minimum(np.searchsorted(levels, said, sorter=order), len(levels) - 1)]
        unknown = levels[codes] != said
    if unknown.any():
        return None, f"predict gave {said[unknown].tolist()[0]!r}, which is no label of `y`"
    return codes, ""


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

    def __init__(self, learner: Learner, arg: str, methods: tuple[str, ...], *, seed: int, fits: int) -> None:
        need_methods(learner, arg, methods)
        self.seed = seed
        self.base = copy_unfitted(learner)
        self.open = random_states(learner)
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
            made = copy.copy(self.base) if self.flat else copy_unfitted(self.base)
        if self.open:
            states: dict[str, Any] = dict(zip(self.open, self.states[i + 1], strict=True))
            if self.plain:
                states["random_state"] = _reseed(states["random_state"])
            set_parameters(made, states, by_hand=self.flat)
        return made


def random_states(learner: Learner) -> list[str]:
    """The random states that a learner and its parts leave open, by name."""
    given = learner.get_params(deep=True) if hasattr(learner, "get_params") else vars(learner)
    return sorted(key for key, value in given.items() if value is None and key.split("__")[-1] == "random_state")


def set_parameters(learner: Any, given: dict[str, Any], *, by_hand: bool = False) -> None:
    """Set parameters of a learner, by its own method where it has one."""
    if by_hand or not hasattr(learner, "set_params"):
        vars(learner).update(given)
    else:
        learner.set_params(**given)


def need_methods(thing: Any, arg: str, methods: tuple[str, ...]) -> None:
    """Refuse a class, and an object without these methods."""
    if isinstance(thing, type):
        _check.fail(arg, "be an object", f"the class {thing.__name__}", f"Write {thing.__name__}().")
    for method in methods:
        if not callable(getattr(thing, method, None)):
            _check.fail(arg, f"have a method `{method}`", type(thing).__name__)


def _reseed(state: int) -> np.random.RandomState:
    """The RandomState of this thread, seeded anew: to make one costs as much as a small fit."""
    if not hasattr(_THREAD, "state"):
        _THREAD.state = np.random.RandomState(0)
    _THREAD.state.seed(state)
    made: np.random.RandomState = _THREAD.state
    return made


def copy_unfitted(learner: Learner) -> Any:
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


def model_scores(
    model: Any, X: Table, levels: Array, positive: int, n: int, shares: Any = None
) -> tuple[Floats | None, str]:
    """Scores of the positive class (of two), or one column per class; or why there are none.

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
