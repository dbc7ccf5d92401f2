"""The operating point that costs and class mix imply, and who is optimal where on a hull."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee import _check
from referee._format import number
from referee.core import Hull, OperatingPoint, OptimalRange
from referee.core.cost import Costs
from referee.curves._counts import error_costs, mix_of
from referee.curves.hull import ALL_POSITIVE, NONE_POSITIVE, Classifier, roc_hull

_CLOSE = 1e-9


def iso_performance_slope(*, positives: float, negatives: float, costs: Costs = None) -> float:
    """The slope of the lines of equal cost in the ROC plane: (|N| c_FP) / (|P| c_FN).

    `positives` and `negatives` are counts or shares; for a prevalence p they are p and 1 - p. Infinite when misses
    cost nothing. It errs when the class mix in use is another than the one stated. Reference: provost2001.

    >>> iso_performance_slope(positives=20, negatives=980, costs={"fp": 1, "fn": 1})
    49.0
    """
    c_fp, c_fn = error_costs(costs)
    p, n = _check.positive_number("positives", positives), _check.positive_number("negatives", negatives)
    return n * c_fp / (p * c_fn) if c_fn else float("inf")


def operating_points(
    classifiers: Hull | Classifier | Mapping[str, Classifier],
    *,
    costs: Costs = None,
    prevalence: float | None = None,
) -> tuple[OperatingPoint, ...]:
    """Every hull vertex of least expected cost: p c_FN (1 - TPR) + (1 - p) c_FP FPR a case.

    Two vertices are optimal when the iso-performance line runs along an edge. `prevalence` is that of the cases
    unless another is stated. Empty when the hull is undefined. It errs upwards: point and cost come from the same
    cases. Reference: provost2001.

    >>> from referee.core import Ranking
    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> [(p.fpr, p.tpr, p.threshold, p.cost) for p in operating_points(r, costs={"fp": 1, "fn": 2})]
    [(0.5, 1.0, 0.3, 0.2)]
    """
    hull = classifiers if isinstance(classifiers, Hull) else roc_hull(classifiers)
    c_fp, c_fn = error_costs(costs)
    p = mix_of(prevalence, hull.prevalence)
    if hull.undefined:
        return ()
    if np.isnan(p):
        hint = "The classifiers were counted on cases of different class mix."
        _check.fail("prevalence", "be given", "None", hint)
    cost = p * c_fn * (1 - hull.tpr) + (1 - p) * c_fp * hull.fpr
    best = np.flatnonzero(cost <= cost.min() + _CLOSE * max(p * c_fn, (1 - p) * c_fp))
    return tuple(hull.point(int(i), float(cost[i])) for i in best)


def optimal_ranges(
    classifiers: Hull | Classifier | Mapping[str, Classifier], *, costs: Costs = None
) -> tuple[OptimalRange, ...]:
    """For each classifier, the ranges of iso-performance slope and of prevalence where it is optimal.

    A vertex is optimal for slopes between those of its two edges; at costs c_FP and c_FN a slope m belongs to
    the prevalence c_FP / (c_FP + m c_FN). Neighbouring ranges of one classifier are joined. A classifier below
    the hull is optimal nowhere; the rules that call no case and all cases positive come last. It errs as the
    hull does: ranges are those of these cases. Reference: provost2001.

    >>> from referee.core import ConfusionMatrix
    >>> svm = ConfusionMatrix.from_counts(tp=6, fn=4, fp=1, tn=9)
    >>> id3 = ConfusionMatrix.from_counts(tp=9, fn=1, fp=5, tn=5)
    >>> bayes = ConfusionMatrix.from_counts(tp=5, fn=5, fp=3, tn=7)
    >>> for r in optimal_ranges({"SVM": svm, "ID3": id3, "nB": bayes}):
    ...     print(r.sentence)
    SVM is optimal at a prevalence of 0.143 to 0.571
    ID3 is optimal at a prevalence of 0.571 to 0.833
    nB is never optimal
    none positive is optimal at a prevalence of 0.000 to 0.143
    all positive is optimal at a prevalence of 0.833 to 1.000
    """
    hull = classifiers if isinstance(classifiers, Hull) else roc_hull(classifiers)
    c_fp, c_fn = error_costs(costs)
    out: list[OptimalRange] = []
    limits = np.concatenate([[np.inf], hull.slopes, [0.0]])
    rules = (NONE_POSITIVE, ALL_POSITIVE) if len(hull) else ()
    for name in (*hull.names, *rules):
        spans: list[list[float]] = []
        for i, owners in enumerate(hull.owners):
            if name not in owners:
                continue
            high, low = float(limits[i]), float(limits[i + 1])
            if spans and spans[-1][0] == high:
                spans[-1][0] = low
            else:
                spans.append([low, high])
        for low, high in spans:
            at = [_prevalence(m, c_fp, c_fn) for m in (high, low)]
            words = f"{name} is optimal at a prevalence of {number(at[0])} to {number(at[1])}"
            out.append(OptimalRange(name, low, high, at[0], at[1], words))
        if not spans:
            nan = float("nan")
            words = f"{name} is never optimal" if hull.undefined is None else f"undefined: {hull.undefined}"
            out.append(OptimalRange(name, nan, nan, nan, nan, words))
    return tuple(out)


def _prevalence(slope: float, c_fp: float, c_fn: float) -> float:
    """The prevalence whose iso-performance lines have this slope."""
    if slope == np.inf:
        return 0.0 if c_fn else 1.0
    total = c_fp + slope * c_fn
    return c_fp / total if total else 1.0
