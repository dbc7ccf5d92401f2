"""The convex hull of classifiers in the ROC plane: which of them can be the best, and when."""

from __future__ import annotations

import numpy as np

from referee.core.noun import ByValue, Noun
from referee.core.types import Floats


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
