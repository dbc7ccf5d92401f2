"""A chosen threshold, with the counts there and what was optimised."""

from __future__ import annotations

from referee.core.confusion import ConfusionMatrix
from referee.core.noun import Noun


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
