"""The precision-recall curve, F-beta along it, and the areas under it."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from referee import _check, metrics
from referee.core import Curve, Estimate, Ranking
from referee.core.types import Floats
from referee.curves._counts import Cuts, cuts_of

BETWEEN = "the curve between points is no straight line; its first point is the highest score"
_CHOSEN = "the best threshold was chosen on the cases that it is counted on"


def precision_recall(ranking: Ranking) -> Curve:
    """Precision TP / (TP + FP) against recall TP / |P|, one point for each distinct score.

    There is no point at recall 0: precision has no value when no case is called positive, and none is invented.
    Its floor is the prevalence, which stands in `facts` with the average precision. Undefined without positives.
    It errs across data sets: the curve changes with the class mix, so two are compared at the same prevalence
    only. Reference: davis2006.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> c = precision_recall(r)
    >>> c.y.round(3).tolist(), c.x.round(3).tolist(), c.thresholds.tolist()
    ([1.0, 0.667, 0.75, 0.6], [0.333, 0.667, 1.0, 1.0], [0.9, 0.8, 0.3, 0.1])
    """
    cuts = cuts_of(ranking)
    total = cuts.positives + cuts.negatives
    x, y = ("recall", cuts.tpr[1:]), ("precision", precisions(cuts))
    facts = {"average_precision": metrics.average_precision.value_of(ranking)}
    facts["prevalence"] = cuts.positives / total if total else float("nan")
    known: Any = {"undefined": cuts.no_positive, "note": BETWEEN, "plane": "precision-recall"}
    return cuts.curve("precision_recall", "Precision-recall curve", x, y, facts=facts, **known)


def fbeta_curve(ranking: Ranking, *, beta: float = 1.0) -> Curve:
    """F-beta at each threshold: (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP); `facts` name the best.

    Of several best thresholds the highest is named. Undefined without positives. It errs upwards: the best of many
    thresholds on the same cases flatters itself. Reference: vanrijsbergen1979.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> fbeta_curve(r).facts
    {'best': 0.8571428571428571, 'threshold': 0.3}
    """
    b2 = min(_check.positive_number("beta", beta), 1e150) ** 2
    cuts = cuts_of(ranking)
    tp, fp, fn = cuts.tp[1:], cuts.fp[1:], cuts.fn[1:]
    values = (1 + b2) * tp / ((1 + b2) * tp + b2 * fn + fp)
    why = cuts.no_positive
    best = int(np.argmax(values)) if len(values) else 0
    x, y = ("threshold", cuts.scores), (f"F{beta:g}", values if why is None else np.full(len(values), np.nan))
    nan = float("nan")
    facts = {"best": nan if why else float(values[best]), "threshold": nan if why else float(cuts.scores[best])}
    return cuts.curve("fbeta", f"F{beta:g} along the threshold", x, y, facts=facts, undefined=why, note=_CHOSEN)


def precisions(cuts: Cuts) -> Floats:
    """Precision at each cut but the first, where no case is called positive."""
    return np.asarray(cuts.tp[1:] / (cuts.tp[1:] + cuts.fp[1:]), dtype=float)


Interpolation = Literal["counts", "ceiling", "trapezoid"]


def average_precision(ranking: Ranking) -> Estimate:
    """The step area under the precision-recall curve: precision times the gain in recall, summed.

    Undefined without positives. It errs by its scale: chance gives about the prevalence, so values at different
    prevalence cannot be compared. Reference: manning2008.

    >>> average_precision(Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1])).value
    0.8333333333333333
    """
    cuts, value = cuts_of(ranking), metrics.average_precision.value_of(ranking)
    return cuts.estimate("average_precision", "Average precision", value, undefined=cuts.no_positive)


def precision_recall_area(ranking: Ranking, *, interpolation: Interpolation) -> Estimate:
    """Another area under the precision-recall curve, named by what lies between its points.

    "counts": TP and FP grow together, as when ties are broken at random; the curve of Davis and Goadrich,
    integrated exactly. "ceiling": at each recall the best precision at that recall or beyond, as in text
    retrieval. "trapezoid": straight lines from (0, 1), which no classifier reaches; it errs upwards across large
    ties. Undefined without positives. Reference: davis2006.

    >>> r = Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1])
    >>> [round(precision_recall_area(r, interpolation=i).value, 4) for i in ("counts", "ceiling", "trapezoid")]
    [0.7973, 0.8333, 0.7917]
    """
    area = {"counts": _counts, "ceiling": _ceiling, "trapezoid": _trapezoid}
    _check.choice("interpolation", interpolation, tuple(area))
    cuts = cuts_of(ranking)
    value = float("nan") if cuts.no_positive else area[interpolation](cuts)
    name, title = (
        f"precision_recall_area:interpolation={interpolation}",
        f"Area under precision-recall, {interpolation}",
    )
    return cuts.estimate(name, title, value, undefined=cuts.no_positive)


def _counts(cuts: Cuts) -> float:
    """With s = dFP/dTP on an edge, precision is x / ((1 + s) x + c) at x true positives, c = FP - s TP."""
    rise, run = np.diff(cuts.tp).astype(float), np.diff(cuts.fp).astype(float)
    edge = rise > 0
    rise, slope = rise[edge], 1 + run[edge] / rise[edge]
    tp, fp = cuts.tp[:-1][edge].astype(float), cuts.fp[:-1][edge].astype(float)
    offset = fp - (slope - 1) * tp
    with np.errstate(divide="ignore", invalid="ignore"):
        bend = np.where(offset == 0, 0.0, offset / slope**2 * np.log1p(slope * rise / (tp + fp)))
    return float((rise / slope - bend).sum() / cuts.positives)


def _ceiling(cuts: Cuts) -> float:
    best = np.maximum.accumulate(precisions(cuts)[::-1])[::-1]
    return float((np.diff(cuts.tp) * best).sum() / cuts.positives)


def _trapezoid(cuts: Cuts) -> float:
    heights = np.concatenate([[1.0], precisions(cuts)])
    return float((np.diff(cuts.tp) * (heights[1:] + heights[:-1])).sum() / (2 * cuts.positives))
