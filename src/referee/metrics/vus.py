"""Volume under the three-class ROC surface."""

from typing import Any

import numpy as np

from referee import _check
from referee.core.cases import Cases
from referee.core.types import Array
from referee.metrics.case_metric import every_class
from referee.metrics.registry import Floats, Undefined, Values, metric

_BLOCK = 1 << 20
_DECIMALS = 12


def _why_undefined(cases: Cases) -> str | None:
    if len(cases.labels) != 3:
        return f"the surface is for 3 classes, and there are {len(cases.labels)}"
    return every_class(cases)


@metric(
    "Volume under the ROC surface",
    needs="class scores",
    undefined=Undefined("there are not three classes with a case each", reason=_why_undefined),
    reference="lifine2008",
    automatic=False,
)
def vus(truth: Floats, scores: Floats, weights: Floats) -> Values:
    """P(three cases, one of each class, are matched to their classes) for three classes.

    The match is the assignment of the three cases to the three classes with the largest sum of scores; when m
    assignments share the largest sum (to 12 decimals), the triple counts 1/m, so constant scores give 1/6.
    Undefined unless there are three classes with a case each. It depends on the scale of the columns: of scores
    that are no probabilities use `vus_ordered` or `hand_till`. References: scurfield1996, mossman1999,
    lifine2008.

    All triples are counted in O(n^2): given a case of each of the first two classes, those of the third that keep
    the match lie in a quadrant, and quadrants are looked up in a table of two-dimensional sums.

    >>> vus([0, 1, 2], [[0.8, 0.1, 0.1], [0.2, 0.6, 0.2], [0.1, 0.2, 0.7]])
    1.0
    """
    if not np.isfinite(scores).all():
        row = int(np.flatnonzero(~np.isfinite(scores).all(axis=1))[0])
        _check.fail("y_score", "be finite, for sums of scores are compared", f"an infinite value at row {row}")
    rows = [np.flatnonzero(truth == c) for c in range(3)]
    a, b, c = (scores[r] for r in rows)
    (us, u), (vs, v) = (np.unique(_round(c[:, i] - c[:, 2]), return_inverse=True) for i in (0, 1))
    flat = weights.reshape(-1, weights.shape[-1])
    total = np.zeros(len(flat))
    tables = (
        [_sums(w[rows[2]], u, v, (len(us), len(vs))) for w in flat]
        if len(flat) * us.size * vs.size < 4e6
        else None
    )
    block = max(1, _BLOCK // max(1, len(b)))
    for start in range(0, len(a), block):
        part = a[start : start + block]
        corners, credit = _corners(part, b, us, vs)
        for r, w in enumerate(flat):
            table = _sums(w[rows[2]], u, v, (len(us), len(vs))) if tables is None else tables[r]
            kept = sum(table[at] * share for at, share in zip(corners, credit, strict=True))
            total[r] += w[rows[0]][start : start + block] @ kept @ w[rows[1]]
    triples = np.prod([flat[:, r].sum(axis=-1) for r in rows], axis=0)
    return np.asarray((total / triples).reshape(weights.shape[:-1]))


def _round(x: Floats) -> Floats:
    return np.round(x, _DECIMALS) + 0.0


def _sums(w: Floats, u: Array, v: Array, shape: tuple[int, int]) -> Floats:
    """Weight of third-class cases with u and v below each pair of ranks."""
    grid = np.zeros((shape[0] + 1, shape[1] + 1))
    np.add.at(grid, (u + 1, v + 1), w)
    return grid.cumsum(axis=0).cumsum(axis=1)


def _corners(a: Floats, b: Floats, us: Floats, vs: Floats) -> tuple[list[Any], list[Floats]]:
    """Where to look up the quadrants of each pair of cases, and what each quadrant adds.

    With a = (a1, a2, a3) and so on, a match needs a1 + b2 >= a2 + b1, u = c1 - c3 at most a1 - a3 and
    a1 + b2 - a2 - b3, and v = c2 - c3 at most b2 - b3 and a1 + b2 - a3 - b1; each equality is a tied assignment.
    """
    a, b = a[:, None, :], b[None, :, :]
    lead = _round(a[..., 0] + b[..., 1] - a[..., 1] - b[..., 0])
    both = a[..., 0] + b[..., 1]
    u_in, u_under, u_ties = _reach(us, a[..., 0] - a[..., 2] + 0 * lead, both - a[..., 1] - b[..., 2])
    v_in, v_under, v_ties = _reach(vs, b[..., 1] - b[..., 2] + 0 * lead, both - a[..., 2] - b[..., 0])
    base = 1.0 + (lead == 0)
    ok = lead >= 0
    free, on_u, on_v, on_both = (ok / (base + ties) for ties in (0, u_ties, v_ties, u_ties + v_ties))
    corners = [(u_under, v_under), (u_in, v_under), (u_under, v_in), (u_in, v_in)]
    return corners, [free - on_u - on_v + on_both, on_u - on_both, on_v - on_both, on_both]


def _reach(values: Floats, one: Floats, other: Floats) -> tuple[Any, Any, Any]:
    """How many sorted values are at most, and how many below, the lesser of two limits; and how many limits that is."""
    one, other = _round(one), _round(other)
    most = np.minimum(one, other)
    return np.searchsorted(values, most, "right"), np.searchsorted(values, most, "left"), 1 + (one == other)
