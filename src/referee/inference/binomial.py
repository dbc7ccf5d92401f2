"""The exact test of a proportion, and the sign test that is made of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from scipy.special import bdtr, bdtrc

from referee import _check
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative, Column
from referee.inference._result import DOUBLED, Terms, Wording, of_tails
from referee.inference.proportion import clopper_pearson
from referee.inference.samples import differences_of

Convention = Literal["doubling", "likelihood"]
ERRS = "It errs towards keeping the null, the more so the fewer the cases."
CONVENTIONS: dict[str, str] = {
    "doubling": DOUBLED,
    "likelihood": "two-sided p sums the outcomes no likelier than the one seen",
}


def binomial(
    successes: int,
    n: int,
    *,
    p: float = 0.5,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    convention: Convention = "doubling",
) -> TestResult:
    """Test that a proportion is `p`, by exact binomial tails.

    The two-sided p is twice the smaller tail (at most 1), and the interval is Clopper and Pearson's, which
    excludes `p` exactly when that p is below 1 - level. With convention="likelihood" it is the sum of all
    outcomes no likelier than the one seen, as R and SciPy have it; it has no such interval, and none is shown.
    It errs towards keeping the null. Reference: clopper1934.

    >>> result = binomial(30, 40, p=0.6)
    >>> round(result.p_value, 4), round(result.effect.interval.low, 3)
    (0.0704, 0.588)
    >>> round(binomial(30, 40, p=0.6, convention="likelihood").p_value, 4)
    0.0541
    """
    n = _check.whole("n", n, least=1)
    k = _check.whole("successes", successes)
    if k > n:
        _check.fail("successes", f"be at most n = {n}", successes)
    p, terms = _check.fraction("p", p), Terms(alternative, level)
    _check.choice("convention", convention, CONVENTIONS)
    below, above = tails(k, n, p)
    value = of_tails(above, below, alternative)
    if convention == "likelihood" and alternative == "two-sided":
        from scipy.stats import binomtest

        value = float(binomtest(k, n, p).pvalue)
    limits = clopper_pearson(k, n, level, side=terms.side)
    null, said = f"the proportion is {p:g}", CONVENTIONS[convention]
    words = Wording("exact binomial test", null, "successes", ERRS, convention=said)
    details = {"n": float(n), "p_greater": above, "p_less": below}
    effect = with_dual("proportion", k / n, n, limits, convention, alternative)
    return words.result(value, effect, float(k), alternative=alternative, details=details)


def with_dual(
    name: str, value: float, n: int, limits: Interval, convention: Convention, alternative: Alternative
) -> Estimate:
    """The effect of an exact test, with its central interval where that belongs to the p."""
    if convention == "doubling" or alternative != "two-sided":
        return Estimate(name, value, n, limits)
    return Estimate(name, value, n, note="no interval belongs to this p; convention='doubling' has one")


def tails(k: int, n: int, p: float) -> tuple[float, float]:
    """P(at most k) and P(at least k) of n."""
    return float(bdtr(k, n, p)), 1.0 if k == 0 else float(bdtrc(k - 1, n, p))


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
