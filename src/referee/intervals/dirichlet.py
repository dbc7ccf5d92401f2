"""Draws of cell shares from a Dirichlet distribution on the counts."""

from __future__ import annotations

import numpy as np

from referee.core.confusion import ConfusionMatrix
from referee.core.types import Counts, Floats

ENOUGH = 1_000
"""With fewer draws their spread is used, not their quantiles."""


def draws(matrix: ConfusionMatrix, generator: np.random.Generator, *, size: int | None = None) -> Counts:
    """Tables of shares drawn from a Dirichlet on cells + 1/K^2: shape `(size, K, K)`.

    Metrics of the draws have quantiles that cover .922-.969 of a nominal .95 for MCC over six worlds where the
    percentile bootstrap falls to .653: an empty cell can occur in a draw, as it can in the next test set. With
    importance weights a cell is a gamma variable with the mean and variance of its weighted Bayesian bootstrap.
    Of more than 141 classes only cells that occurred are drawn (the others weigh less than one case together).
    References: rubin1981, kish1965.
    """
    k = len(matrix.labels)
    count = size or draw_count(k)
    shape, scale = _gamma_of(matrix, 1.0 / k**2)
    return _gammas(generator, shape, scale, count)


def stratified_draws(matrix: ConfusionMatrix, generator: np.random.Generator, shares: Floats) -> Counts:
    """As `draws`, each true class apart (on its cells + 1/K) and put together in the given shares."""
    k = len(matrix.labels)
    shape, scale = _gamma_of(matrix, 1.0 / k)
    rows = _gammas(generator, shape, scale, draw_count(k))
    return rows / rows.sum(axis=-1, keepdims=True) * shares[:, None]


def draw_count(k: int) -> int:
    """How many draws: 10,000, fewer (at least 64) when the table is large."""
    return int(np.clip(20_000_000 // (k * k), 64, 10_000))


def _gammas(generator: np.random.Generator, shape: Floats, scale: Floats, count: int) -> Counts:
    """Draws of shape `(count, K, K)`, laid out cell by cell in memory: sums over cells then run along draws."""
    if draw_count(len(shape)) >= ENOUGH:
        drawn = generator.standard_gamma(shape[..., None], size=(*shape.shape, count))
    else:
        drawn = np.zeros((*shape.shape, count))
        used = shape > 1 / len(shape)
        drawn[used] = generator.standard_gamma(shape[used][:, None], size=(int(used.sum()), count))
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
