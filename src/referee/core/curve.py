"""A curve: points in order, the threshold of each, and the counts behind them."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal, TypeAlias

from numpy.typing import NDArray

from referee import _check
from referee.core.noun import ByValue
from referee.core.types import Floats

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
    tp: NDArray[Any] | None = None
    fp: NDArray[Any] | None = None
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
