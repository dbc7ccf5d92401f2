"""Lift among the highest scores, and the curves of lift and of cumulative gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Curve, Lift, Ranking
from referee.core.types import Floats
from referee.curves._counts import cuts_of, shares

_TIES = "tied cases count in expectation, as if their order were drawn at random"


def lift_at(ranking: Ranking, fraction: float | None = None, *, top: float | None = None) -> Lift:
    """Precision among the highest-scored cases over the prevalence, with ties at the cut in expectation.

    `fraction` of n cases are k = max(1, round(fraction n)) cases, halves to even; or `top` names k itself. With
    importance weights k is the share of the total weight, not rounded. Undefined without positives. It errs by
    chance when k is small, and it cannot exceed 1 / prevalence. Reference: tan2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> x = lift_at(r, 0.4)
    >>> round(x.lift, 6), round(x.pessimistic, 6), round(x.optimistic, 6), x.top
    (1.25, 0.833333, 1.666667, 2)
    """
    cuts = cuts_of(ranking)
    n = cuts.positives + cuts.negatives
    k = cases_in_top(n, fraction, top, whole=not ranking.weighted and cuts.tp.dtype.kind != "f")
    nan = float("nan")
    if cuts.no_positive is not None:
        return Lift(k / n if n else nan, k, nan, nan, nan, nan, nan, undefined=cuts.no_positive)
    called = cuts.tp + cuts.fp
    i = int(np.searchsorted(called, k, side="left"))
    tied, hits = called[i] - called[i - 1], cuts.tp[i] - cuts.tp[i - 1]
    slots = k - called[i - 1]
    expected = cuts.tp[i - 1] + hits * (slots / tied)
    fewest = cuts.tp[i - 1] + max(0, slots - (tied - hits))
    most = cuts.tp[i - 1] + min(hits, slots)
    scale = n / (k * cuts.positives)
    lift, low, high = (float(found * scale) for found in (expected, fewest, most))
    note = ""
    if fewest < most:
        note = f"the cut takes {_format.count(float(slots))} of {_format.count(float(tied))} tied cases; {_TIES}"
    precision, recall = float(expected / k), float(expected / cuts.positives)
    return Lift(float(k / n), k, lift, low, high, precision, recall, note=note)


def gain_curve(ranking: Ranking, *, fractions: Sequence[float] | Floats | None = None) -> Curve:
    """Cumulative gain: the share of the positives found among the highest-scored share of all cases.

    Points at each distinct score, or at the `fractions` asked for; straight lines across ties are their
    expectation. Undefined without positives. It errs as the ROC curve does, and it changes with the class mix.
    Reference: tan2006.

    >>> r = Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    >>> c = gain_curve(r)
    >>> c.x.tolist(), c.y.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 1.0, 1.0, 1.0])
    """
    return _curve("gain", ranking, fractions)


def lift_curve(ranking: Ranking, *, fractions: Sequence[float] | Floats | None = None) -> Curve:
    """Lift against the share of cases called positive: the cumulative gain divided by that share.

    Points at each distinct score, or at the `fractions` asked for, ties in expectation; between points across a
    tie it bends, as the gain is straight. There is no lift at a share of 0. Undefined without positives. It errs
    by chance at its left end, which rests on few cases. Reference: tan2006.

    >>> r = Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])
    >>> lift_curve(r, fractions=[0.5, 1.0]).y.tolist()
    [2.0, 1.0]
    """
    return _curve("lift", ranking, fractions)


def cases_in_top(n: float, fraction: float | None, top: float | None, *, whole: bool) -> float:
    """How many cases are called positive."""
    if (fraction is None) == (top is None):
        _check.fail("fraction", "be given, or `top`, and not both", "neither" if top is None else "both")
    if fraction is not None:
        share = _check.share("fraction", fraction)
        if share == 0:
            _check.fail("fraction", "be greater than 0", fraction)
        return max(1, round(share * n)) if whole else share * n
    k = _check.whole("top", top, least=1) if whole else _check.positive_number("top", top)
    if k > n:
        _check.fail("top", f"be at most the number of cases ({_format.count(n)})", top)
    return k


def _curve(name: str, ranking: Ranking, fractions: Sequence[float] | Floats | None) -> Curve:
    """The gain, or the lift, at each cut; with `fractions`, at shares of the cases between them."""
    cuts = cuts_of(ranking)
    depth, gain = shares(cuts.tp + cuts.fp, cuts.positives + cuts.negatives), cuts.tpr
    x, y, title, y_name = depth, gain, "Cumulative gain", "share of the positives"
    if fractions is not None:
        given = _check.items("fractions", fractions, "shares")
        x = np.array([_check.share("fractions", value) for value in given])
        y = np.interp(x, depth, gain)
    if name == "lift":
        if fractions is None:
            x, y = x[1:], y[1:]
        elif (x == 0).any():
            _check.fail("fractions", "be greater than 0", 0)
        y, title, y_name = y / x, "Lift curve", "lift"
    known: Any = {"undefined": cuts.no_positive, "note": _TIES, "plane": name}
    return cuts.curve(name, title, ("share of the cases", x), (y_name, y), at_cuts=fractions is None, **known)
