"""McNemar's test of two models on the same cases."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import inf, sqrt
from typing import Literal

from scipy.special import chdtrc

from referee import _check
from referee._quantile import quantile
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Table
from referee.inference._result import Terms, p_of
from referee.inference._solve import root
from referee.inference.binomial import share_of_wins, tails
from referee.inference.samples import paired_counts
from referee.inference.tango import tango

Method = Literal["midp", "exact", "asymptotic", "corrected"]
_EFFECT = "(b - c) / (b + c)"
_SAME = "p is 1 because A and B are right and wrong on the same cases."
_NULL = "a discordant case is as likely to be right for A only as for B only"
_ERRS: dict[Method, str] = {
    "midp": "Its level is not guaranteed, but it stayed within it in every scenario studied.",
    "exact": "It errs towards keeping the null: its true level is often half the nominal one.",
    "asymptotic": "It errs slightly to either side of its level when few cases are discordant.",
    "corrected": "It errs towards keeping the null, as the exact test does.",
}


def mcnemar(
    table: Table, *, method: Method = "midp", alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two models on the same cases are equally often right, from the cases where only one is.

    `table` is [[both right, only A right], [only B right, both wrong]]; b = only A, c = only B. "exact" is the
    binomial test of b out of b + c; "midp" counts half of the outcome seen; "asymptotic" is (b - c)^2 / (b + c);
    "corrected" is (|b - c| - 1)^2 / (b + c), and 0 when b = c. p is 1 when no case is discordant.

    The interval is the one that agrees with the p: Tango's, of the difference of accuracies, for "asymptotic";
    the Clopper-Pearson, mid-P or corrected Wilson limits of (b - c) / (b + c) for the others. Each errs as
    `errs` says. Reference: mcnemar1947, edwards1948, fagerland2013.

    >>> result = mcnemar([[40, 6], [15, 39]])
    >>> round(result.p_value, 4), round(mcnemar([[40, 6], [15, 39]], method="exact").p_value, 4)
    (0.0525, 0.0784)
    """
    _check.choice("method", method, _ERRS)
    _, b, c, _ = cells = paired_counts(table)
    n, m, terms = sum(cells), b + c, Terms(alternative, level)
    details = {"b": float(b), "c": float(c), "n": float(n), "difference": (b - c) / n}
    name = "McNemar's test" + {"midp": " (mid-p)", "exact": " (exact)", "corrected": " (corrected)"}.get(
        method, ""
    )
    if method == "asymptotic":
        result = tango(table, alternative=alternative, level=level)
        chi2 = (b - c) ** 2 / m if m else 0.0
        result = replace(result, statistic=chi2, statistic_name="chi2")
    elif method == "exact" or m == 0:
        result = share_of_wins(b, c, terms)
        if m == 0:
            result = replace(result, warnings=(_SAME,), statistic=0.0)
    else:
        result = (_midp if method == "midp" else _edwards)(b, m, terms)
    return replace(result, name=name, null=_NULL, details=details, errs=_ERRS[method])


def midp_of_discordant(b: int, c: int) -> float:
    """Two-sided mid-p alone, for b cases that only one model has right and c that only the other has.

    >>> round(midp_of_discordant(6, 15), 4), midp_of_discordant(0, 0)
    (0.0525, 1.0)
    """
    b, c = _check.whole("b", b), _check.whole("c", c)
    return 1.0 if b == c else min(1.0, 2 * min(_mid_tails(b, b + c, 0.5)))


def _midp(b: int, m: int, terms: Terms) -> TestResult:
    """Half of the outcome seen counts; the limits are the shares at which that p is the tail."""
    below, above = _mid_tails(b, m, 0.5)
    p = {"two-sided": midp_of_discordant(b, m - b), "greater": above, "less": below}[terms.alternative]
    convention = "two-sided p is twice the smaller mid-p tail" if terms.alternative == "two-sided" else ""
    result = _conditional(b, m, _mid_limits(b, m, terms.tail), "mid-P", p, terms)
    return replace(result, statistic=float(b), statistic_name="b", convention=convention)


@lru_cache(maxsize=4096)
def _mid_limits(b: int, m: int, beyond: float) -> tuple[float, float]:
    """The shares at which the mid-p of b out of m is `beyond`; pairs of many models often have the same counts."""
    low = 0.0 if b == 0 and beyond < 0.5 else root(lambda share: _mid_tails(b, m, share)[1] - beyond, 0.0, 1.0)
    high = 1.0 if b == m and beyond < 0.5 else root(lambda share: beyond - _mid_tails(b, m, share)[0], 0.0, 1.0)
    return low, high


def _edwards(b: int, m: int, terms: Terms) -> TestResult:
    """Edwards' correction; the limits are Wilson's with continuity correction."""
    gap = max(abs(2 * b - m) - 1, 0)
    z = (gap if 2 * b >= m else -gap) / sqrt(m)
    p = float(chdtrc(1, z * z)) if terms.alternative == "two-sided" else p_of(z, inf, terms.alternative)
    q = -quantile(terms.tail, inf)
    share, scale = b / m, 2 * (m + q * q)
    down = q * sqrt(max(q * q - 2 - 1 / m + 4 * share * (m - b + 1), 0.0))
    up = q * sqrt(max(q * q + 2 - 1 / m + 4 * share * (m - b - 1), 0.0))
    low = 0.0 if b == 0 else max(0.0, (2 * b + q * q - 1 - down) / scale)
    high = 1.0 if b == m else min(1.0, (2 * b + q * q + 1 + up) / scale)
    result = _conditional(b, m, (low, high), "Wilson, corrected", p, terms)
    return replace(result, statistic=z * z, statistic_name="chi2")


def _conditional(b: int, m: int, limits: tuple[float, float], method: str, p: float, terms: Terms) -> TestResult:
    """A result on the scale from -1 to 1 from limits of the share b / m."""
    low, high = limits
    interval = terms.interval(2 * low - 1, 2 * high - 1, method, (-1.0, 1.0))
    return TestResult("", "", p, terms.alternative, Estimate(_EFFECT, (2 * b - m) / m, m, interval))


def _mid_tails(b: int, m: int, share: float) -> tuple[float, float]:
    """P(less than b) + P(b) / 2, and P(more than b) + P(b) / 2."""
    below, above = tails(b, m, share)
    half = (below + above - 1) / 2
    return below - half, above - half
