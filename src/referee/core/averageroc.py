"""A ROC curve averaged over classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from referee.core.noun import Noun
from referee.core.types import Floats


@dataclass(frozen=True, eq=False)
class AverageRoc(Noun):
    """Points (fpr, tpr) of a micro- or macro-averaged curve, and the area under it; or why there is none."""

    schema: ClassVar[str] = "average_roc/1"

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
