"""The bootstrap of a label metric: resampling cases is reweighting counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import numpy as np

from referee import _check
from referee.core.types import Counts, Floats, Values
from referee.inference._bootstrap import Kind as Kind
from referee.inference._bootstrap import acceleration, limits


def replicates(counts: Counts, generator: np.random.Generator, resamples: int = 2000) -> Counts:
    """Confusion tables of `resamples` bootstrap samples: multinomial draws over the cells, shape `(resamples, K, K)`.

    Drawing n cases with replacement changes a table only through how often each cell is drawn, so this is exact for
    unweighted, independent cases, whatever n is.

    >>> replicates(np.array([[50, 10], [5, 35]]), np.random.default_rng(0), 3).sum(axis=(1, 2)).tolist()
    [100, 100, 100]
    """
    counts = _check_counts(counts)
    _check.instance("generator", generator, np.random.Generator)
    resamples = _check.whole("resamples", resamples, least=1)
    cells = counts.ravel()
    used = np.flatnonzero(cells)
    total = int(cells.sum())
    if not total:
        _check.fail("counts", "hold at least one case", "none")
    out = np.zeros((resamples, cells.size), dtype=np.int64)
    out[:, used] = generator.multinomial(total, cells[used] / total, size=resamples)
    return out.reshape(resamples, *counts.shape)


def weighted_replicates(
    cell: Counts, weights: Floats, shape: tuple[int, int], generator: np.random.Generator, resamples: int = 2000
) -> Counts:
    """Tables of summed weights of bootstrap samples: cases are drawn, as (cell, weight) classes, not sums."""
    classes, copies = np.unique(np.stack([cell, weights]), axis=1, return_counts=True)
    cells = shape[0] * shape[1]
    spread = np.zeros((classes.shape[1], cells))
    spread[np.arange(classes.shape[1]), classes[0].astype(int)] = classes[1]
    out = np.empty((resamples, cells))
    block = max(1, 4_000_000 // classes.shape[1])
    for start in range(0, resamples, block):
        drawn = generator.multinomial(len(weights), copies / len(weights), size=min(block, resamples - start))
        out[start : start + len(drawn)] = drawn @ spread
    return out.reshape(resamples, *shape)


def bootstrap_limits(
    value: float, drawn: Values, level: float, kind: Kind, jackknife: Values | None = None
) -> Floats:
    """Limits from bootstrap replicates of a value: percentile, basic, or bias-corrected and accelerated.

    `jackknife` are the influence pairs (values, multiplicities) that BCa needs. Undefined replicates are left out.
    Reference: efron1987.

    >>> bootstrap_limits(0.5, np.linspace(0, 1, 101), 0.9, "percentile").round(2).tolist()
    [0.05, 0.95]
    """
    level = _check.fraction("level", level)
    if np.ndim(_check.floats("value", value)):
        _check.fail("value", "be a number", _check.show_value(value))
    _check.choice("kind", kind, get_args(Kind))
    drawn, skew = _check.floats("drawn", drawn).ravel(), None
    if jackknife is not None:
        jackknife = _check.floats("jackknife", jackknife)
        if jackknife.ndim != 2 or len(jackknife) != 2 or not jackknife.size:
            _check.fail("jackknife", "be two rows: values and multiplicities", f"shape {jackknife.shape}")
        values, copies = jackknife[:, np.isfinite(jackknife[0])]
        skew = acceleration(values, copies) if len(values) else 0.0
    return limits(float(value), drawn[np.isfinite(drawn)], level, kind, skew)


def jackknife_of(formula: Callable[[Counts], Values], counts: Counts) -> Values:
    """The value without one case of each used cell, and how many such cases there are: shape `(2, cells)`."""
    used = np.flatnonzero(counts)
    without = np.repeat(counts.ravel()[None, :], len(used), axis=0)
    without[np.arange(len(used)), used] -= 1
    return np.stack([formula(without.reshape(-1, *counts.shape)), counts.ravel()[used]])


def _check_counts(value: Any) -> Counts:
    """Counts of at least one dimension, none of them negative; whole ones stay whole."""
    found = np.asarray(value) if isinstance(value, np.ndarray) else _check.floats("counts", value)
    if found.dtype.kind not in "biuf" or found.ndim < 1 or not found.size:
        _check.fail("counts", "be an array of counts of at least 1 dimension", _check.show_value(value))
    if not (found >= 0).all() or not np.isfinite(found).all():
        _check.fail("counts", "hold finite counts of at least 0", _check.show_value(value))
    if float(found.sum()) > _check.MOST:
        _check.fail("counts", f"hold at most {_check.MOST} cases", float(found.sum()))
    return found
