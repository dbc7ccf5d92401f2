"""The same classifier where the classes occur in other shares."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.types import Counts


def at_prevalence(counts: Counts, shares: Sequence[float]) -> Counts:
    """Counts `(..., K, K)` with the classes in the given shares, each class answered as it was before.

    Row k becomes shares_k n C_k. / t_k: within each class, cases in use are taken to be like the test cases. A
    class without cases whose share is not 0 makes its row NaN.

    >>> at_prevalence(np.array([[72, 28], [37, 63]]), [0.9, 0.1]).round(1).tolist()
    [[129.6, 50.4], [7.4, 12.6]]
    """
    table = np.asarray(counts, dtype=float)
    rows = table.sum(axis=-1, keepdims=True)
    share = np.asarray(shares, dtype=float)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = share * table.sum(axis=(-2, -1), keepdims=True) * table / rows
    return np.asarray(np.where(share == 0, 0.0, scaled))
