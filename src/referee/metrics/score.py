"""What a score is: a measure of scored cases, batched over weights, with the facts that ride on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core.types import Floats, Label, Values
from referee.data.cases import Cases, probability_cases, score_cases

SCORES: dict[str, Score] = {}
"""Every score by its own name."""


@dataclass(frozen=True, eq=False)
class Score:
    """A measure of cases with scores or probabilities, one column a class.

    Call it with `(y_true, y_score)` or with `Predictions` for a checked float, NaN when undefined. `formula` is
    the batched form: the value for each set of weights `(..., n)`, so that resampling is reweighting. An additive
    score is the weighted mean of one number a case, and `losses` gives those.
    """

    name: str
    title: str
    better: Literal["higher", "lower"]
    range: tuple[float, float]
    needs: Literal["probabilities", "scores"]
    additive: bool
    reference: str
    raw: Callable[..., Any] = field(repr=False)
    ends: Callable[[int], tuple[float, float]] = field(repr=False)
    undefined: Callable[[Cases], str | None] = field(repr=False)
    remark: Callable[..., str] = field(repr=False)
    __doc__: str | None = None

    def __repr__(self) -> str:
        return f"<score {self.name}: {self.title}>"

    def __call__(
        self,
        data: Any,
        y_score: Any = None,
        *,
        positive: Label | None = None,
        labels: Sequence[Label] | None = None,
        weights: Any = None,
        **parameters: Any,
    ) -> float:
        """The value for `(y_true, y_score)` or for `Predictions`; NaN when undefined."""
        cases = self.cases(data, y_score, positive=positive, labels=labels, weights=weights)
        return self.value(cases, **parameters)

    def cases(self, data: Any, y_score: Any = None, **options: Any) -> Cases:
        """The checked cases that the score is computed from."""
        make = probability_cases if self.needs == "probabilities" else score_cases
        return make(data, y_score, **options)

    def value(self, cases: Cases, **parameters: Any) -> float:
        """The value for checked cases."""
        return float(self.formula(cases, cases.unit, **parameters))

    def formula(self, cases: Cases, weights: Floats, **parameters: Any) -> Values:
        """The value for each set of weights `(..., n)`, NaN where undefined."""
        if self.undefined(cases) is not None:
            return np.full(weights.shape[:-1], np.nan)
        if not self.additive:
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(self.raw(cases.truth, cases.scores, weights, **parameters))
        losses = self.losses(cases, **parameters)
        endless = np.isinf(losses)
        with np.errstate(invalid="ignore"):
            mean = weights @ np.where(endless, 0.0, losses) / weights.sum(axis=-1)
        return np.asarray(np.where((weights * endless).any(axis=-1), np.inf, mean))

    def losses(self, cases: Cases, **parameters: Any) -> Values:
        """The number that each case adds to an additive score."""
        if not self.additive:
            _check.fail("score", "be a mean over cases", self.name)
        return np.asarray(self.raw(cases.truth, cases.scores, **parameters), dtype=float)


def always(cases: Cases) -> str | None:
    """No reason to be undefined."""
    return None


def every_class(cases: Cases) -> str | None:
    """Why a score that needs a case of each of several classes has no value."""
    if len(cases.labels) < 2:
        return "there is a single class"
    if not cases.absent:
        return None
    names = ", ".join(repr(label) for label in cases.absent[:5])
    return f"no case has the class {names}"


def score(
    title: str,
    *,
    needs: Literal["probabilities", "scores"],
    better: Literal["higher", "lower"] = "higher",
    range: tuple[float, float] = (0.0, 1.0),
    additive: bool = False,
    reference: str = "",
    ends: Callable[[int], tuple[float, float]] | None = None,
    undefined: Callable[[Cases], str | None] = always,
    remark: Callable[..., str] = lambda cases, **parameters: "",
) -> Callable[[Callable[..., Any]], Score]:
    """Register a formula as a score.

    An additive formula takes (truth, scores) and gives one number a case; another takes (truth, scores, weights)
    and gives one value for each set of weights `(..., n)`. Parameters are keyword-only. `ends` is the range for a
    number of classes, where it depends on that.

    >>> @score("Share of the true class", needs="probabilities", additive=True)
    ... def true_share(truth, scores):
    ...     return scores[np.arange(len(truth)), truth]
    >>> true_share([1, 0], [0.75, 0.5])
    0.625
    >>> _ = SCORES.pop("true_share")
    """

    def decorate(function: Callable[..., Any]) -> Score:
        name = function.__name__
        if name in SCORES:
            _check.fail("name", "be new among the scores", name)
        SCORES[name] = Score(
            name=name,
            title=title,
            better=better,
            range=range,
            needs=needs,
            additive=additive,
            reference=reference,
            raw=function,
            ends=ends or (lambda k: range),
            undefined=undefined,
            remark=remark,
            __doc__=function.__doc__,
        )
        return SCORES[name]

    return decorate
