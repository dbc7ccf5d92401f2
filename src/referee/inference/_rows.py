"""Engine: resampling rows is reweighting them. One drawing for cases, for kinds of cases and for whole clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from referee import _format
from referee.core import Answers, Interval, Ranking
from referee.core.evidence import Limits
from referee.core.tables import Labelled
from referee.core.types import Array, Codes, Floats, Values
from referee.inference._bootstrap import drawn_quantiles
from referee.inference.proportion import beta_limits

BLOCK = 1 << 21
"""Random weights that are held at a time."""

LEAST_CLUSTERS = 6
"""Clusters below which there is no honest standard error, and so neither an interval nor a test."""


@dataclass(frozen=True)
class Rows:
    """Rows to draw again: what each weighs, the cases that it stands for, its group."""

    mass: Floats
    times: Codes | None
    groups: Codes | None

    def draw(self, value: Callable[[Floats], Values], generator: np.random.Generator, size: int = 2000) -> Values:
        """A function of the weights of the rows, in each of many samples."""
        return np.concatenate([value(weights) for weights in self._weights(size, generator)])

    def _weights(self, size: int, generator: np.random.Generator) -> Iterator[Floats]:
        """Weights of the rows, `(draws, rows)` in blocks: cases, or whole groups of them, drawn as they came.

        A row that stands for several cases is drawn as often as they are. How many cases of a class there are varies
        too, as it does in samples: a value that depends on the class shares would else seem surer than it is.
        """
        n, block = len(self.mass), max(1, BLOCK // len(self.mass))
        for start in range(0, size, block):
            count = min(block, size - start)
            if self.groups is not None:
                yield _times(generator, count, int(self.groups.max()) + 1)[:, self.groups] * self.mass
            elif self.times is None:
                yield _times(generator, count, n) * self.mass
            else:
                total = int(self.times.sum())
                yield generator.multinomial(total, self.times / total, size=count).astype(float)


def _times(generator: np.random.Generator, size: int, n: int) -> Floats:
    """How often each of n units is drawn in n draws with replacement, `size` times."""
    picks = generator.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(float)


def regroup(weights: Array, place: Codes, size: int) -> Floats:
    """Sums of the weights of rows `(..., rows)` by the place of each row, `(..., size)`."""
    from scipy.sparse import csr_array

    rows = np.arange(len(place))
    table = csr_array((np.ones(len(rows)), (rows, place)), shape=(len(rows), size))
    return np.asarray(weights @ table)


class ValueLimits(NamedTuple):
    """The limits of a value for a tail and the method that gives them, or why there are none; and what else to know."""

    limits: Callable[[float], Limits] | None = None
    method: str = ""
    remark: str = ""
    absent: str = ""

    @property
    def note(self) -> str:
        """What is said beside the value."""
        return "; ".join(filter(None, (self.absent and f"no interval: {self.absent}", self.remark)))

    def interval(self, value: float, level: float) -> Interval | None:
        """The interval of the value, which it holds."""
        if self.limits is None:
            return None
        low, high = self.limits((1 - level) / 2)
        return Interval(min(low, value), max(high, value), level, self.method)


def bootstrap_limits(
    drawn: Values, value: float, span: tuple[float, float], fewest: float, *, clustered: bool
) -> ValueLimits:
    """The percentiles of resampled values, for a range of 0 to 1 not narrower than beta limits."""
    defined = drawn[np.isfinite(drawn)]
    note = f"{len(drawn) - len(defined)} of {len(drawn)} resamples undefined" if len(defined) < len(drawn) else ""
    unit = span == (0.0, 1.0)
    if not len(defined) or np.ptp(defined) < 1e-12:
        if not unit or clustered or value not in (0.0, 1.0):
            return ValueLimits(absent="every resample gives the same value")
        method = f"Clopper-Pearson on the {fewest:.4g} cases of the rarest class"
        return ValueLimits(lambda tail: beta_limits(value, fewest, tail), method, note)
    method = f"bootstrap percentile over {'groups' if clustered else 'cases'}"
    beta, worth = "beta with its variance", 0.0
    if unit and 0 < value < 1:
        worth = value * (1 - value) / float(defined.var())
    elif unit and not clustered:  # a value at the end of its range tells little of its variance
        beta, worth = "beta for the cases of the rarest class", fewest

    def limits(tail: float) -> Limits:
        low, high = drawn_quantiles(defined, np.array([tail, 1 - tail])).tolist()
        if worth:
            ends = beta_limits(value, worth, tail)
            low, high = min(low, ends[0]), max(high, ends[1])
        return min(low, value), max(high, value)

    return ValueLimits(limits, f"wider of {method} and {beta}" if worth else method, note)


def clusters_of(data: Labelled | Ranking) -> Codes | None:
    """The cluster of each row as a number; None where cases come alone."""
    return data.group_codes if isinstance(data, Labelled) and data.groups is not None else None


def positive_scores(data: Answers) -> Floats:
    """The score of each row for the positive class."""
    scores = data.need_scores()
    return scores if scores.ndim == 1 else scores[:, data.positive_code]


def few_clusters(groups: Codes | None) -> str:
    """Why the clusters of the rows are too few; empty when they are not, or when there are none."""
    return "" if groups is None else too_few(int(groups.max()) + 1)


def too_few(clusters: int) -> str:
    """Why so many clusters give neither interval nor test; empty when they do.

    >>> too_few(1), too_few(5), too_few(6)
    ('1 cluster is too few: 6 are needed', '5 clusters are too few: 6 are needed', '')
    """
    if clusters >= LEAST_CLUSTERS:
        return ""
    verb = "is" if clusters == 1 else "are"
    return f"{_format.plural(clusters, 'cluster')} {verb} too few: {LEAST_CLUSTERS} are needed"


def on_bins(low: float, high: float) -> str:
    """Between which values the order within bins of the score leaves a metric; empty when there is but one."""
    return "" if low == high else f"on bins of the score, between {low:.7g} and {high:.7g}"
