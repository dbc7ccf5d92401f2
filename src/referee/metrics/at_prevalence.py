"""The same classifier where the classes occur in other shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _check
from referee.core.types import Counts


def at_prevalence(counts: Counts, shares: Sequence[float]) -> Counts:
    """Counts `(..., K, K)` with the classes in the given shares, each class answered as it was before.

    Row k becomes shares_k n C_k. / t_k: within each class, cases in use are taken to be like the test cases. A
    class without cases whose share is not 0 makes its row NaN.

    >>> at_prevalence(np.array([[72, 28], [37, 63]]), [0.9, 0.1]).round(1).tolist()
    [[129.6, 50.4], [7.4, 12.6]]
    """
    table = _check.floats("counts", counts)
    if table.ndim < 2 or table.shape[-1] != table.shape[-2]:
        _check.fail("counts", "be K x K counts", f"shape {table.shape}")
    if np.shape(shares) != (table.shape[-1],):
        _check.fail("shares", f"be the shares of the {table.shape[-1]} classes", _check.show_value(shares))
    rows = table.sum(axis=-1, keepdims=True)
    share = _check.floats("shares", shares)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = share * table.sum(axis=(-2, -1), keepdims=True) * table / rows
    return np.asarray(np.where(share == 0, 0.0, scaled))
