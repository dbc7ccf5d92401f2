"""Independent samples compared by ranks: Mann and Whitney, Brunner and Munzel, Kruskal and Wallis, Cliff's delta."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from typing import Any

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Column, Floats
from referee.inference._result import DOUBLED, Measured, Terms, Wording, pivot, satterthwaite
from referee.inference.samples import sample
from referee.inference.shift import Shifts, middle_shifts


def cliffs_delta(x: Column, y: Column) -> Estimate:
    """P(X > Y) - P(X < Y) over all pairs of a value of x and a value of y: from -1 to 1.

    Never undefined. On matched values it does not look at which belong together, so that datasets that differ much
    hide a steady difference: wins, ties and losses show it. No interval: its usual one takes the samples as
    independent. Reference: cliff1993.

    >>> cliffs_delta([0.9, 0.8, 0.7], [0.6, 0.8, 0.5]).value
    0.6666666666666666
    """
    a, b = sample("x", x, least=1), sample("y", y, least=1)
    ordered = np.sort(b)
    below = np.searchsorted(ordered, a, side="left").sum()
    above = (len(b) - np.searchsorted(ordered, a, side="right")).sum()
    value = float(below - above) / (len(a) * len(b))
    return Estimate(
        "cliffs_delta", value, len(a), title="Cliff's delta", note="no interval: the values are matched"
    )


MOST_PAIRS = 4_000_000
MOST_EXACT = 10_000


def mann_whitney(
    x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two independent samples come from the same population, against a shift.

    U counts the pairs with x above y, ties half; U / (m n) is the AUC. Exact without ties and up to 10,000
    pairs, else normal with corrections for ties and continuity, which is said. The effect is the Hodges-Lehmann
    shift (the median of all x - y) with the interval that inverts this test. p is 1 when all values are equal.
    It errs when the two populations differ in spread; Brunner and Munzel's test does not need equal spreads.
    Reference: mann1947, hodges1963.

    >>> result = mann_whitney([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> result.statistic, round(result.p_value, 5), result.details["auc"]
    (24.0, 0.00952, 1.0)
    """
    first, second = sample("x", x, least=1), sample("y", y, least=1)
    terms = Terms(alternative, level)
    m, n = len(first), len(second)
    everything = np.concatenate([first, second])
    ties = len(np.unique(everything)) < m + n
    exact = not ties and m * n <= MOST_EXACT
    u = float(np.searchsorted(np.sort(second), first, "left").sum()) / 2
    u += float(np.searchsorted(np.sort(second), first, "right").sum()) / 2
    p = 1.0 if np.ptp(everything) == 0 else _p(first, second, alternative, exact)
    warnings: tuple[str, ...] = ()
    if not exact:
        why = "values are tied" if ties else "there are many pairs"
        warnings = (f"p is from the normal form, because {why}.",)
    words = Wording(
        "Mann-Whitney test" + (" (exact)" if exact else ""),
        "x and y come from the same population",
        "U",
        "It errs when the two populations differ in spread.",
        method="Hodges-Lehmann",
        convention=DOUBLED,
    )
    facts: Any = {"statistic": u, "details": {"auc": u / (m * n)}, "warnings": warnings}
    effect = _shift(first, second)
    if effect.note:
        return words.result(p, effect, alternative=alternative, **facts)
    points = np.unique(np.subtract.outer(first, second))
    middles = middle_shifts(points)

    def p_at(i: int, side: Alternative) -> float:
        return _p(first - middles[i], second, side, exact)

    return words.of_evidence(terms, p, effect, Shifts(points, p_at, p, alternative), **facts)


def _p(x: Floats, y: Floats, alternative: Alternative, exact: bool) -> float:
    from scipy.stats import mannwhitneyu

    result = mannwhitneyu(x, y, alternative=alternative, method="exact" if exact else "asymptotic")
    return min(1.0, float(result.pvalue))


def _shift(x: Floats, y: Floats) -> Estimate:
    """The Hodges-Lehmann shift, with a note where it has no interval."""
    name, n = "Hodges-Lehmann shift", len(x) + len(y)
    if len(x) * len(y) > MOST_PAIRS:
        value = float(np.median(x) - np.median(y))
        return Estimate("difference of medians", value, n, note="too many pairs for the shift and its interval")
    gaps = np.subtract.outer(x, y).ravel()
    note = "the samples do not vary, which gives no interval" if np.ptp(gaps) == 0 else ""
    return Estimate(name, float(np.median(gaps)), n, note=note)


_BRUNNER = Wording(
    "Brunner-Munzel test",
    "x is as likely above y as below it",
    "t",
    "It errs in samples under about 10, and its interval can leave the range from 0 to 1.",
    "P(x > y) + P(x = y) / 2",
    constant="the samples do not overlap, so the variance of their ranks is 0; take the Mann-Whitney test",
    same="all values are the same",
)


def brunner_munzel(
    x: Column, y: Column, *, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that a value of x is as likely above one of y as below it, whatever their spreads.

    With R the ranks among all and r within the sample, theta = P(x > y) + P(x = y) / 2 is tested against 1/2 by
    the variance of R - r, with Satterthwaite's degrees of freedom. Inapplicable when the samples do not
    overlap, where that variance is 0. It errs in samples under about 10. Reference: brunner2000.

    >>> result = brunner_munzel([3, 5, 6, 8], [1, 2, 4, 7])
    >>> round(result.effect.value, 4), round(result.p_value, 3)
    (0.75, 0.277)
    """
    from scipy.stats import rankdata

    first, second = sample("x", x), sample("y", y)
    m, n = len(first), len(second)
    ranks = rankdata(np.concatenate([first, second]))
    excess1, excess2 = ranks[:m] - rankdata(first), ranks[m:] - rankdata(second)
    theta = float(excess1.mean() / n)
    v1, v2 = float(excess1.var(ddof=1)) / n**2 / m, float(excess2.var(ddof=1)) / m**2 / n
    se = sqrt(v1 + v2)
    df = satterthwaite((v1, m), (v2, n)) if se else float(m + n - 2)
    return pivot(_BRUNNER, Measured(theta, se, m + n, df), Terms(alternative, level), centre=0.5)


_WORDS = Wording(
    "Kruskal-Wallis test",
    "all samples come from the same population",
    "H",
    "It errs in groups under about 5, and when the populations differ in spread.",
)


def kruskal(groups: Sequence[Column]) -> TestResult:
    """Test that several independent samples come from the same population.

    H of the rank sums, corrected for ties, chi-square with k - 1 degrees of freedom. The effect is epsilon
    squared, H / (n - 1), the share of the variance of ranks between groups. p is 1 when all values are equal.
    It errs in groups under about 5, and when the populations differ in spread. Reference: kruskal1952.

    >>> result = kruskal([[1, 2, 3, 4], [5, 6, 7, 8], [2, 4, 6, 9]])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (5.549, 0.062)
    """
    from scipy.stats import kruskal as scipy_kruskal

    groups = _check.items("groups", groups, "samples")
    if len(groups) < 2:
        _check.fail("groups", "hold at least 2 samples", f"{len(groups)}")
    samples = [sample(f"groups[{i}]", group, least=1) for i, group in enumerate(groups)]
    everything = np.concatenate(samples)
    n, df = len(everything), len(samples) - 1
    equal = float(np.ptp(everything)) == 0
    h = 0.0 if equal else max(0.0, float(scipy_kruskal(*samples).statistic))
    share = Estimate("epsilon squared", h / (n - 1) if n > 1 else nan, n, note="no interval belongs to H")
    warnings = ["p is 1 because all values are the same."] if equal else []
    return _WORDS.result(float(chdtrc(df, h)), share, h, details={"df": float(df)}, warnings=warnings)
