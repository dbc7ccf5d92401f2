"""Areas under the precision-recall curve: average precision, and others by name."""

from __future__ import annotations

from typing import Literal

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.ranking import Ranking
from referee.curves._counts import Cuts, cuts_of, estimated
from referee.curves.precision_recall import no_positive, precisions, step_area

Interpolation = Literal["counts", "ceiling", "trapezoid"]


def average_precision(ranking: Ranking) -> Estimate:
    """The step area under the precision-recall curve: precision times the gain in recall, summed.

    Undefined without positives. It errs by its scale: chance gives about the prevalence, so values at different
    prevalence cannot be compared. Reference: manning2008.

    >>> average_precision(Ranking.from_scores([1, 0, 1, 0], [4, 3, 2, 1])).value
    0.8333333333333333
    """
    cuts = cuts_of(ranking)
    return estimated(
        "average_precision", "Average precision", step_area(cuts), ranking, undefined=no_positive(cuts)
    )


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
    why = no_positive(cuts)
    value = float("nan") if why else area[interpolation](cuts)
    name = f"precision_recall_area:interpolation={interpolation}"
    return estimated(name, f"Area under precision-recall, {interpolation}", value, ranking, undefined=why)


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
