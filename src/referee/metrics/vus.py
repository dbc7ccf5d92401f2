"""Volume under the three-class ROC surface."""

from typing import Any

import numpy as np

from referee.core.answers import Answers
from referee.core.cases import Cases
from referee.metrics.case_metric import every_class
from referee.metrics.registry import Floats, Placements, Projection, Undefined, metric

_BLOCK = 1 << 20
_DECIMALS = 12
AFFORDABLE = 100_000
"""Pairs of cases of the two largest classes up to which `evaluate` computes the volume unasked: it takes 0.1 s."""


def _why_undefined(cases: Cases) -> str | None:
    if len(cases.labels) != 3:
        return f"the surface is for 3 classes, and there are {len(cases.labels)}"
    if not np.isfinite(cases.scores).all():
        return "sums of scores are compared, and a score is infinite"
    return every_class(cases)


def _affordable(given: Answers) -> bool:
    if len(given.labels) != 3 or given.truth is None:
        return False
    return bool(np.sort(np.bincount(given.truth, minlength=3))[1:].prod() <= AFFORDABLE)


@metric(
    "Volume under the ROC surface",
    needs="class scores",
    shape="influence",
    undefined=Undefined("there are not three classes with a case each", reason=_why_undefined),
    reference="lifine2008",
    automatic=_affordable,
)
def vus(placements: Placements) -> Projection:
    """P(three cases, one of each class, are matched to their classes) for three classes.

    The match is the assignment of the three cases to the three classes with the largest sum of scores; when m
    assignments share the largest sum (to 12 decimals), the triple counts 1/m, so constant scores give 1/6.
    Undefined unless there are three classes with a case each, and for infinite scores. It depends on the scale of the
    columns: of scores that are no probabilities use `vus_ordered` or `hand_till`. References: scurfield1996,
    mossman1999, lifine2008.

    All triples are counted in O(n^2): given a case of each of the first two classes, those of the third that keep
    the match lie in a quadrant, and quadrants are looked up in a table of two-dimensional sums. With V(i) the share
    of the triples with case i that are matched, a little more weight of it adds (V(i) - V) / |class of i|.

    >>> vus([0, 1, 2], [[0.8, 0.1, 0.1], [0.2, 0.6, 0.2], [0.1, 0.2, 0.7]])
    1.0
    """
    rows = [np.flatnonzero(placements.truth == c) for c in range(3)]
    (a, b, c), (wa, wb, wc) = ([x[r] for r in rows] for x in (placements.scores, placements.mass))
    (us, u), (vs, v) = (np.unique(_round(c[:, i] - c[:, 2]), return_inverse=True) for i in (0, 1))
    third = np.zeros((len(us) + 1, len(vs) + 1))
    np.add.at(third, (u + 1, v + 1), wc)
    third = third.cumsum(axis=0).cumsum(axis=1)  # weight of the third class with u and v below each pair of ranks
    pairs = np.zeros(
        third.size
    )  # the same table from the other side: weight of the pairs that ask for each quadrant
    of_a, of_b = np.zeros(len(a)), np.zeros(len(b))
    block = max(1, _BLOCK // max(1, len(b)))
    for start in range(0, len(a), block):
        part = slice(start, start + block)
        weight = np.outer(wa[part], wb)
        for corner, share in zip(*_corners(a[part], b, us, vs), strict=True):
            at = np.ravel_multi_index(corner, third.shape)
            kept = third.ravel()[at] * share
            of_a[part] += kept @ wb
            of_b += wa[part] @ kept
            pairs += np.bincount(at.ravel(), weights=(weight * share).ravel(), minlength=third.size)
    asked = pairs.reshape(third.shape)[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1]
    each = (of_a, of_b, asked[u + 1, v + 1])
    sizes = placements.sizes
    value = float(wa @ of_a) / float(sizes.prod())
    influence = np.empty(len(placements.truth))
    for r, kept, size in zip(rows, each, sizes, strict=True):
        influence[r] = (kept * size / sizes.prod() - value) / size
    return value, influence


def _round(x: Floats) -> Floats:
    return np.round(x, _DECIMALS) + 0.0


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
