"""statsmodels: a score interval that is not found at the sizes of the textbook."""

from __future__ import annotations

from statsmodels.stats.proportion import confint_proportions_2indep

from referee.inference import miettinen_nurminen
from tools.peers.row import Row, span

PACKAGE = "statsmodels"


def rows() -> list[Row]:
    """One question."""
    try:
        said = span(*confint_proportions_2indep(1250, 5000, 4, 30, method="score", compare="diff"))
        failed = False
    except ValueError as error:
        said, failed = f"ValueError: {error}", True
    interval = miettinen_nurminen(1250, 5000, 4, 30).effect.interval
    return [Row("score interval of 1250/5000 against 4/30", said, span(*interval), failed)]
