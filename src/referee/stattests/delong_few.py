"""DeLong's tests of two areas when a class has few cases."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check
from referee.core.ranking import Ranking
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Label
from referee.intervals.auc_covariance import placements
from referee.intervals.delong import delong
from referee.stattests.average_precision_difference import within
from referee.stattests.delong import _cases, _truth, delong_paired, delong_rankings, satterthwaite
from referee.stattests.pivot import pivot
from referee.stattests.samples import direction
from referee.stattests.steadied import correlation_of, guess_of, paired_guess, steadied

CASES, APART = 1.0, 2.0
"""Cases of the smaller class that the guess of a variance is worth, on the same cases and on others: the least that
held .92 in the worlds that `validity/score_differences.py` and a wider grid have."""

_ERRS = "It is too wide with about 10 cases in a class; the swap permutation has more power there."


def delong_few(
    y_true: Any,
    scores_a: Any,
    scores_b: Any,
    *,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Two scores on the same cases, a class with few of them: DeLong's difference with a steadied variance.

    The variance is as if DeLong's were seen in the m cases of the smaller class, and 1 more had shown that of two
    shares of m with the same correlation; t has Satterthwaite's degrees of freedom of the two classes' parts. The
    interval has the same se, so it excludes 0 exactly when p is below 1 - level. As `delong_paired` when a class
    has one case, or when both rank all cases alike. It errs on the wide side: .93 to 1 measured with 5 to 25 cases
    in a class, where DeLong's own fell to .77 and the inverted swap permutation to .84. References: delong1988,
    agresti1998.

    >>> test = delong_few([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [6, 3, 2, 5, 4, 1])
    >>> round(test.effect.value, 4), round(test.p_value, 4)
    (0.3333, 0.2911)
    """
    plain = delong_paired(y_true, scores_a, scores_b, positive=positive, level=level, alternative=alternative)
    cases, scores = _cases(y_true, [("scores_a", scores_a), ("scores_b", scores_b)], positive, None, None)
    truth = _truth(cases)
    sizes = int(truth.sum()), int((~truth).sum())
    if min(sizes) < 2:
        return plain
    u, v = placements(truth, scores)
    gaps = u[0] - u[1], v[0] - v[1]
    if not (gaps[0].any() or gaps[1].any()):
        return plain
    assert plain.effect is not None
    parts = [(float(np.var(gap, ddof=1)) / size, size) for gap, size in zip(gaps, sizes, strict=True)]
    details = plain.details
    correlation = correlation_of(details["covariance"], details["variance_a"], details["variance_b"])
    guess = paired_guess(details["auc_a"], details["auc_b"], min(sizes), correlation)
    variance = steadied(sum(part for part, _ in parts), guess, min(sizes), cases=CASES)
    df = satterthwaite(*parts)
    df = df if math.isfinite(df) else float(sum(sizes) - 2)
    kept = {key: value for key, value in details.items() if key != "standard_error"}
    return _result("paired", plain.effect.value, variance, df, cases.n, kept, alternative, level)


def delong_few_rankings(
    first: Ranking, second: Ranking, *, level: float = 0.95, alternative: Alternative = "two-sided"
) -> TestResult:
    """Rankings of different cases, a class with few of them: as `delong_few`, each variance steadied by 2 cases.

    The degrees of freedom are Satterthwaite's with the sizes of the smaller classes. As the unpaired DeLong test
    when a class has one case. It errs on the wide side: .93 to 1 measured, where DeLong's own fell to .77.
    References: delong1988, agresti1998.

    >>> a = Ranking.from_scores([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], positive=1)
    >>> b = Ranking.from_scores([1, 1, 0, 0], [4, 2, 3, 1], positive=1)
    >>> round(delong_few_rankings(a, b).p_value, 4)
    0.771
    """
    found = [delong(ranking) for ranking in (first, second)]
    if not all(min(d.positives, d.negatives) >= 2 for d in found):
        return delong_rankings(first, second, level=level, alternative=alternative)
    parts = []
    for d in found:
        size = min(d.positives, d.negatives)
        parts.append((steadied(d.variance, guess_of(d.auc, size), size, cases=APART), size))
    details = {"auc_a": found[0].auc, "auc_b": found[1].auc}
    details |= {"variance_a": parts[0][0], "variance_b": parts[1][0]}
    variance, n = parts[0][0] + parts[1][0], int(first.n + second.n)
    value = found[0].auc - found[1].auc
    return _result("unpaired", value, variance, satterthwaite(*parts), n, details, alternative, level)


def _result(
    how: str,
    value: float,
    variance: float,
    df: float,
    n: int,
    details: dict[str, float],
    alternative: Alternative,
    level: float,
) -> TestResult:
    test = pivot(
        f"DeLong test for few cases, {how}",
        "the two scores have the same AUC",
        "auc_difference",
        value,
        math.sqrt(variance),
        n=n,
        df=df,
        errs=_ERRS,
        alternative=direction(alternative),
        level=_check.fraction("level", level),
        details=details,
        method=f"DeLong with a steadied variance, t with {df:.4g} df",
    )
    assert test.effect is not None
    return replace(test, effect=replace(within(test.effect), title="Difference of AUC"))
