"""Matched-pairs t test."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.core.types import Floats
from referee.inference._result import Words, pivot
from referee.inference.samples import differences_of

_WORDS = Words(
    "paired t test",
    "the mean difference is 0",
    "t",
    "It errs when few differences come from a skewed population, or when the pairs are not independent.",
)


def t_paired(x: Any, y: Any = None, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that the mean of the differences x - y of matched pairs is 0; without y, x holds the differences.

    t = mean / (s / sqrt k) with k - 1 degrees of freedom. Inapplicable when all differences are equal and not
    0; p is 1 when all are 0. It errs when the pairs are not independent, such as the folds of a
    cross-validation. Reference: student1908.

    >>> result = t_paired([10, 0, 60, 27], [11, 3, 65, 31])
    >>> round(result.statistic, 3), round(result.p_value, 3)
    (-3.806, 0.032)
    """
    d, noise = differences_of(x, y)
    return paired_pivot(_WORDS, d, noise, 1 / len(d), alternative, level)


def paired_pivot(
    words: Words,
    d: Floats,
    noise: float,
    factor: float,
    alternative: Alternative,
    level: float,
    warnings: tuple[str, ...] = (),
) -> TestResult:
    """The t test of a mean difference whose variance is `factor` times that of the differences."""
    k = len(d)
    sd = float(np.std(d, ddof=1))
    flat = sd <= max(noise, 16 * float(np.finfo(float).eps) * float(np.abs(d).max()))
    sign_flip = 2.0 ** (1 - k) if alternative == "two-sided" else 2.0**-k
    constant = (
        f"all {k} differences are {d[0]:g}, so their variance is 0 and no t can be formed; "
        f"flipping signs, the exact p is {sign_flip:.4g}"
    )
    if alternative != "two-sided" and (d[0] > 0) != (alternative == "greater"):
        constant = f"all {k} differences are {d[0]:g}, so their variance is 0 and no t can be formed"
    value, sd = (float(d[0]), 0.0) if flat else (float(d.mean()), sd)
    said: Any = {"errs": words.errs, "warnings": warnings, "constant": constant}
    said |= {"same": "the two agree in every pair", "details": {"sd": sd}}
    options: Any = {"n": k, "df": k - 1, "alternative": alternative, "level": level}
    return pivot(words.name, words.null, "mean difference", value, sd * sqrt(factor), **said, **options)
