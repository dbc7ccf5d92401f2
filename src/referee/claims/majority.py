"""A reported accuracy against the rule that always names the larger class."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.consistency import ConsistentMatrices
from referee.stattests.mcnemar import midp_of_discordant


class AgainstMajority(NamedTuple):
    """How many cases the model and the rule have right, and the least and greatest p over the consistent tables."""

    right: int
    rule: int
    n: int
    least_p: float
    greatest_p: float

    def beats(self, level: float) -> bool | None:
        """Whether the model is shown to beat the rule; None when that depends on the table."""
        if self.right <= self.rule or self.least_p >= 1 - level:
            return False
        return True if self.greatest_p < 1 - level else None


def against_majority(found: ConsistentMatrices) -> AgainstMajority | None:
    """Compare a model with the majority rule on the same cases, by mid-p McNemar, over all tables that can be.

    With m the larger class, the model alone is right on its right answers outside m and the rule alone on the model's
    wrong answers inside m. None without the class counts, without an accuracy, or without a table. It errs as the mid-p
    test does. Reference: fagerland2013.

    >>> from referee.claims.consistent import consistent_matrices
    >>> against_majority(consistent_matrices(n=1000, positives=20, accuracy="0.967"))[:3]
    (967, 980, 1000)
    """
    if found.positives is None or not found.possible or "accuracy" not in found.ranges:
        return None
    n, positives = found.n, found.positives
    rule = max(positives, n - positives)
    fewest, most = (round(end * n) for end in found.ranges["accuracy"])
    outside = "sensitivity" if positives <= n - positives else "specificity"
    low, high = found.ranges.get(outside, (0.0, 1.0))
    smaller = n - rule
    p_values = [
        midp_of_discordant(gained, gained - (right - rule))
        for right in {fewest, most}
        for gained in {round(low * smaller), round(high * smaller)}
        if 0 <= gained - (right - rule) <= rule
    ]
    middle = (fewest + most) // 2
    return AgainstMajority(middle, rule, n, min(p_values, default=1.0), max(p_values, default=1.0))
