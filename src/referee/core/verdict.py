"""The verdict of a comparison, from its intervals and a margin."""

from __future__ import annotations

import math
from enum import StrEnum

from referee.core.estimate import Interval
from referee.core.noun import Noun


class Verdict(StrEnum):
    """What a comparison shows. Undecided is never called equal."""

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    UNDECIDED = "undecided"


class Decision(Noun, schema="decision/1"):
    """A verdict and its grounds.

    `negligible` says that a shown difference is also shown to be smaller than the margin. `reason` says what an
    undecided comparison lacks; it is `stuck` when no margin would settle it.
    """

    verdict: Verdict
    negligible: bool = False
    reason: str = ""
    stuck: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", Verdict(self.verdict))


def decide(wide: Interval | None, narrow: Interval | None, margin: float | None, objection: str = "") -> Decision:
    """The verdict on a difference d that favours A when it is positive.

    `wide` is the interval of d at level 1 - alpha, `narrow` the one at 1 - 2 alpha. BETTER if wide lies above 0, WORSE
    if below; EQUIVALENT if narrow lies inside (-margin, margin); else UNDECIDED. A BETTER or WORSE inside the margin
    keeps its word and is `negligible`. Without a margin nothing is equivalent. An `objection`, such as a second test
    that disagrees, makes it undecided, whatever the interval shows. An interval without width is no interval.

    >>> ci = lambda low, high: Interval(low, high, 0.95, "-")
    >>> decide(ci(0.01, 0.2), ci(0.02, 0.19), None).verdict
    <Verdict.BETTER: 'better'>
    >>> decide(ci(-0.008, 0.009), ci(-0.006, 0.007), 0.01).verdict
    <Verdict.EQUIVALENT: 'equivalent'>
    """
    if objection:
        return Decision(Verdict.UNDECIDED, reason=objection, stuck=True)
    if wide is None or narrow is None or any(math.isnan(i.width) or i.width == 0 for i in (wide, narrow)):
        return Decision(Verdict.UNDECIDED, reason="there is no interval for the difference", stuck=True)
    inside = margin is not None and -margin < narrow.low and narrow.high < margin
    if wide.low > 0 or wide.high < 0:
        return Decision(Verdict.BETTER if wide.low > 0 else Verdict.WORSE, negligible=inside)
    if inside:
        return Decision(Verdict.EQUIVALENT)
    return Decision(Verdict.UNDECIDED, reason="the interval holds 0")
