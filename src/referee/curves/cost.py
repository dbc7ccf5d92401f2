"""Cost curves of Drummond and Holte, and where two classifiers cost the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from referee import _check
from referee.core import ConfusionMatrix, Curve, Estimate, Hull
from referee.core.cost import Costs
from referee.core.types import Floats
from referee.curves._counts import error_costs, two_classes
from referee.curves.hull import Classifier, roc_hull

_USELESS = "no costs and no class mix make it better than calling all cases negative or all positive"


def probability_cost(prevalence: float, *, costs: Costs = None) -> float:
    """The share of the largest expected cost that misses could cause: p c_FN / (p c_FN + (1 - p) c_FP).

    With equal costs it is the prevalence. It errs when costs differ from case to case. Reference: drummond2006.

    >>> probability_cost(0.01, costs={"fp": 1, "fn": 99})
    0.5
    """
    p = _check.share("prevalence", prevalence)
    c_fp, c_fn = error_costs(costs)
    misses, alarms = p * c_fn, (1 - p) * c_fp
    return misses / (misses + alarms) if misses + alarms else float("nan")


def cost_curve(classifiers: Hull | Classifier | Mapping[str, Classifier]) -> Curve:
    """The lower envelope of normalised expected cost against the probability-cost x.

    A classifier is the line (1 - TPR) x + FPR (1 - x), in units of the cost when all cases are wrong; the rules
    that call none and all cases positive are the lines x and 1 - x, and take part. `facts` give the range of x
    where the envelope lies below both (NaN when it nowhere does). Undefined when a class is absent. It errs
    downwards: the best thresholds are chosen on the same cases. Reference: drummond2006.

    >>> from referee.core import Ranking
    >>> c = cost_curve(Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1))
    >>> c.x.round(3).tolist(), c.y.round(3).tolist()
    ([0.0, 0.429, 1.0], [0.0, 0.286, 0.0])
    """
    hull = classifiers if isinstance(classifiers, Hull) else roc_hull(classifiers)
    useful = len(hull) > 2
    x = y = np.zeros(0)
    if not hull.undefined:
        rise, run = np.diff(hull.tpr), np.diff(hull.fpr)
        x = np.concatenate([[0.0], run / (rise + run), [1.0]])
        best = np.minimum(np.arange(len(x)), len(hull) - 1)
        y = (1 - hull.tpr[best]) * x + hull.fpr[best] * (1 - x)
    new = np.diff(x, prepend=-1.0) > 0
    ends = (float(x[1]), float(x[-2])) if useful else (float("nan"),) * 2
    return _curve("cost", "Cost curve", x[new], y[new], ends, hull.undefined)


def _curve(
    name: str, title: str, x: Floats, y: Floats, useful: tuple[float, float], why: str | None, **counts: Any
) -> Curve:
    """A curve of cost, and the range of x in which it is useful, NaN where there is none."""
    facts = {"useful_from": useful[0], "useful_to": useful[1]}
    note = _USELESS if why is None and np.isnan(useful[0]) else ""
    axes: Any = {"x_name": "probability-cost", "y_name": "normalised expected cost", "plane": "cost"}
    return Curve(name, x, y, facts=facts, undefined=why, note=note, title=title, **axes, **counts)


def cost_line(matrix: ConfusionMatrix, *, name: str = "classifier") -> Curve:
    """The cost line of one classifier, from FPR at x = 0 to FNR at x = 1, and the range where it is useful.

    It costs less than the rules that call none and all cases positive for x between FPR / (FPR + TPR) and
    TNR / (TNR + FNR); both are NaN when that range is empty. Undefined when a class is absent. It errs by chance:
    both ends are estimates. Reference: drummond2006.

    >>> line = cost_line(ConfusionMatrix.from_counts(tp=8, fn=2, fp=1, tn=9))
    >>> line.y.tolist(), [round(v, 4) for v in line.facts.values()]
    ([0.1, 0.2], [0.1111, 0.8182])
    """
    table, p, n, why = two_classes(matrix)
    nan = float("nan")
    low = high = nan
    if why is None and table.tp * n > table.fp * p:
        low = (table.fp / n) / (table.fp / n + table.tp / p)
        high = (table.tn / n) / (table.tn / n + table.fn / p)
    x, y = np.array([0.0, 1.0]), np.array([table.fp / n if n else nan, table.fn / p if p else nan])
    return _curve(name, "Cost line", x, y, (low, high), why, positives=p, negatives=n)


def cost_break_even(a: ConfusionMatrix, b: ConfusionMatrix) -> Estimate:
    """The cost ratio c_FN / c_FP at which two classifiers, counted on the same cases, cost the same.

    (FP_b - FP_a) / (FN_a - FN_b); above it the one with fewer misses is cheaper. Undefined when one has fewer or
    as many errors of both kinds: then it is never dearer. It errs by chance: both differences are estimates.
    Reference: provost2001.

    >>> a = ConfusionMatrix.from_counts(tp=82, fn=18, fp=15, tn=85)
    >>> b = ConfusionMatrix.from_counts(tp=99, fn=1, fp=50, tn=50)
    >>> round(cost_break_even(a, b).value, 4), cost_break_even(a, b).note
    (2.0588, 'b is cheaper above this ratio')
    """
    first, second = (_check.instance(arg, m, ConfusionMatrix).binary() for arg, m in (("a", a), ("b", b)))
    misses, alarms = first.fn - second.fn, second.fp - first.fp
    name, title = "cost_break_even", "Cost ratio FN/FP at which both cost the same"
    if misses * alarms > 0:
        note = f"{'b' if misses > 0 else 'a'} is cheaper above this ratio"
        return Estimate(name, alarms / misses, float(a.n), note=note, title=title)
    why = "both have the same errors" if misses == alarms == 0 else "one has at most as many errors of both kinds"
    return Estimate(name, float("nan"), float(a.n), undefined=why, title=title)
