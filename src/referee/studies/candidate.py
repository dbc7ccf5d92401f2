"""A learner of a study, with a text that says what it is."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check
from referee.learners.fitting import PLAIN, need_methods


@dataclass(frozen=True, eq=False)
class Candidate:
    """A named learner, the sampler that sees its training parts, and whether it is there as a baseline.

    Without `prepare` it gets columns as they came.

    `recipe` writes the learner as text, its class with the parameters that were set, nested ones too; the same
    recipe is the same learner, and `fingerprint` is its hash. A learner that cannot travel to another process
    (pickle) is refused by name.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> Candidate("bayes", GaussianNB()).recipe
    'sklearn.naive_bayes.GaussianNB(priors=None, var_smoothing=1e-09)'
    """

    name: str
    learner: Any
    sampler: Any = None
    baseline: bool = False
    prepare: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            _check.fail("name", "be the name of a learner", repr(self.name))
        self._need(self.learner, "learner", ("fit", "predict"))
        if self.sampler is not None:
            self._need(self.sampler, "sampler", ("fit_resample",))

    def _need(self, thing: Any, what: str, methods: tuple[str, ...]) -> None:
        arg = f"{what} {self.name}"
        need_methods(thing, arg, methods)
        try:
            pickle.dumps(thing)
        except Exception as error:
            why = f"{type(thing).__name__} ({type(error).__name__}: {error})"
            hint = "Define functions and classes at the top of a module, not inside a function or as a lambda."
            _check.fail(arg, "be something that can be pickled, to travel to other processes", why, hint)

    @property
    def scores(self) -> bool:
        """Whether the learner gives scores."""
        return any(callable(getattr(self.learner, way, None)) for way in ("predict_proba", "decision_function"))

    @cached_property
    def recipe(self) -> str:
        """The learner as text: class paths and parameters, the same in every process."""
        text = describe(self.learner)
        return text if self.sampler is None else f"{text} after {describe(self.sampler)}"

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the recipe."""
        return hashlib.sha256(self.recipe.encode(errors="surrogatepass")).hexdigest()[:32]


def describe(value: Any) -> str:
    """Any value as canonical text, equal for equal values in every process.

    >>> describe({"b": (1, None), "a": np.float64(0.5)})
    "{'a': 0.5, 'b': (1, None)}"
    """
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, PLAIN):
        return repr(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(describe, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(describe, value)) + ")"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(describe, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{describe(k)}: {describe(v)}" for k, v in value.items())) + "}"
    if isinstance(value, np.ndarray) and value.dtype.kind != "O":
        return f"array({value.dtype.str}, {value.shape}, {_digest(np.ascontiguousarray(value).tobytes())})"
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return f"{getattr(value, '__module__', 'numpy')}.{getattr(value, '__qualname__', value.__name__)}"
    path = f"{type(value).__module__}.{type(value).__qualname__}"
    parts = value.get_params(deep=False) if hasattr(value, "get_params") else getattr(value, "__dict__", None)
    if parts is None or isinstance(value, np.random.RandomState | np.random.Generator):
        return f"{path}({_digest(pickle.dumps(value, protocol=4))})"
    return f"{path}({', '.join(f'{key}={describe(parts[key])}' for key in sorted(parts))})"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
