"""A ROC curve averaged over classes."""

from __future__ import annotations

from typing import Literal

import numpy as np

from referee.core.noun import Noun
from referee.core.types import Floats


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
