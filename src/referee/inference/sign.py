"""Sign test of matched pairs."""

from __future__ import annotations

from dataclasses import replace

from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Column
from referee.inference._result import Terms
from referee.inference.binomial import binomial
from referee.inference.samples import differences_of


def sign(
    x: Column, y: Column = None, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that x is as often above y as below it; without y, x holds the differences.

    The exact binomial test of the wins among the pairs that differ; pairs with a difference of 0 are left out,
    and their number is said. The effect is (wins - losses) / (wins + losses). p is 1 when no pair differs. It
    errs towards keeping the null, because it does not look at sizes. Reference: demsar2006.

    >>> result = sign([1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 7])
    >>> round(result.p_value, 4), round(result.effect.value, 3)
    (0.2188, 0.667)
    """
    d, _ = differences_of(x, y, least=1)
    wins, losses = int((d > 0).sum()), int((d < 0).sum())
    dropped = len(d) - wins - losses
    warnings = (f"{dropped} of {len(d)} pairs with a difference of 0 are left out.",) if dropped else ()
    result = share_of_wins(wins, losses, Terms(alternative, level))
    assert result.effect is not None
    return replace(
        result,
        name="sign test",
        null="x is as often above y as below it",
        effect=replace(result.effect, name="wins minus losses, of the pairs that differ"),
        details={"wins": float(wins), "losses": float(losses), "zeros": float(dropped)},
        warnings=(*warnings, *result.warnings),
        errs="It errs towards keeping the null, because it does not look at the sizes of the differences.",
    )


def share_of_wins(wins: int, losses: int, terms: Terms) -> TestResult:
    """The exact test that a win is as likely as a loss, with the effect on the scale from -1 to 1."""
    effect, m = "(b - c) / (b + c)", wins + losses
    if m == 0:
        estimate = Estimate(effect, float("nan"), 0, undefined="no pair differs")
        return TestResult(
            "", "", 1.0, terms.alternative, estimate, 0.0, "wins", warnings=("p is 1 because no pair differs.",)
        )
    result = binomial(wins, m, alternative=terms.alternative, level=terms.level)
    assert result.effect is not None
    assert result.effect.interval is not None
    low, high = result.effect.interval
    limits = terms.interval(2 * low - 1, 2 * high - 1, "Clopper-Pearson", (-1.0, 1.0))
    return replace(
        result, effect=Estimate(effect, (wins - losses) / m, m, limits), statistic_name="wins", details={}
    )
