"""Cohen's kappa, plain and weighted."""

import numpy as np

from referee import _check
from referee.core.types import Counts, Floats, Values
from referee.metrics.registry import metric, register, when


def _no_chance_error(counts: Counts) -> Values:
    """Whether truth and prediction are both always the same one class."""
    used = counts != 0
    cells = used.sum(axis=(-2, -1))
    return np.asarray((cells <= 1) & (cells == used.trace(axis1=-2, axis2=-1)))


@metric(
    "Cohen's kappa",
    range=(-1.0, 1.0),
    undefined=when(_no_chance_error, "every case is of one class and predicted so"),
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
    v = _disagreement(counts.shape[-1], weights)
    observed = np.einsum("...ij,ij->...", counts, v)
    return np.asarray(1 - t.sum(axis=-1) * observed / ((t @ v) * q).sum(axis=-1))


def _disagreement(size: int, weights: str) -> Floats:
    _check.choice("weights", weights, ("none", "linear", "quadratic"))
    gap = np.abs(np.arange(size)[:, None] - np.arange(size)[None, :]).astype(float)
    return {"none": (gap > 0).astype(float), "linear": gap, "quadratic": gap**2}[weights]


def _variant(weights: str) -> None:
    from dataclasses import replace

    bound = kappa.using(weights=weights)
    title = f"Cohen's kappa, {weights} weights"
    register(replace(bound, name=f"kappa_{weights}", title=title, ordinal=True))


_variant("linear")
_variant("quadratic")
