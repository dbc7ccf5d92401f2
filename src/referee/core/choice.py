"""Chosen thresholds, with the counts there and what was optimised; and what a score does at each of some thresholds."""

from __future__ import annotations

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.types import Array, Floats, Label


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
