"""R045: many comparisons without an adjustment."""

from __future__ import annotations

from referee import _format
from referee.core.finding import Finding
from referee.core.standings import Standings


def unadjusted(standings: Standings) -> list[Finding]:
    """Say how likely a false alarm is when p-values of several pairs are read as they are.

    >>> from referee import rank
    >>> scores = {name: {"a": 0.9 - i / 10, "b": 0.8 - i / 10} for i, name in enumerate("xyz")}
    >>> unadjusted(rank(scores, test="wilcoxon"))[0].evidence
    '3 independent comparisons of equal learners would give a false alarm with a chance of 14%'
    """
    m = len(standings.matches)
    if standings.pairwise.adjusted or m < 2:
        return []
    alone = round(1 - standings.level**m, 2)
    evidence = f"{m} independent comparisons of equal learners would give a false alarm with a chance of "
    evidence += _format.percent(alone)
    advice = "Use test='wilcoxon-holm'. The verdicts rest on simultaneous intervals all the same."
    return [Finding("R045", "serious", "The p-values are not adjusted for their number", evidence, advice)]
