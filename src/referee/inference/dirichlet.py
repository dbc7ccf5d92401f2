"""Draws of cell shares from a Dirichlet distribution on the counts."""

from __future__ import annotations

from itertools import product

import numpy as np

from referee.core import ConfusionMatrix
from referee.core.types import Codes, Counts, Floats

MOST_WEIGHTS = 4_000_000
"""Random weights of clusters that are held at a time."""


def draws(
    matrix: ConfusionMatrix, generator: np.random.Generator, *, size: int | None = None, order: Codes | None = None
) -> Counts:
    """Tables of shares drawn from a Dirichlet on (cells + 1/(K(K-1))) f: shape `(size, K, K)`.

    The off-diagonal cells, which are errors, have one case more together; with two classes each cell has a half
    (Jeffreys). An empty cell can occur in a draw, as it can in the next test set. f makes the sum n - 2, so that a
    share p varies by p (1 - p) / (n - 1), as in samples. `python -m tools.validity labels` measures
    how quantiles of metrics of the draws cover. It errs where a class has one or two cases. With importance
    weights a cell is a gamma variable with the mean and variance of its weighted Bayesian bootstrap, and n Kish's
    number. `order` is that of the classes in which cells are drawn. References: rubin1981, kish1965.
    """
    k = len(matrix.labels)
    count = size or draw_count(k)
    prior = 1.0 / (k * max(1, k - 1))
    shape, scale = _gamma_of(matrix, prior)
    n = matrix.counts.sum() if matrix.squares is None else matrix.counts.sum() ** 2 / matrix.squares.sum()
    return _gammas(generator, shape * variance_factor(float(n), prior * k**2), scale, count, order)


def draw_clusters(tables: Counts, generator: np.random.Generator, size: int) -> Counts:
    """Sums of the tables of G clusters with random weights: shape `(size, K, K)`.

    Each weight is gamma(f), f that of `variance_factor` for G clusters, so that the mean over clusters varies as in
    samples of them. To each cell a gamma of 1/(K(K-1)) cases is added, as `draws` does, times the mean size of a
    cluster: an error that was not seen may come in a whole cluster. The order of the clusters does not matter. It errs
    under 30 clusters. References: rubin1981, field2007.

    >>> tables = np.array([[[3, 0], [0, 0]], [[0, 0], [0, 4]]] * 20)
    >>> drawn = draw_clusters(tables, np.random.default_rng(0), 2000)
    >>> drawn.shape, bool(abs(drawn[:, 1, 1].mean() / drawn[:, 0, 0].mean() - 4 / 3) < 0.02)
    ((2000, 2, 2), True)
    """
    count, k = tables.shape[:2]
    flat = tables.reshape(count, -1).astype(float)
    flat = flat[np.lexsort(flat.T)]
    prior, unit = 1.0 / (k * max(1, k - 1)), float(flat.sum() / count)
    factor = variance_factor(count, prior * k**2)
    out = np.empty((size, k * k))
    step = max(1, MOST_WEIGHTS // count)
    for start in range(0, size, step):
        rows = out[start : start + step]
        rows[:] = generator.standard_gamma(factor, size=(len(rows), count)) @ flat
        rows += unit * generator.standard_gamma(prior * factor, size=rows.shape)
    return out.reshape(size, k, k)


def variance_factor(n: float, added: float) -> float:
    """What a Dirichlet on n cases and some added is multiplied by, for a sum of n - 2 (1 at least).

    A share p of it then has the variance p (1 - p) / (n - 1), the unbiased one of a sample.

    >>> variance_factor(10, 2)
    0.6666666666666666
    """
    return max(n - 2, 1.0) / (n + added)


def stratified_draws(
    matrix: ConfusionMatrix, generator: np.random.Generator, shares: Floats, order: Codes | None = None
) -> Counts:
    """As `draws`, each true class apart (on its cells + 1/K) and put together in the given shares."""
    k = len(matrix.labels)
    shape, scale = _gamma_of(matrix, 1.0 / k)
    rows = _gammas(generator, shape, scale, draw_count(k), order)
    return rows / rows.sum(axis=-1, keepdims=True) * shares[:, None]


def draw_count(k: int) -> int:
    """How many draws: 10,000, fewer (at least 1,000) when the table is large."""
    return int(np.clip(20_000_000 // (k * k), 1_000, 10_000))


def _gammas(
    generator: np.random.Generator, shape: Floats, scale: Floats, count: int, order: Codes | None
) -> Counts:
    """Draws of shape `(count, K, K)`, laid out cell by cell in memory: sums over cells then run along draws."""
    drawn = np.empty((*shape.shape, count))
    for cell in product(range(len(shape)) if order is None else order.tolist(), repeat=2):
        generator.standard_gamma(shape[cell], out=drawn[cell])
    drawn *= scale[..., None]
    return np.moveaxis(drawn, -1, 0)


def _gamma_of(matrix: ConfusionMatrix, prior: float) -> tuple[Floats, Floats]:
    """Shape and scale of each cell's gamma variable."""
    counts = matrix.counts.astype(float)
    if matrix.squares is None:
        return counts + prior, np.ones_like(counts)
    unit = matrix.squares.sum() / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, variance = counts + prior * unit, matrix.squares + prior * unit**2
    return mean**2 / variance, variance / mean
