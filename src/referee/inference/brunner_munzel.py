"""Brunner and Munzel's test of two independent samples."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference._result import pivot, satterthwaite
from referee.inference.samples import sample

_ERRS = "It errs in samples under about 10, and its interval can leave the range from 0 to 1."
_APART = "the samples do not overlap, so the variance of their ranks is 0; take the Mann-Whitney test"


def brunner_munzel(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
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
    words = "Brunner-Munzel test", "x is as likely above y as below it", "P(x > y) + P(x = y) / 2"
    options: Any = {
        "alternative": alternative,
        "level": level,
        "constant": _APART,
        "same": "all values are the same",
    }
    return pivot(*words, theta, se, n=m + n, df=df, centre=0.5, errs=_ERRS, **options)
