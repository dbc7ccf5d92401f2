"""Engine: resampling rows is reweighting them. One drawing for cases, for kinds of cases and for whole clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from referee import _format
from referee.core import Interval
from referee.core.types import Codes, Floats, Values
from referee.inference.proportion import beta_limits

BLOCK = 1 << 21
"""Random weights that are held at a time."""

LEAST_CLUSTERS = 6
"""Clusters below which there is no honest standard error, and so neither an interval nor a test."""


@dataclass(frozen=True)
class Rows:
    """Rows to draw again: the class of each and what it weighs, the cases that it stands for, its group."""

    truth: Codes
    mass: Floats
    times: Codes | None
    groups: Codes | None

    def draw(self, value: Callable[[Floats], Values], generator: np.random.Generator, size: int = 2000) -> Values:
        """A function of the weights of the rows, in each of many samples."""
        return np.concatenate([value(weights) for weights in self._weights(size, generator)])

    def _weights(self, size: int, generator: np.random.Generator) -> Iterator[Floats]:
        """Weights of the rows, `(draws, rows)` in blocks: cases drawn within each class, or whole groups of cases.

        A row that stands for several cases is drawn as often as they are: a multinomial over the rows of its class.
        """
        block = max(1, BLOCK // len(self.truth))
        classes = [np.flatnonzero(self.truth == c) for c in np.unique(self.truth)]
        for start in range(0, size, block):
            count = min(block, size - start)
            if self.groups is not None:
                yield _times(generator, count, int(self.groups.max()) + 1)[:, self.groups] * self.mass
                continue
            weights = np.zeros((count, len(self.truth)))
            for rows in classes:
                if self.times is None:
                    weights[:, rows] = _times(generator, count, len(rows)) * self.mass[rows]
                else:
                    own = self.times[rows]
                    weights[:, rows] = generator.multinomial(int(own.sum()), own / own.sum(), size=count)
            yield weights


def _times(generator: np.random.Generator, size: int, n: int) -> Floats:
    """How often each of n units is drawn in n draws with replacement, `size` times."""
    picks = generator.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(float)


def regroup(weights: Floats, place: Codes, size: int) -> Floats:
    """Sums of the weights of rows `(..., rows)` by the place of each row, `(..., size)`."""
    from scipy.sparse import csr_array

    rows = np.arange(len(place))
    table = csr_array((np.ones(len(rows)), (rows, place)), shape=(len(rows), size))
    return np.asarray(weights @ table)


def bootstrap_limits(
    drawn: Values, value: float, level: float, ends: tuple[float, float], fewest: float, *, clustered: bool
) -> tuple[Interval | None, str]:
    """The percentile interval of resampled values, for a range of 0 to 1 not narrower than beta limits."""
    defined = drawn[np.isfinite(drawn)]
    note = f"{len(drawn) - len(defined)} of {len(drawn)} resamples undefined" if len(defined) < len(drawn) else ""
    method = f"bootstrap percentile over {'groups' if clustered else 'cases within classes'}"
    tail, unit = (1 - level) / 2, ends == (0.0, 1.0)
    if not len(defined) or np.ptp(defined) < 1e-12:
        if not unit or clustered or value not in (0.0, 1.0):
            return None, "no interval: every resample gives the same value"
        low, high = beta_limits(value, fewest, tail)
        return Interval(low, high, level, f"Clopper-Pearson on the {fewest:.4g} cases of the rarest class"), note
    low, high = np.quantile(defined, [tail, 1 - tail])
    if unit and 0 < value < 1:
        beta_low, beta_high = beta_limits(value, value * (1 - value) / float(defined.var()), tail)
        low, high = min(low, beta_low), max(high, beta_high)
        method = f"wider of {method} and beta with its variance"
    return Interval(min(low, value), max(high, value), level, method), note


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
