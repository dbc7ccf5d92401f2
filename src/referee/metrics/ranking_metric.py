"""Metrics of a ranking: functions of the positives and negatives at each distinct score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from referee import _check
from referee.core import Answers, Ranking
from referee.core.types import Floats, Values
from referee.metrics.metric import Metric, Undefined, clip, kish

NO_POSITIVE = "there is no positive case"
NO_NEGATIVE = "there is no negative case"
NO_CASE = "there is no case"


@dataclass(frozen=True, eq=False, repr=False)
class RankingMetric(Metric):
    """A measure of a ranking.

    `formula` is the raw batched form: positives and negatives of shape `(..., G)` at the distinct scores, best first.
    `influence` of positives and negatives `(G,)` gives what one case adds to the value at each score: of a positive
    case in its first row, of a negative one in its second; a metric of shape "influence" has one. Its value times
    `unit` (1 when there is none) is a share of the positive cases. `removal` says the same as `influence` by taking a
    case away, where that is more than a small change of its weight. `bias` of positives, negatives and the sums of
    their squared weights says how far values of samples lie too high.
    """

    influence: Callable[..., tuple[Floats, Floats]] | None = field(default=None, repr=False)
    removal: Callable[..., tuple[Floats, Floats]] | None = field(default=None, repr=False)
    unit: Callable[..., float] | None = field(default=None, repr=False)
    bias: Callable[..., float] | None = field(default=None, repr=False)

    def formula(self, positives: Values, negatives: Values) -> Values:
        """The metric for each leading index, NaN where it is undefined."""
        with np.errstate(divide="ignore", invalid="ignore"):
            value = np.asarray(self.raw(positives, negatives, **self.parameters), dtype=float)
        return np.where(np.isfinite(value), value, np.nan)

    def sees(self, data: Any) -> Ranking:
        """The ranking by the score of the positive class."""
        ranking = data.ranking if isinstance(data, Answers) else data
        if not isinstance(ranking, Ranking):
            hint = "Or pass y_true and y_score."
            _check.fail("data", "be answers with a score, or a Ranking", type(ranking).__name__, hint)
        return ranking

    def value_of(self, seen: Ranking) -> float:
        """The value for a ranking; NaN when undefined."""
        if self.why_undefined(seen) is not None:
            return float("nan")
        return clip(self.formula(seen.positives, seen.negatives), self.range)

    def why_undefined(self, seen: Ranking) -> str | None:
        """The reason when a ranking lacks what the metric needs."""
        reason = self.undefined.reason
        if reason is not None:
            return reason(seen)
        value = self.formula(seen.positives, seen.negatives)
        return self.undefined.sentence if np.isnan(value) else None

    def share_unit(self, seen: Ranking) -> float:
        """What makes the value a share of the positive cases."""
        return 1.0 if self.unit is None else self.unit(seen.positives, seen.negatives, **self.parameters)

    def share_units(self, seen: Ranking) -> tuple[float, float]:
        """The same for these cases, and for any number of them: a top of whole cases is rounded; smaller first."""
        if self.unit is None:
            return 1.0, 1.0
        totals = (np.array([float(total)]) for total in (seen.n_positive, seen.n_negative))
        asked, own = self.unit(*totals, **self.parameters), self.share_unit(seen)
        return min(own, asked), max(own, asked)

    def influences(self, seen: Ranking) -> tuple[Floats, Floats]:
        """What one positive, and what one negative case at each score adds to the value."""
        if self.influence is None:
            _check.fail("influence", f"be given with the metric {self.name}, whose shape is 'influence'", "None")
        if not seen.weighted:
            return self.influence(seen.positives, seen.negatives, **self.parameters)
        unit = (
            effective_n(seen) / seen.n
        )  # weights of Kish's number of cases: no unit of weight is the natural one
        found = self.influence(unit * seen.positives, unit * seen.negatives, **self.parameters)
        return unit * found[0], unit * found[1]

    def removals(self, seen: Ranking) -> tuple[Floats, Floats]:
        """What one positive, and what one negative case at each score adds, by taking it away where that is known."""
        if self.removal is None or seen.weighted:
            return self.influences(seen)
        return self.removal(seen.positives, seen.negatives, **self.parameters)

    def bias_of(self, seen: Ranking) -> float:
        """How far values of samples lie too high; 0 when that is not known."""
        if self.bias is None:
            return 0.0
        squares = seen.positive_squares, seen.negative_squares
        masses = (seen.positives, seen.negatives)
        own = (mass if square is None else square for mass, square in zip(masses, squares, strict=True))
        return self.bias(*masses, *own, **self.parameters)

    def n_of(self, seen: Ranking) -> float:
        """Number of cases, with importance weights Kish's effective number."""
        return effective_n(seen)


def effective_n(ranking: Ranking) -> float:
    """The number of cases of a ranking; with importance weights Kish's effective number."""
    if ranking.positive_squares is None or ranking.negative_squares is None:
        return float(ranking.n)
    return kish(ranking.n, float(ranking.positive_squares.sum() + ranking.negative_squares.sum()))


def lacks_a_class(ranking: Ranking) -> str | None:
    """The reason when a ranking has no positive or no negative case, else None."""
    if not ranking.n_positive:
        return NO_POSITIVE if ranking.n_negative else NO_CASE
    return None if ranking.n_negative else NO_NEGATIVE


def lacks_positives(ranking: Ranking) -> str | None:
    """The reason when a ranking has no positive case, else None."""
    return None if ranking.n_positive else (NO_POSITIVE if ranking.n_negative else NO_CASE)


LACKS_A_CLASS = Undefined("there is no positive or no negative case", reason=lacks_a_class)
LACKS_POSITIVES = Undefined("there is no positive case", reason=lacks_positives)
