"""R103: test rows that nearly repeat a training row."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import InapplicableError, Material, Remark, Remarks, check, demand
from referee.core.types import Floats
from referee.data.dataset import Dataset
from referee.data.near_rows import near_rows
from referee.data.row_keys import row_keys

MOST = 200_000
MUCH = 0.01


@check(
    "R103",
    "Test cases nearly repeat training cases",
    severity="serious",
    needs=("train", "test"),
    errs="Dense clumps of honest cases look like repeats; a pair at the radius is met with a chance of 0.99.",
    advice="Look at some pairs. Keep copies, windows of one sequence and repeated measurements in one set.",
    reference="datar2004",
)
def near_overlap(m: Material) -> Remarks:
    """Pairs nearer than chance allows: a hundredth of a pair is expected in the whole comparison of smooth data.

    Distances are Euclidean on standardized numbers; categories and missing cells must agree. The radius is at most a
    quarter of the usual distance to the nearest neighbour. Equal rows belong to R101.
    """
    train, test = m.both()
    numbers = np.flatnonzero(train.numeric)
    demand(len(numbers), "features that are numbers")
    rows = m.some(train, MOST, "near train"), m.some(test, MOST, "near test")
    a, b = _scaled(train.rows(rows[0]), test.rows(rows[1]), numbers)
    near = near_rows(a, b, seed=m.seed)
    if not near.radius > 0:
        raise InapplicableError("rows of numbers repeat exactly too often to say what is near")
    hit = np.flatnonzero(near.match >= 0)
    one, two = train.rows(rows[0][near.match[hit]]), test.rows(rows[1][hit])
    hit = hit[_same_rest(one, two) & ~m.shared.seen[rows[1][hit]]]
    if not len(hit):
        return
    share = len(hit) / len(b)
    i = int(hit[np.argmin(near.distance[hit])])
    pair = f"test row {int(rows[1][i])} and training row {int(rows[0][near.match[i]])}"
    count = f"{len(hit):,} of {len(b):,} test cases ({_format.percent(share)})"
    radius = f"within {near.radius / near.usual:.2g} of the usual distance to a neighbour"
    evidence = f"{count} are {radius}; the nearest are {pair}"
    yield Remark(evidence, severity="serious" if share >= MUCH else "warning")


def _scaled(train: Dataset, test: Dataset, numbers: np.ndarray) -> tuple[Floats, Floats]:
    """The numbers of both sets on the scale of training, missing ones in the middle."""
    a, b = train.values[:, numbers], test.values[:, numbers]
    with np.errstate(invalid="ignore"):
        known = ~np.isnan(a)
        size = np.maximum(known.sum(axis=0), 1)
        centre = np.where(known, a, 0.0).sum(axis=0) / size
        scale = np.sqrt((np.where(known, a - centre, 0.0) ** 2).sum(axis=0) / size)
    scale[scale == 0] = 1.0
    return (np.nan_to_num((a - centre) / scale), np.nan_to_num((b - centre) / scale))


def _same_rest(one: Dataset, two: Dataset) -> np.ndarray:
    """Whether the categories and the missing cells of pairs of rows agree."""
    rest = ~one.numeric
    parts = [np.concatenate([np.nan_to_num(d.values[:, rest], nan=-1.0), d.missing], axis=1) for d in (one, two)]
    return np.asarray(row_keys(parts[0]) == row_keys(parts[1]))
