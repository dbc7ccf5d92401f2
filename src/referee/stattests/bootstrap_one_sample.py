"""One-sample bootstrap test: normal with the bootstrap's spread, or its distribution moved to the null."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np
from scipy import special

from referee import _check, _format, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Floats
from referee.intervals.bootstrap_statistic import resampled
from referee.intervals.statistic import Statistic, batched, sample, title
from referee.stattests.inversion import TwoSided, convention, inverted, p_of_values
from referee.stattests.resamples import check_resamples, monte_carlo_error, too_few

Method = Literal["shift", "normal"]


def bootstrap_one_sample(
    x: Any,
    *,
    null: float = 0.0,
    statistic: Statistic = "mean",
    method: Method = "shift",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Any = None,
) -> TestResult:
    """Bootstrap test that a statistic of a population is `null`.

    Samples are drawn from the sample with replacement. "shift" keeps the shape of the statistic's bootstrap
    distribution and moves its mean to the null: p = (b + 1) / (m + 1). "normal" takes only its standard deviation
    s and treats z = (t - null) / s as standard normal. The interval holds the nulls that the same test does not
    reject. Undefined when all resamples agree. It errs on small samples, where it rejects too often.
    Reference: efron1993.

    >>> result = bootstrap_one_sample([5.1, 4.9, 6.2, 5.8, 5.5, 6.0], null=5.0, rng=1)
    >>> result.p_value < 0.05, 5.0 in result.effect.interval
    (True, False)
    """
    data = sample("x", x, least=2)
    null = _check.number("null", null)
    return one_sample_test(
        data,
        null,
        statistic,
        _check.choice("method", method, get_args(Method)),
        alternative,
        two_sided,
        _check.fraction("level", level),
        check_resamples(resamples),
        rng,
        TestResult(
            name="one-sample bootstrap test",
            null=f"the {title(statistic)} of the population is {_format.number(null)}",
            p_value=math.nan,
            statistic_name=title(statistic),
            errs="On small samples it rejects too often: the bootstrap spread is too small.",
        ),
    )


def one_sample_test(
    data: Floats,
    null: float,
    statistic: Statistic,
    method: str,
    alternative: Alternative,
    two_sided: TwoSided,
    level: float,
    draws: int,
    rng: Any,
    result: TestResult,
) -> TestResult:
    """The test of a sample (or of paired differences), filled into `result`."""
    words = convention(alternative, two_sided)
    result = replace(result, alternative=alternative, convention=words)
    observed = float(batched(statistic)(data[None])[0])
    name, n = result.statistic_name, len(data)
    seed = _rng.seed_of(rng)
    drawn = resampled(data, statistic, draws, seed)
    drawn = drawn[np.isfinite(drawn)]
    spread = float(drawn.std(ddof=1)) if len(drawn) > 1 else 0.0
    if not math.isfinite(observed) or not spread > 1e-14 * max(1.0, abs(observed)):
        if observed == null:
            effect = Estimate(name, observed, n, note="no interval: all resamples agree")
            return replace(result, p_value=1.0, effect=effect, statistic=observed)
        reason = "all resamples have the same value of the statistic: the sample shows no spread"
        return replace(result, effect=Estimate(name, observed, n, note=reason), inapplicable=reason)
    details = {"resamples": float(draws), "seed": float(seed), "standard_error": spread}
    warnings: tuple[str, ...] = ()
    if method == "normal":
        z = (observed - null) / spread
        p, interval = _normal(observed, z, spread, level, alternative)
        details["z"] = z
        words = "standard normal z, " + ("both tails" if alternative == "two-sided" else alternative)
    else:
        p, interval = shift_test(drawn, observed, null, level, alternative, two_sided, words)
        details["monte_carlo_error"] = monte_carlo_error(p, len(drawn))
        warnings = too_few(draws)
    return replace(
        result,
        p_value=p,
        effect=Estimate(name, observed, n, interval, title=name),
        statistic=observed,
        details=details,
        warnings=warnings,
        convention=words,
    )


def shift_test(
    drawn: Floats,
    observed: float,
    null: float,
    level: float,
    alternative: Alternative,
    two_sided: TwoSided,
    words: str,
) -> tuple[float, Interval]:
    """The p by the bootstrap distribution moved to the null, and the nulls that it does not reject."""
    centred = drawn - drawn.mean()
    close = 1e-12 * max(1.0, float(np.abs(drawn).max()))

    def p_at(shift: float, side: Alternative, how: TwoSided = "absolute") -> float:
        return p_of_values(centred, observed - null - shift, side, how, drawn=True, close=close)

    def low(shift: float) -> float:
        return p_at(shift, alternative) if absolute else factor * p_at(shift, "greater")

    def high(shift: float) -> float:
        return p_at(shift, alternative) if absolute else factor * p_at(shift, "less")

    absolute = alternative == "two-sided" and two_sided == "absolute"
    factor = 2 if alternative == "two-sided" else 1
    p = p_at(0.0, alternative, two_sided)
    interval = inverted(
        (low, low, high),
        observed - null,
        p,
        reach=4 * float(np.abs(centred).max()) + abs(observed - null),
        level=level,
        alternative=alternative,
        method=f"inverted bootstrap test, {words.split(':')[0]}",
    )
    return p, replace(interval, low=interval.low + null, high=interval.high + null)


def _normal(
    observed: float, z: float, spread: float, level: float, alternative: Alternative
) -> tuple[float, Interval]:
    """The z test and its interval."""
    method = "normal with the bootstrap's standard deviation"
    if alternative == "two-sided":
        reach = float(special.ndtri((1 + level) / 2)) * spread
        p = 2 * float(special.ndtr(-abs(z)))
        return p, Interval(observed - reach, observed + reach, level, method)
    reach = float(special.ndtri(level)) * spread
    if alternative == "greater":
        return float(special.ndtr(-z)), Interval(observed - reach, math.inf, level, method, "lower")
    return float(special.ndtr(z)), Interval(-math.inf, observed + reach, level, method, "upper")
