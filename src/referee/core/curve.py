"""Curves, and what else is drawn of scores: bands, decision curves, averaged curves, lift and histograms."""

from __future__ import annotations

from dataclasses import field
from typing import Literal, TypeAlias

import numpy as np

from referee import _check
from referee.core.noun import ByValue, Noun
from referee.core.types import Array, Floats

Plane: TypeAlias = Literal[
    "", "roc", "roc difference", "precision-recall", "gain", "lift", "cost", "detection error", "VC bound"
]
"""What the axes of a curve or a band are, so that those of one plane can share a picture; "" for axes of its own."""


class Curve(ByValue, schema="curve/1"):
    """Points (x, y) in drawing order, with straight lines between them unless `note` says otherwise.

    `thresholds` are the scores at or above which a case is called positive; `tp` and `fp` count the positives and
    negatives there, out of `positives` and `negatives`. `facts` are numbers that belong to the curve (an area, a
    best value), `plane` says what the axes are. A curve whose axes have no values says why in `undefined`. A hard
    classifier is a curve of one point without thresholds.

    >>> c = Curve("roc", [0.0, 0.5, 1.0], [0.0, 1.0, 1.0], x_name="FPR", y_name="TPR")
    >>> len(c), c.x.tolist()
    (3, [0.0, 0.5, 1.0])
    """

    name: str
    x: Floats
    y: Floats
    thresholds: Floats | None = None
    x_name: str = "x"
    y_name: str = "y"
    tp: Array | None = None
    fp: Array | None = None
    positives: float = 0
    negatives: float = 0
    facts: dict[str, float] = field(default_factory=dict)
    undefined: str | None = None
    note: str = ""
    title: str = ""
    plane: Plane = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("x", "y", "thresholds", "tp", "fp"):
            array = getattr(self, name)
            if array is not None and array.shape != (len(self.x),):
                _check.fail(name, f"have one value for each of the {len(self.x)} points", f"shape {array.shape}")

    def __len__(self) -> int:
        return len(self.x)

    @property
    def defined(self) -> bool:
        """Whether the points have values."""
        return self.undefined is None

    def rows(self) -> list[dict[str, float]]:
        """The curve as a table: threshold, TP, FP, TN, FN where they are known, then both axes by name.

        >>> Curve("roc", [0, 1], [0, 1], x_name="FPR", y_name="TPR").rows()
        [{'FPR': 0.0, 'TPR': 0.0}, {'FPR': 1.0, 'TPR': 1.0}]
        """
        columns: dict[str, list[float]] = {}
        if self.thresholds is not None:
            columns["threshold"] = self.thresholds.tolist()
        if self.tp is not None and self.fp is not None:
            columns["TP"], columns["FP"] = self.tp.tolist(), self.fp.tolist()
            columns["TN"] = (self.negatives - self.fp).tolist()
            columns["FN"] = (self.positives - self.tp).tolist()
        columns[self.x_name], columns[self.y_name] = self.x.tolist(), self.y.tolist()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


class Band(Noun, schema="band/1", eq=False):
    """A curve's values at `x` with limits. It never forgets its level and its method.

    Pointwise limits hold at each x alone; of simultaneous ones the whole curve is promised to lie inside, at the
    level. `x_name`, `y_name` and `plane` say what the axes are.

    >>> band = Band([0.0, 0.5], [0.4, 0.9], [0.2, 0.7], [0.6, 1.0], 0.95, "bootstrap percentile")
    >>> len(band), band.simultaneous, round(band.width.max(), 3)
    (2, False, np.float64(0.4))
    """

    x: Floats
    value: Floats
    low: Floats
    high: Floats
    level: float
    method: str
    simultaneous: bool = False
    x_name: str = ""
    y_name: str = ""
    plane: Plane = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.x) == len(self.value) == len(self.low) == len(self.high):
            _check.fail("band", "have a value and two limits at each x", f"{len(self.x)} places")

    def __len__(self) -> int:
        return len(self.x)

    @property
    def width(self) -> Floats:
        """High minus low at each x."""
        return self.high - self.low


class AverageRoc(Noun, schema="average_roc/1", eq=False):
    """Points (fpr, tpr) of a micro- or macro-averaged curve, and the area under it; or why there is none."""

    fpr: Floats
    tpr: Floats
    average: Literal["macro", "micro"]
    undefined: str | None = None

    @property
    def auc(self) -> float:
        """Area under the points joined by lines; NaN when there are none."""
        if not len(self.fpr):
            return float("nan")
        return float((np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1])).sum() / 2)


class DecisionCurve(Noun, schema="decision_curve/1", eq=False):
    """Net benefit at each threshold probability, its limits, and that of treating all; treating none is 0.

    Net benefit is in true positives a case, false positives charged at the odds of the threshold.
    """

    thresholds: Floats
    net_benefit: Floats
    low: Floats
    high: Floats
    treat_all: Floats
    prevalence: float
    level: float
    method: str
    undefined: str | None = None

    @property
    def treat_none(self) -> Floats:
        """The net benefit of treating nobody: 0."""
        return np.zeros_like(self.thresholds)

    @property
    def useful(self) -> Floats:
        """The thresholds at which the model is worth more than both treating all and treating none."""
        return self.thresholds[(self.net_benefit > self.treat_all) & (self.net_benefit > 0)]


class Lift(Noun, schema="lift/1"):
    """The highest-scored `top` cases, a `fraction` of all: their precision over the prevalence, and their recall.

    When the cut falls into a tie, `lift`, `precision` and `recall` are what random tie-breaking gives on
    average; `pessimistic` and `optimistic` are the least and largest lift that an order of the tied cases can
    give, and `note` says so.
    """

    fraction: float
    top: float
    lift: float
    pessimistic: float
    optimistic: float
    precision: float
    recall: float
    undefined: str | None = None
    note: str = ""

    def __float__(self) -> float:
        return self.lift


class ScoreHistogram(Noun, schema="score_histogram/1", eq=False):
    """Positives and negatives in bins of equal width between `edges`, which are one more than the bins.

    A bin holds its lower edge; the last one holds its upper edge too. Infinite scores are in the outer bins.

    >>> h = ScoreHistogram([0.0, 0.5, 1.0], [1, 3], [4, 0])
    >>> len(h), h.positives.tolist()
    (2, [1.0, 3.0])
    """

    edges: Floats
    positives: Floats
    negatives: Floats

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.positives) == len(self.negatives) == max(len(self.edges) - 1, 0):
            _check.fail("histogram", "have one edge more than bins", f"{len(self.edges)} edges")

    def __len__(self) -> int:
        return len(self.positives)
