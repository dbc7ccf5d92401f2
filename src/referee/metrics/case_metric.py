"""Metrics of scored cases: of probabilities, or of one column of scores per class."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Answers
from referee.core.cases import Cases, Projection
from referee.core.tables import all_finite, pieces
from referee.core.types import Array, Floats, Values
from referee.metrics.metric import Metric, Undefined, clip


@dataclass(frozen=True, eq=False, repr=False)
class CaseMetric(Metric):
    """A measure of cases with scores or probabilities, one column per class.

    A mean, and a skill, takes (truth, scores) and gives one loss per row; any other takes (truth, scores, weights) and
    gives one value for each set of weights `(..., rows)`, so that resampling is reweighting. One of shape "influence"
    takes the `Placements` of the cases and gives its value with the influence of each row. `note` says what must be
    known of the cases. A mean of areas says which: it can then be had from columns that were counted apart. `extremes`
    of the scores gives the least and the largest loss that a case with one of these rows of scores could have.
    """

    bounds: Callable[[int], tuple[float, float]] | None = field(default=None, repr=False)
    note: Callable[..., str] | None = field(default=None, repr=False)
    extremes: Callable[..., tuple[float, float]] | None = field(default=None, repr=False)
    areas: Literal["", "each pair", "each class", "each class by its share"] = ""

    def formula(self, cases: Cases, weights: Floats) -> Values:
        """The value for each set of weights `(..., rows)`, NaN where undefined."""
        if self.why_undefined(cases) is not None:
            return np.full(weights.shape[:-1], np.nan)
        if self.shape == "influence":
            each = [self.raw(replace(cases.placements, mass=w))[0] for w in weights.reshape(-1, weights.shape[-1])]
            return np.reshape(each, weights.shape[:-1])
        if self.shape == "skill":
            shares, lost = self.frequency_losses(cases, weights)
            base = np.where(shares > 0, shares * np.where(shares > 0, lost, 0.0), 0.0).sum(axis=-1)
            return np.asarray(1 - mean_loss(self.losses(cases), weights) / base)
        if self.shape != "mean":
            with np.errstate(divide="ignore", invalid="ignore"):
                return np.asarray(self.raw(cases.truth, cases.scores, weights, **self.parameters))
        return mean_loss(self.losses(cases), weights)

    def project(self, cases: Cases) -> Projection:
        """The value, and the influence of each row on it."""
        if self.shape != "influence":
            _check.fail("metric", "know the influence of a case", self.name)
        value, rows = self.raw(cases.placements, **self.parameters)
        return clip(value, self.range), rows

    def losses(self, cases: Cases) -> Values:
        """The number that each row adds to a mean."""
        out = np.empty(len(cases.truth))
        for rows in pieces(len(out)):
            out[rows] = self.losses_of(cases, rows)
        return out

    def losses_of(self, cases: Cases, rows: slice) -> Values:
        """The numbers that some rows add to a mean."""
        if self.shape not in ("mean", "skill"):
            _check.fail("metric", "be a mean over cases", self.name)
        return np.asarray(self.raw(cases.truth[rows], cases.scores[rows], **self.parameters))

    def losses_if(self, cases: Cases, c: int) -> Values:
        """The losses of the rows if all were of class c."""
        return self.losses(replace(cases, truth=np.full(len(cases.truth), c)))

    def frequency_losses(self, cases: Cases, weights: Floats) -> tuple[Values, Values]:
        """The share of each class `(..., K)` for each set of weights, and what a forecast of the shares loses there."""
        k = len(cases.labels)
        shares = class_shares(cases.truth, k, weights)
        forecasts = np.repeat(shares.reshape(-1, k), k, axis=0)
        lost = self.raw(np.tile(np.arange(k), len(forecasts) // k), forecasts)
        return shares, np.asarray(lost).reshape(shares.shape)

    def sees(self, data: Any) -> Cases:
        """The rows with one column per class."""
        if isinstance(data, Cases):
            return data
        if not isinstance(data, Answers):
            hint = "Or pass y_true and y_score."
            _check.fail("data", "be answers with scores", type(data).__name__, hint)
        return data.cases(probabilities=self.needs == "probabilities")

    def value_of(self, seen: Cases) -> float:
        """The value for checked cases; NaN when undefined."""
        if self.shape == "influence" and self.why_undefined(seen) is None:
            return self.project(seen)[0]
        return float(self.formula(seen, seen.mass))

    def n_of(self, seen: Cases) -> float:
        """Number of cases, with importance weights Kish's effective number."""
        return seen.n_effective

    def why_undefined(self, seen: Cases) -> str | None:
        """The reason when the metric has no value on these cases."""
        return None if self.undefined.reason is None else self.undefined.reason(seen)

    def remark(self, seen: Cases) -> str:
        """What must be known of the value."""
        return "" if self.note is None else self.note(seen, **self.parameters)

    def ends(self, seen: Cases) -> tuple[float, float]:
        """The range for this number of classes."""
        return self.range if self.bounds is None else self.bounds(len(seen.labels))


def mean_loss(losses: Values, weights: Floats) -> Values:
    """The mean of one loss per row for each set of weights `(..., rows)`; infinite when one that has weight is."""
    endless = None if all_finite(losses) else np.isinf(losses)
    finite = losses if endless is None else np.where(endless, 0.0, losses)
    with np.errstate(invalid="ignore"):
        # not by @, which wakes the threads of BLAS for one sum
        mean = np.asarray(np.einsum("...i,i->...", weights, finite) / weights.sum(axis=-1))
    return mean if endless is None else np.where((weights * endless).any(axis=-1), np.inf, mean)


def every_class(cases: Cases) -> str | None:
    """Why a metric that needs a case of each of several classes has no value."""
    if len(cases.labels) < 2:
        return "there is a single class"
    if not cases.absent:
        return None
    names = ", ".join(repr(label) for label in cases.absent[:5])
    return f"no case has the class {names}"


EVERY_CLASS = Undefined("a class has no case", reason=every_class)


def class_shares(truth: Array, k: int, weights: Floats) -> Values:
    """Share of the weight that each class has `(..., K)`.

    >>> class_shares(np.array([0, 1, 1]), 2, np.array([1.0, 1.0, 2.0])).tolist()
    [0.25, 0.75]
    """
    sums = np.stack([weights[..., truth == c].sum(axis=-1) for c in range(k)], axis=-1)
    return np.asarray(sums / weights.sum(axis=-1)[..., None])
