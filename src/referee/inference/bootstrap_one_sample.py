"""One-sample bootstrap test: normal with the bootstrap's spread, or its distribution moved to the null."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal, get_args

import numpy as np

from referee import _check, _format, _rng
from referee._quantile import quantile
from referee.core import Estimate, Interval, TestResult
from referee.core.test_result import Alternative
from referee.core.types import Floats
from referee.inference._result import Words, bound_to, p_of, tail
from referee.inference._trial import PAt, Trial, TwoSided, p_of_values
from referee.inference.bootstrap_statistic import resampled
from referee.inference.resamples import check_resamples, monte_carlo_error, too_few
from referee.inference.statistic import Statistic, batched, sample, title

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
    _check.choice("method", method, get_args(Method))
    name = title(statistic)
    words = Words(
        "one-sample bootstrap test",
        f"the {name} of the population is {_format.number(null)}",
        name,
        "On small samples it rejects too often: the bootstrap spread is too small.",
    )
    trial = Trial(words, alternative, two_sided, level, "bootstrap test")
    return one_sample_test(trial, data, null, statistic, method, check_resamples(resamples), rng)


def one_sample_test(
    trial: Trial, data: Floats, null: float, statistic: Statistic, method: str, draws: int, rng: Any
) -> TestResult:
    """The test of a sample (or of paired differences)."""
    result, alternative = trial.blank, trial.alternative
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
    if method == "normal":
        details["z"] = (observed - null) / spread
        words = "standard normal z, " + ("both tails" if alternative == "two-sided" else alternative)
        result = replace(result, p_value=p_of(details["z"], math.inf, alternative), convention=words)
        half = -quantile(tail(trial.level, alternative), math.inf) * spread
        way = "normal with the bootstrap's standard deviation"
        interval = bound_to(observed - half, observed + half, trial.level, way, alternative)
    else:
        p, interval = _shifted(trial, drawn, observed, null)
        details["monte_carlo_error"] = monte_carlo_error(p, len(drawn))
        result = replace(result, p_value=p, warnings=too_few(draws))
    effect = Estimate(name, observed, n, interval, title=name)
    return replace(result, effect=effect, statistic=observed, details=details)


def _shifted(trial: Trial, drawn: Floats, observed: float, null: float) -> tuple[float, Interval]:
    """The p by the bootstrap distribution moved to the null, and the nulls that it does not reject."""
    centred = drawn - drawn.mean()
    close = 1e-12 * max(1.0, float(np.abs(drawn).max()))
    factor = 2 if trial.way == "doubled" else 1

    def limit(side: str) -> PAt:
        way = "absolute" if trial.way == "absolute" else side
        return lambda shift: factor * p_of_values(centred, observed - null - shift, way, drawn=True, close=close)

    p = trial.p_of(centred, observed - null, drawn=True, close=close)
    reach = 4 * float(np.abs(centred).max()) + abs(observed - null)
    interval = trial.interval((limit("greater"), limit("less")), observed - null, p, reach)
    return p, replace(interval, low=interval.low + null, high=interval.high + null)
