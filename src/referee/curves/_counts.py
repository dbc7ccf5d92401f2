"""What all curves start from: the counts at or above each cut of a ranking, the reason when there are none, costs."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _check
from referee.core import ConfusionMatrix, CostMatrix, Curve, Estimate, Ranking
from referee.core.cost import Costs
from referee.core.types import Array, Bools, Floats, Label
from referee.metrics.ranking_metric import NO_NEGATIVE, NO_POSITIVE, effective_n, lacks_a_class, lacks_positives


@dataclass(frozen=True)
class Cuts:
    """Positives and negatives at or above each cut of a ranking, from 'none is called positive' to 'all are'."""

    ranking: Ranking
    scores: Floats
    tp: Array
    fp: Array

    @property
    def positives(self) -> float:
        """All positives; the last count, so that rates end at exactly 1 with weights too."""
        return self.tp[-1].item()

    @property
    def negatives(self) -> float:
        """All negatives."""
        return self.fp[-1].item()

    @property
    def lacking(self) -> str | None:
        """The reason when a class is absent, else None."""
        return lacks_a_class(self.ranking)

    @property
    def no_positive(self) -> str | None:
        """The reason when there is no positive case, else None."""
        return lacks_positives(self.ranking)

    @property
    def fn(self) -> Array:
        """Positives below each cut."""
        return np.asarray(self.positives - self.tp)

    @property
    def tn(self) -> Array:
        """Negatives below each cut."""
        return np.asarray(self.negatives - self.fp)

    @property
    def tpr(self) -> Floats:
        """Share of the positives at or above each cut; NaN without positives."""
        return shares(self.tp, self.positives)

    @property
    def fpr(self) -> Floats:
        """Share of the negatives at or above each cut; NaN without negatives."""
        return shares(self.fp, self.negatives)

    @property
    def thresholds(self) -> Floats:
        """The score of each cut; a case is positive when its score is at least this.

        The first is +inf, or NaN when a score is +inf itself: no case reaches NaN.
        """
        first = np.nan if len(self.scores) and self.scores[0] == np.inf else np.inf
        return np.concatenate([[first], self.scores])

    @property
    def midpoints(self) -> Floats:
        """Thresholds half-way between neighbouring scores, -inf at the end; each gives the same counts."""
        above, below = self.thresholds[:-1], self.scores
        with np.errstate(invalid="ignore"):
            middle = above / 2 + below / 2
            middle = np.where((middle > below) & (middle <= above), middle, above)
        middle[:1] = above[:1]
        return np.append(middle, -np.inf)

    def curve(
        self,
        name: str,
        title: str,
        x: tuple[str, Floats],
        y: tuple[str, Floats],
        *,
        at_cuts: bool = True,
        **rest: Any,
    ) -> Curve:
        """A curve with a point at each cut, or the last of them, or elsewhere; an axis is its name and its values."""
        counts: dict[str, Any] = {"positives": self.positives, "negatives": self.negatives}
        if at_cuts:
            last = slice(len(self.tp) - len(x[1]), None)
            counts |= {"thresholds": self.thresholds[last], "tp": self.tp[last], "fp": self.fp[last]}
        return Curve(name, x[1], y[1], x_name=x[0], y_name=y[0], title=title, **counts, **rest)

    def estimate(
        self, name: str, title: str, value: float, *, undefined: str | None = None, note: str = ""
    ) -> Estimate:
        """A number of the ranking; NaN with the reason when `undefined` says one."""
        value = float("nan") if undefined else float(value)
        return Estimate(name, value, effective_n(self.ranking), undefined=undefined, note=note, title=title)


def check_ranking(ranking: Any) -> Ranking:
    """The ranking, or the error sentence for anything else."""
    if not isinstance(ranking, Ranking):
        hint = "Count one with Ranking.from_scores(y_true, y_score)."
        _check.fail("ranking", "be a Ranking", type(ranking).__name__, hint)
    return ranking


def cuts_of(ranking: Ranking) -> Cuts:
    """The cuts of a ranking; scores that no case (or only cases of weight 0) has are no cuts."""
    ranking = check_ranking(ranking)
    scores = np.asarray(ranking.scores, dtype=float)
    positives, negatives = ranking.positives, ranking.negatives
    kept = (positives > 0) | (negatives > 0)
    if not kept.all():
        scores, positives, negatives = scores[kept], positives[kept], negatives[kept]
    return Cuts(ranking, scores, _cumulate(positives), _cumulate(negatives))


def shares(part: Array, whole: float) -> Floats:
    """Part / whole, NaN when whole is 0."""
    return np.asarray(part / whole if whole else np.full(np.shape(part), np.nan), dtype=float)


def two_classes(matrix: ConfusionMatrix) -> tuple[ConfusionMatrix, Any, Any, str | None]:
    """A matrix of two classes, its positives, its negatives, and the reason when it lacks a class."""
    table = _check.instance("matrix", matrix, ConfusionMatrix).binary()
    positives, negatives = table.tp + table.fn, table.fp + table.tn
    why = None if positives and negatives else NO_NEGATIVE if positives else NO_POSITIVE
    return table, positives, negatives, why


def _cumulate(counts: Array) -> Array:
    out = np.zeros(len(counts) + 1, dtype=counts.dtype if counts.dtype.kind == "f" else np.int64)
    np.cumsum(counts, out=out[1:])
    return out


def cost_matrix(costs: Costs) -> CostMatrix:
    """Costs of two classes, the positive last."""
    return CostMatrix.of(costs, costs.labels if isinstance(costs, CostMatrix) else ("negative", "positive"))


def error_costs(costs: Costs = None) -> tuple[float, float]:
    """The extra costs of a false positive and of a false negative; 1 and 1 without costs.

    `costs` is {'fp': 1, 'fn': 20}, perhaps with 'tp' and 'tn', or a CostMatrix of two classes, the positive last.

    >>> error_costs({"fp": 1, "fn": 20, "tp": -5})
    (1.0, 25.0)
    """
    if costs is None:
        return 1.0, 1.0
    matrix = cost_matrix(costs)
    if len(matrix.labels) != 2:
        _check.fail("costs", "be about two classes", f"{len(matrix.labels)} classes")
    (tn, fp), (fn, tp) = matrix.values.tolist()
    extra = fp - tn, fn - tp
    if min(extra) < 0 or max(extra) == 0:
        rule = "make errors dearer than right answers"
        _check.fail("costs", rule, f"a false positive {extra[0]:+g}, a false negative {extra[1]:+g}")
    return extra


def mix_of(prevalence: float | None, fallback: float) -> float:
    """The prevalence given, or that of the cases."""
    return fallback if prevalence is None else _check.fraction("prevalence", prevalence)


def confusion_at(ranking: Ranking, threshold: float) -> ConfusionMatrix:
    """The counts when cases with a score of at least `threshold` are called positive.

    The threshold may be infinite. It errs when the threshold was chosen on the same cases: the counts flatter it.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> m = confusion_at(r, 0.5)
    >>> m.tp, m.fp, m.fn, m.tn
    (2, 1, 1, 1)
    """
    return table_at(ranking, cut_number(threshold))


def cut_number(threshold: Any) -> float:
    """A threshold that a user wrote: any number, infinite or not, but not NaN."""
    if isinstance(threshold, float) and math.isinf(threshold):
        return threshold
    if isinstance(threshold, bool) or not isinstance(threshold, numbers.Real) or threshold != threshold:
        _check.fail("threshold", "be a number", threshold)
    return _check.number("threshold", threshold)


def table_at(ranking: Ranking, threshold: float) -> ConfusionMatrix:
    """As `confusion_at` for a threshold of referee's own; no case reaches NaN."""
    called = check_ranking(ranking).scores >= threshold
    squares = None
    if ranking.positive_squares is not None and ranking.negative_squares is not None:
        squares = _table(ranking.positive_squares, ranking.negative_squares, called)
    labels = labels_of(ranking)
    return ConfusionMatrix(_table(ranking.positives, ranking.negatives, called), labels, labels[1], squares)


def labels_of(ranking: Ranking) -> tuple[Label, Label]:
    """The negative and the positive label; a ranking knows only the positive one."""
    positive = "positive" if ranking.positive is None else ranking.positive
    return ("rest" if positive != "rest" else "(rest)", positive)


def _table(positives: Array, negatives: Array, called: Bools) -> Array:
    return np.array([[counts[~called].sum(), counts[called].sum()] for counts in (negatives, positives)])
