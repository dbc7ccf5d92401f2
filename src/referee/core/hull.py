"""The convex hull of classifiers in the ROC plane, which of them can be best and when; and chosen thresholds."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.noun import ByValue, Noun
from referee.core.types import Array, Floats, Label


class OperatingPoint(Noun, schema="operating_point/1"):
    """A place in the ROC plane and who reaches it: the classifiers named, at this threshold when they have one."""

    fpr: float
    tpr: float
    owners: tuple[str, ...]
    threshold: float | None = None
    cost: float | None = None


class MixPlan(Noun, schema="mix_plan/1"):
    """Which two hull vertices to mix, and the share of cases that the second answers."""

    first: OperatingPoint
    second: OperatingPoint
    share: float
    fpr: float
    tpr: float


class OptimalRange(Noun, schema="optimal_range/1"):
    """Where a classifier is optimal: a range of iso-performance slopes, and of prevalence at stated costs.

    A classifier that is optimal nowhere has NaN for all ends; `sentence` says it in words.
    """

    name: str
    slope_low: float
    slope_high: float
    prevalence_low: float
    prevalence_high: float
    sentence: str


class Hull(ByValue, schema="hull/1"):
    """The vertices of an upper convex hull from (0, 0) to (1, 1), with the classifiers that reach each.

    The corners belong to the rules that call no case and all cases positive, which need no classifier. `names` are
    all classifiers that were looked at, also those that reach no vertex. `prevalence` is the share of positives
    among the cases, when the classifiers share it.
    """

    fpr: Floats
    tpr: Floats
    thresholds: Floats
    owners: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    prevalence: float = float("nan")
    undefined: str | None = None

    def __len__(self) -> int:
        return len(self.fpr)

    @property
    def slopes(self) -> Floats:
        """The slope of each edge, from steep to flat."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.diff(self.tpr) / np.diff(self.fpr))

    @property
    def area(self) -> float:
        """The area under the hull: the best AUC that drawing lots between thresholds reaches on these cases."""
        if self.undefined:
            return float("nan")
        return float(np.sum(np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1])) / 2)

    def point(self, i: int, cost: float | None = None) -> OperatingPoint:
        """Vertex i as an operating point."""
        threshold = None if np.isnan(self.thresholds[i]) else float(self.thresholds[i])
        return OperatingPoint(float(self.fpr[i]), float(self.tpr[i]), self.owners[i], threshold, cost)


class ThresholdChoice(Noun, schema="threshold_choice/1"):
    """A threshold, chosen by `rule`: cases with a score of at least `threshold` are called positive.

    `value` is what the rule optimised or aimed at. `thresholds` are all that do equally well, highest first;
    `threshold` is the first of them, with the fewest cases called positive, and `confusion` the counts there. A
    choice that cannot be made has a NaN threshold, no counts and the reason in `undefined`. `warnings` say what
    must be known, first of all that threshold and counts come from the same cases.
    """

    rule: str
    threshold: float
    confusion: ConfusionMatrix | None
    value: float
    thresholds: tuple[float, ...] = ()
    undefined: str | None = None
    warnings: tuple[str, ...] = ()

    def __float__(self) -> float:
        return self.threshold


class CrossFit(Noun, schema="crossfit/1"):
    """The counts of a way to choose a threshold, each case judged by a threshold chosen without it.

    `thresholds` are those of the parts, `seed` the one that made the parts.
    """

    rule: str
    confusion: ConfusionMatrix | None
    thresholds: tuple[float, ...]
    folds: int
    seed: int
    undefined: str | None = None
    note: str = ""


class ThresholdTable(Noun, schema="threshold_table/1", eq=False):
    """Counts `(thresholds, 2, 2)` and measures at each threshold, highest first.

    Cases with a score of at least the threshold are called `labels[1]`. Rows of the counts are the truth. `measures`
    holds the same measures in the same order for every threshold. Each interval is for a threshold fixed beforehand;
    they do not hold together, nor for a threshold that was chosen from the table. `recalls` are limits
    `(thresholds, 2, 2)` of the recall of each class, `ratios` of the rate of an answer in the other class over that in
    its own, for each answer: from them follow limits at any prevalence. They are None without intervals.
    """

    thresholds: Floats
    counts: Array
    measures: tuple[tuple[Estimate, ...], ...]
    labels: tuple[Label, Label]
    level: float
    note: str = ""
    recalls: Floats | None = None
    ratios: Floats | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        size = len(self.thresholds)
        if self.counts.shape != (size, 2, 2) or len(self.measures) != size:
            _check.fail("threshold_table", "have counts and measures for each threshold", f"{size} thresholds")

    def __len__(self) -> int:
        return len(self.thresholds)

    def __repr__(self) -> str:
        return f"<ThresholdTable of {len(self)} thresholds>"
