"""Where two ROC curves cross."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from referee import _check
from referee.core.curve import Curve
from referee.core.ranking import Ranking
from referee.curves.roc import roc

_CLOSE = 1e-12


def roc_crossings(a: Ranking | Curve, b: Ranking | Curve) -> tuple[tuple[float, float], ...]:
    """The points (FPR, TPR) strictly inside the plane where two ROC curves change places, in order.

    Both are read along FPR + TPR, which grows all the way, so vertical parts need no rule. Curves that run
    together for a stretch cross where it begins, if they leave it on other sides. Empty when one curve is
    nowhere above the other, and when a curve is undefined. It errs by chance: curves of equal quality cross
    often. Reference: fawcett2006.

    >>> a = Ranking.from_scores([1, 0, 0, 1], [4, 3, 2, 1], positive=1)
    >>> b = Ranking.from_scores([0, 1, 1, 0], [4, 3, 2, 1], positive=1)
    >>> roc_crossings(a, b)
    ((0.5, 0.5),)
    """
    curves = [roc(c) if isinstance(c, Ranking) else c for c in (a, b)]
    for curve in curves:
        if not isinstance(curve, Curve) or (curve.x_name, curve.y_name) != ("FPR", "TPR") or len(curve) < 2:
            _check.fail("curves", "be two rankings or ROC curves", type(curve).__name__)
    if not all(curve.defined for curve in curves):
        return ()
    along = np.unique(np.concatenate([c.x + c.y for c in curves]))
    heights = [np.interp(along, c.x + c.y, c.y - c.x) for c in curves]
    gap = heights[0] - heights[1]
    sign = np.where(np.abs(gap) <= _CLOSE, 0, np.sign(gap))
    apart = np.flatnonzero(sign)
    out: list[tuple[float, float]] = []
    for i, j in pairwise(apart.tolist()):
        if sign[i] == sign[j]:
            continue
        if j == i + 1:
            share = gap[i] / (gap[i] - gap[j])
            u = along[i] + share * (along[j] - along[i])
        else:
            u = along[i + 1]
        v = float(np.interp(u, along, heights[0]))
        out.append((float(u - v) / 2, float(u + v) / 2))
    return tuple(out)
