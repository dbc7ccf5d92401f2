"""A reported accuracy against the rule that always names the larger class."""

from __future__ import annotations

from typing import NamedTuple

from referee import _check
from referee.core import ConsistentMatrices
from referee.inference.mcnemar import midp_of_discordant


class AgainstMajority(NamedTuple):
    """How many cases the rule has right, the fewest and most that the model can have, and the range of the paired p."""

    fewest: int
    most: int
    rule: int
    n: int
    least_p: float
    greatest_p: float

    def beats(self, level: float) -> bool | None:
        """Whether the model is shown to beat the rule; None when that depends on the table."""
        if self.most <= self.rule or self.least_p >= 1 - level:
            return False
        return True if self.fewest > self.rule and self.greatest_p < 1 - level else None


def against_majority(found: ConsistentMatrices) -> AgainstMajority | None:
    """Compare a model with the majority rule on the same cases, by mid-p McNemar, over all tables that can be.

    With m the larger class, the model alone is right on its right answers outside m and the rule alone on the model's
    wrong answers inside m. The p are of the tables where the model has more right. None without the class counts or
    without a table. It errs as the mid-p test does. Reference: fagerland2013.

    >>> from referee.claims.consistent import consistent_matrices
    >>> against_majority(consistent_matrices(n=1000, positives=20, accuracy="0.967"))[:4]
    (967, 967, 980, 1000)
    """
    _check.instance("found", found, ConsistentMatrices)
    if found.positives is None or not found.possible:
        return None
    n, positives = found.n, found.positives
    rule = max(positives, n - positives)
    rare_positive = positives <= n - positives
    if found.complete:
        pairs = [(tp, fp) if rare_positive else (tn, fn) for tp, fn, fp, tn in found.matrices]
    else:
        fewest, most = (round(end * n) for end in found.ranges["accuracy"])
        rates = found.ranges.get("sensitivity" if rare_positive else "specificity", (0.0, 1.0))
        pairs = []
        for right in {fewest, most}:
            for rate in rates:
                gained = min(max(round(rate * (n - rule)), right - rule, 0), n - rule, right)
                pairs.append((gained, gained - (right - rule)))
    counts = [rule + gained - lost for gained, lost in pairs]
    p_values = [midp_of_discordant(gained, lost) for gained, lost in pairs if gained > lost]
    ends = min(p_values, default=1.0), max(p_values, default=1.0)
    return AgainstMajority(min(counts), max(counts), rule, n, *ends)
