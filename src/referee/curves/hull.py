"""The ROC convex hull of rankings, curves and single points together, and mixes that reach any point on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix, Curve, Hull, MixPlan, Ranking
from referee.core.types import Array, Codes, Rng, Table
from referee.curves._counts import Cuts, cuts_of
from referee.curves.roc import roc_point

Classifier = Ranking | Curve | ConfusionMatrix

NONE_POSITIVE = "none positive"
ALL_POSITIVE = "all positive"
_CLOSE = 1e-12
MANY_EDGES = 10_000


def roc_hull(classifiers: Classifier | Mapping[str, Classifier]) -> Hull:
    """The upper convex hull in the ROC plane: whatever lies below it is optimal for no costs and no class mix.

    Takes one ranking, ROC curve or confusion matrix, or several by name. The rules that call no case and all cases
    positive always take part. Points on an edge between two vertices are left out. Undefined when a classifier's
    cases lack a class. It errs upwards: a hull is fitted to its cases and promises more than new cases will give.
    Reference: provost2001.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.7, 0.8, 0.3, 0.1], positive=1)
    >>> h = roc_hull(r)
    >>> h.fpr.tolist(), h.thresholds.tolist()
    ([0.0, 0.0, 0.5, 1.0], [inf, 0.9, 0.3, -inf])
    """
    parts = dict(classifiers) if isinstance(classifiers, Mapping) else {_name(classifiers): classifiers}
    if not parts:
        _check.fail("classifiers", "hold at least one classifier", "none")
    points, prevalences = [], []
    for name, item in parts.items():
        if not isinstance(item, Ranking | Curve | ConfusionMatrix):
            _check.fail("classifiers", "hold rankings, ROC curves or confusion matrices", type(item).__name__)
        counted = (
            cuts_of(item) if isinstance(item, Ranking) else item if isinstance(item, Curve) else roc_point(item)
        )
        why = counted.lacking if isinstance(counted, Cuts) else counted.undefined
        if why is not None:
            empty = np.zeros(0)
            return Hull(empty, empty, empty, (), tuple(parts), undefined=f"{name!r}: {why}")
        points.append(_vertices(counted) if isinstance(counted, Cuts) else _curve_points(counted))
        prevalences.append(_share(counted.positives, counted.negatives))
    shared = prevalences[0] if np.ptp(prevalences) < 1e-9 else float("nan")
    return _join(list(parts), points, shared)


def _join(names: list[str], points: list[Array], prevalence: float) -> Hull:
    """The hull of all points, each a row (fpr, tpr, threshold) of one of the named classifiers."""
    rows = np.concatenate([*points, [[0.0, 0.0, np.inf], [1.0, 1.0, -np.inf]]])
    who = np.repeat(np.arange(len(points) + 2), [*map(len, points), 1, 1])
    order = np.lexsort((who, rows[:, 1], rows[:, 0]))
    kept = order[upper_chain(rows[order, 0], rows[order, 1], _CLOSE)]
    vertices, owners = [], []
    for row in rows[kept]:
        if row[0] + row[1] <= _CLOSE:
            vertices.append((0.0, 0.0, np.inf))
            owners.append((NONE_POSITIVE,))
        elif row[0] + row[1] >= 2 - _CLOSE:
            vertices.append((1.0, 1.0, -np.inf))
            owners.append((ALL_POSITIVE,))
        else:
            here = np.flatnonzero(np.abs(rows[:, :2] - row[:2]).max(axis=1) <= _CLOSE)
            vertices.append((row[0], row[1], rows[here[0], 2]))
            owners.append(tuple(dict.fromkeys(names[i] for i in who[here])))
    fpr, tpr, thresholds = np.array(vertices).T
    return Hull(fpr, tpr, thresholds, tuple(owners), tuple(names), prevalence)


def upper_chain(x: Array, y: Array, close: float = 0.0) -> Codes:
    """The indices of the upper convex chain of points sorted by x and then y; exact for whole numbers.

    A point whose turn is at most `close` lies on the line and is left out.

    >>> upper_chain(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2])).tolist()
    [0, 1, 3]
    """
    xs, ys = x.tolist(), y.tolist()
    chain: list[int] = []
    for i in range(len(xs)):
        while len(chain) > 1:
            a, b = chain[-2], chain[-1]
            turn = (xs[b] - xs[a]) * (ys[i] - ys[b]) - (ys[b] - ys[a]) * (xs[i] - xs[b])
            if turn < -close:
                break
            chain.pop()
        if len(chain) == 1 and xs[i] == xs[chain[0]] and ys[i] == ys[chain[0]]:
            continue
        chain.append(i)
    return np.array(chain, dtype=np.int64)


def _vertices(cuts: Cuts) -> Array:
    """The hull vertices of one ranking, found on its counts, as rows (fpr, tpr, threshold)."""
    kept = _thin(cuts.fp, cuts.tp)
    kept = kept[upper_chain(cuts.fp[kept], cuts.tp[kept])]
    return np.column_stack([cuts.fpr[kept], cuts.tpr[kept], cuts.thresholds[kept]])


def _curve_points(curve: Curve) -> Array:
    if (curve.x_name, curve.y_name) != ("FPR", "TPR"):
        _check.fail("classifiers", "hold ROC curves", f"{curve.y_name} against {curve.x_name}")
    thresholds = np.full(len(curve), np.nan) if curve.thresholds is None else curve.thresholds
    kept = _thin(curve.x, curve.y)
    return np.column_stack([curve.x, curve.y, thresholds])[kept]


def _thin(x: Array, y: Array) -> Codes:
    """Of the points of a rising curve those that can be vertices; all where it does not rise everywhere.

    Of few points those that are reached by a step up and left by a step to the right, of many the ends of the blocks
    that pooling adjacent violators makes of the edges.
    """
    rise, run = np.diff(y), np.diff(x)
    length = (rise + run).astype(float)
    if (rise < 0).any() or (run < 0).any() or (length == 0).any():
        return np.arange(len(x))
    if len(length) < MANY_EDGES:
        corner = np.append(True, rise > 0) & np.append(run > 0, True)
        corner[[0, -1]] = True
        return np.flatnonzero(corner)
    from scipy.optimize import isotonic_regression

    blocks = isotonic_regression(rise / length, weights=length, increasing=False).blocks
    return np.asarray(blocks, dtype=np.int64)


def _share(positives: float, negatives: float) -> float:
    return positives / (positives + negatives) if positives + negatives else float("nan")


def _name(item: Any) -> str:
    return item.name if isinstance(item, Curve) else "classifier"


def mix_for(hull: Hull, *, fpr: float | None = None, tpr: float | None = None) -> MixPlan:
    """The mix of neighbouring hull vertices that has this false positive rate, or this true positive rate.

    With the wanted rate between those of two vertices, the second answers the share (rate - rate_1) /
    (rate_2 - rate_1) of the cases, drawn at random. It errs as the hull does, and two runs on one case may differ.
    Reference: provost2001.

    >>> from referee.core.hull import Hull
    >>> owners = (("none positive",), ("A",), ("all positive",))
    >>> h = Hull([0, 0.2, 1], [0, 0.8, 1], [np.inf, 0.5, -np.inf], owners, ("A",))
    >>> plan = mix_for(h, fpr=0.1)
    >>> plan.share, plan.tpr, plan.second.threshold
    (0.5, 0.4, 0.5)
    """
    if (fpr is None) == (tpr is None):
        _check.fail("fpr", "be given, or `tpr`, and not both", "neither" if fpr is None else "both")
    if _check.instance("hull", hull, Hull).undefined:
        _check.fail("hull", "be defined", hull.undefined)
    rates, name = (hull.fpr, "fpr") if fpr is not None else (hull.tpr, "tpr")
    wanted = _check.share(name, fpr if fpr is not None else tpr)
    # on the best side of a vertical or horizontal edge: its top for a given FPR, its left for a given TPR
    i = int(np.searchsorted(rates, wanted, side="right" if fpr is not None else "left"))
    i = min(max(i, 1), len(hull) - 1)
    width = rates[i] - rates[i - 1]
    share = float((wanted - rates[i - 1]) / width) if width > 0 else 1.0
    x = hull.fpr[i - 1] + share * (hull.fpr[i] - hull.fpr[i - 1])
    y = hull.tpr[i - 1] + share * (hull.tpr[i] - hull.tpr[i - 1])
    return MixPlan(hull.point(i - 1), hull.point(i), share, float(x), float(y))


class MixedClassifier:
    """Answers each case with the second classifier with probability `share`, else with the first.

    Both have `predict`; wrap a scorer with `ThresholdClassifier`. Draws go on from call to call, so that cases
    predicted one by one are mixed too; `seed` is recorded, and the same seed with the same calls gives the same
    answers.

    >>> class Always:
    ...     def __init__(self, answer): self.answer = answer
    ...     def predict(self, X): return np.full(len(X), self.answer)
    >>> MixedClassifier(Always(0), Always(1), share=0.25, rng=1).predict(np.zeros(400)).mean().item()
    0.2075
    """

    def __init__(self, first: Any, second: Any, *, share: float, rng: Rng = None) -> None:
        for name, model in (("first", first), ("second", second)):
            if not callable(getattr(model, "predict", None)):
                _check.fail(name, "have a method `predict`", type(model).__name__)
        self.first, self.second = first, second
        self.share = _check.share("share", share)
        self.seed = _rng.seed_of(rng)
        self._draws = _rng.stream(self.seed, "mix")

    def predict(self, X: Table) -> Array:
        """A label for each case."""
        answers = [np.asarray(model.predict(X)) for model in (self.first, self.second)]
        return np.where(self._draws.random(len(answers[0])) < self.share, answers[1], answers[0])
