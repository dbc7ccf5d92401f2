"""Exact binomial test of a proportion."""

from __future__ import annotations

from typing import Literal

from scipy.special import bdtr, bdtrc

from referee import _check
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative
from referee.inference._result import DOUBLED, Terms, Wording, of_tails
from referee.inference.proportion import clopper_pearson

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
