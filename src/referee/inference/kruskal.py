"""Kruskal-Wallis test of several independent samples."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import Estimate, TestResult
from referee.inference._result import Words
from referee.inference.samples import sample

_WORDS = Words(
    "Kruskal-Wallis test",
    "all samples come from the same population",
    "H",
    "It errs in groups under about 5, and when the populations differ in spread.",
)


def kruskal(groups: Sequence[Any]) -> TestResult:
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
