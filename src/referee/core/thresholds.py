"""What a score does at each of some thresholds: counts and measures, each with its interval."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from referee import _check
from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.types import Floats, Label


class ThresholdTable(Noun, schema="threshold_table/1", eq=False):
    """Counts `(thresholds, 2, 2)` and measures at each threshold, highest first.

    Cases with a score of at least the threshold are called `labels[1]`. Rows of the counts are the truth. `measures`
    holds the same measures in the same order for every threshold. Each interval is for a threshold fixed beforehand;
    they do not hold together, nor for a threshold that was chosen from the table.
    """

    thresholds: Floats
    counts: NDArray[Any]
    measures: tuple[tuple[Estimate, ...], ...]
    labels: tuple[Label, Label]
    level: float
    note: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        size = len(self.thresholds)
        if self.counts.shape != (size, 2, 2) or len(self.measures) != size:
            _check.fail("threshold_table", "have counts and measures for each threshold", f"{size} thresholds")

    def __len__(self) -> int:
        return len(self.thresholds)

    def __repr__(self) -> str:
        return f"<ThresholdTable of {len(self)} thresholds>"
