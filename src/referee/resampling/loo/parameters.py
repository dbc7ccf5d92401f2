"""Which parameters of a learner a shortcut knows."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from typing import Any

from referee import _format
from referee.resampling.loo.cases import refuse

Rule = Callable[[Any], bool]


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


def rules(*, free: str = "", unset: str = "", **bound: Rule) -> dict[str, Rule]:
    """A rule for each parameter: those of the names in `free` take anything, those in `unset` None only.

    >>> sorted(rules(free="tol n_jobs", unset="priors", solver=one_of("svd")))
    ['n_jobs', 'priors', 'solver', 'tol']
    """
    return {**dict.fromkeys(free.split(), anything), **dict.fromkeys(unset.split(), one_of(None)), **bound}


def require(learner: Any, rules: Mapping[str, Rule]) -> dict[str, Any]:
    """The parameters of a learner, when each is known and as its rule says; otherwise a refusal."""
    given: dict[str, Any] = learner.get_params(deep=False)
    name = type(learner).__name__
    for key, value in given.items():
        if key not in rules:
            refuse(f"the parameter `{key}` of {name} is not one that the shortcut knows")
        if not rules[key](value):
            shown = value if isinstance(value, str | int | float | None) else type(value).__name__
            refuse(f"{name} with {key}={_format.quoted(shown)} has no shortcut")
    return given
