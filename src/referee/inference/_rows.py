"""Engine: resampling rows is reweighting them. One drawing for cases, for kinds of cases and for whole clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from referee.core.types import Codes, Floats, Values

BLOCK = 1 << 21
"""Random weights that are held at a time."""


def drawn_weights(
    truth: Codes,
    mass: Floats,
    times: Codes | None,
    groups: Codes | None,
    size: int,
    generator: np.random.Generator,
) -> Iterator[Floats]:
    """Weights of the rows, `(draws, rows)` in blocks: cases drawn within each class, or whole groups of cases.

    A row that stands for several cases is drawn as often as they are: a multinomial over the rows of its class.
    """
    block = max(1, BLOCK // len(truth))
    classes = [np.flatnonzero(truth == c) for c in np.unique(truth)]
    for start in range(0, size, block):
        count = min(block, size - start)
        if groups is not None:
            total = int(groups.max()) + 1
            yield _times(generator, count, total)[:, groups] * mass
            continue
        weights = np.zeros((count, len(truth)))
        for rows in classes:
            if times is None:
                weights[:, rows] = _times(generator, count, len(rows))
            else:
                own = times[rows]
                weights[:, rows] = generator.multinomial(int(own.sum()), own / own.sum(), size=count)
        yield weights if times is not None else weights * mass


def drawn_values(
    value: Callable[[Floats], Values],
    truth: Codes,
    mass: Floats,
    times: Codes | None,
    groups: Codes | None,
    size: int,
    generator: np.random.Generator,
) -> Values:
    """A function of the weights of the rows, in each of many samples."""
    return np.concatenate([value(w) for w in drawn_weights(truth, mass, times, groups, size, generator)])


def _times(generator: np.random.Generator, size: int, n: int) -> Floats:
    """How often each of n units is drawn in n draws with replacement, `size` times."""
    picks = generator.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(float)


def regrouped(weights: Floats, place: Codes, size: int) -> Floats:
    """Sums of the weights of rows `(..., rows)` by the place of each row, `(..., size)`."""
    from scipy.sparse import csr_array

    rows = np.arange(len(place))
    table = csr_array((np.ones(len(rows)), (rows, place)), shape=(len(rows), size))
    return np.asarray(weights @ table)
