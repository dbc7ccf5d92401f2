"""Levene's test of two variances, in the form of Brown and Forsythe."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from referee.core import TestResult
from referee.core.test_result import Alternative
from referee.inference.samples import sample
from referee.inference.t_two_sample import t_pooled


def levene(x: Any, y: Any, *, alternative: Alternative = "two-sided", level: float = 0.95) -> TestResult:
    """Test that two populations spread equally around their medians.

    It is the pooled t test of the distances from each sample's median; W = t^2. Inapplicable when the distances
    do not vary and differ. It errs towards keeping the null in very small samples. Reference: brown1974.

    >>> result = levene([54, 66, 64, 61], [23, 28, 27, 31, 51, 32])
    >>> round(result.details["w"], 3), round(result.p_value, 3)
    (0.287, 0.606)
    """
    first, second = sample("x", x), sample("y", y)
    result = t_pooled(
        np.abs(first - np.median(first)), np.abs(second - np.median(second)), alternative=alternative, level=level
    )
    assert result.effect is not None
    w = {} if result.statistic is None else {"w": result.statistic**2}
    return replace(
        result,
        name="Levene's test (medians)",
        null="the two populations spread equally around their medians",
        effect=replace(result.effect, name="difference of mean distances from the median"),
        details={**result.details, **w},
        errs="It errs towards keeping the null in very small samples.",
    )
