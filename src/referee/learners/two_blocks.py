"""Null worlds for two learners, made of the user's own data."""

from __future__ import annotations

import numpy as np

from referee import _check, _rng
from referee.core.types import Array, Column, Floats, Rng, Table
from referee.data.column import labels_column
from referee.data.encode import encode

JITTER = 0.25
"""The noise added to a drawn value, in standard deviations of its feature within its class."""

CELLS = 10**8
"""A world has at most so many cells in a block: 800 MB."""

FEW = 10
"""A feature with at most so many values is taken as it is: noise would make it another kind of feature."""


def two_blocks(X: Table, y: Column, n: int, *, rng: Rng = None) -> tuple[Floats, Array]:
    """N cases with two blocks of features that are equally good: the same learner on either has the same true error.

    A case gets a class (in the shares of `y`), and then each block independently the features of a random case of
    that class, with normal noise of a quarter of the standard deviation within the class so that no case occurs
    twice. A learner that sees the first block only and one that sees the second are exchangeable, so every rejection
    is a false alarm. The columns of the first block come first. It errs as a picture of the user's data: features
    with gaps or limits are smoothed over, and within a class the blocks are independent. Reference: dietterich1998.

    >>> made, labels = two_blocks([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1], 10, rng=1)
    >>> made.shape, labels.tolist()
    ((10, 2), [0, 0, 0, 0, 0, 1, 1, 1, 1, 1])
    """
    values = _check.floats("X", X)
    if values.ndim != 2:
        _check.fail("X", "be a table of numbers, one row per case", f"{values.ndim} dimensions")
    (codes,), labels = encode(labels_column("y", y))
    if len(codes) != len(values):
        _check.fail("X", f"have as many rows as `y` ({len(codes)})", len(values))
    size = _check.whole("n", n, least=2 * len(labels))
    if size * values.shape[1] > CELLS:
        _check.fail("n", f"be at most {CELLS // max(1, values.shape[1])} for {values.shape[1]} features", size)
    draw = _rng.stream(_rng.seed_of(rng), "two_blocks")
    counts = np.bincount(codes)
    share = np.floor(np.r_[0, np.cumsum(counts)] * size / len(codes) + 0.5)
    blocks, made = [], []
    plain = np.array([len(np.unique(column)) <= FEW for column in values.T])
    for code, wanted in enumerate(np.diff(share).astype(int)):
        own = values[codes == code]
        noise = np.where(plain, 0.0, JITTER * own.std(axis=0))
        pair = [
            own[draw.integers(len(own), size=wanted)] + noise * draw.normal(size=(wanted, values.shape[1]))
            for _ in range(2)
        ]
        blocks.append(np.concatenate(pair, axis=1))
        made.append(np.full(wanted, code))
    return np.concatenate(blocks), np.asarray(labels)[np.concatenate(made)]
