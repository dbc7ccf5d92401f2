"""Cohen's kappa, plain and weighted."""

from dataclasses import replace

import numpy as np

from referee import _check
from referee.metrics.registry import Counts, Floats, Values, metric, register


@metric(
    "Cohen's kappa",
    range=(-1.0, 1.0),
    undefined="every case is of one class and predicted so",
    reference="cohen1968",
    aliases=("cohen_kappa", "cohens_kappa"),
)
def kappa(counts: Counts, *, weights: str = "none") -> Values:
    """Agreement beyond chance: 1 - sum(v C) / sum(v E), E_ij = t_i q_j / n the table expected from the margins.

    The disagreement v of two classes is 1 for any two different classes; with `weights` "linear" or "quadratic" it
    grows with the distance between their places in the order of labels, which must then mean something.

    >>> kappa([1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1])
    0.25
    """
    t, q = counts.sum(axis=-1), counts.sum(axis=-2)
    if weights == "none":  # from the margins: a table of disagreements has as many cells as the counts
        observed = (t - np.diagonal(counts, axis1=-2, axis2=-1)).sum(axis=-1)
        return np.asarray(1 - t.sum(axis=-1) * observed / (t * (q.sum(axis=-1, keepdims=True) - q)).sum(axis=-1))
    v = _disagreement(counts.shape[-1], weights)
    observed, expected = np.einsum("...ij,ij->...", counts, v), np.einsum("...i,ij,...j->...", t, v, q)
    return np.asarray(1 - t.sum(axis=-1) * observed / expected)


def _disagreement(size: int, weights: str) -> Floats:
    _check.choice("weights", weights, ("none", "linear", "quadratic"))
    gap = np.abs(np.arange(size)[:, None] - np.arange(size)[None, :]).astype(float)
    return gap if weights == "linear" else gap**2


for _growth in ("linear", "quadratic"):
    _title = f"Cohen's kappa, {_growth} weights"
    register(replace(kappa.using(weights=_growth), name=f"kappa_{_growth}", title=_title, ordinal=True))
