"""Bayesian correlated t test: how probable is it that one learner is better, on one dataset?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special

from referee import _check
from referee._quantile import quantile
from referee.core import Estimate, Interval, TestResult
from referee.inference._result import Words
from referee.inference.paired_randomization import pairs
from referee.inference.samples import not_negative

POSTERIOR = "posterior probabilities that a is better, that both are equivalent, that b is better"
_WORDS = Words(
    "Bayesian correlated t test",
    "none: posterior probabilities of the mean difference, not a test of a null",
    "mean difference",
    "It rests on the guess that splits are correlated as their share of test cases.",
)


def bayes_correlated_t(a: Any, b: Any, *, rho: float, rope: float = 0.0, level: float = 0.95) -> TestResult:
    """Posterior of the mean difference a - b of two learners on the same resampled splits.

    `rho` is the correlation of splits that share training cases: the share of test cases, n_test / (n_train +
    n_test), 0.1 for 10-fold (also repeated). The posterior is Student's t with n - 1 degrees of freedom about the
    mean difference, with variance s^2 (1/n + rho / (1 - rho)). `rope` is the half-width of the region of practical
    equivalence. The result has posterior probabilities in `details` and no p-value. Undefined when all differences
    are equal. It errs by the guess for rho, and speaks of this dataset only. Reference: corani2015.

    >>> a, b = [0.81, 0.79, 0.83, 0.80, 0.82], [0.78, 0.77, 0.79, 0.80, 0.78]
    >>> result = bayes_correlated_t(a, b, rho=0.2, rope=0.01)
    >>> {k: round(v, 3) for k, v in result.details.items() if k.startswith("p_")}
    {'p_a_better': 0.886, 'p_rope': 0.097, 'p_b_better': 0.016}
    """
    one, two = pairs(a, b)
    n = len(one)
    if n < 2:
        _check.fail("a", "hold at least 2 scores", "one score")
    rho = _check.number("rho", rho)
    if not 0 <= rho < 1:
        _check.fail("rho", "be at least 0 and below 1", rho, "It is the share of test cases in a split.")
    rope = check_rope(rope)
    level = _check.fraction("level", level)
    d = one - two
    mean, variance = float(d.mean()), float(d.var(ddof=1)) * (1 / n + rho / (1 - rho))
    if np.ptp(d) <= 1e-15 * max(1.0, float(np.abs(one).max())):
        reason = "all differences are equal: their variance is 0"
        effect = Estimate("mean_difference", mean, n, note=reason)
        return _WORDS.result(math.nan, effect, inapplicable=reason, convention=POSTERIOR)
    scale = math.sqrt(variance)
    below, above = (float(special.stdtr(n - 1, (edge - mean) / scale)) for edge in (-rope, rope))
    better = float(special.stdtr(n - 1, (mean - rope) / scale))
    reach = -quantile((1 - level) / 2, n - 1) * scale
    interval = Interval(mean - reach, mean + reach, level, "credible, correlated t")
    details = {
        "p_a_better": better,
        "p_rope": max(0.0, above - below),
        "p_b_better": below,
        "rope": rope,
        "rho": rho,
    }
    details |= {"degrees_of_freedom": float(n - 1), "posterior_variance": variance}
    effect = Estimate("mean_difference", mean, n, interval, title="mean difference")
    return _WORDS.result(math.nan, effect, mean, details=details, convention=POSTERIOR)


def check_rope(rope: object) -> float:
    """The half-width of the region of practical equivalence: at least 0.

    >>> check_rope(0.01)
    0.01
    """
    return not_negative("rope", rope)
