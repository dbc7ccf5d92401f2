"""Bootstrap tests of a statistic: of one sample, of two samples, of pairs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from referee import _check, _format, _rng
from referee._quantile import quantile
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative, Column, Floats, Rng
from referee.inference._draws import check_resamples, draw, monte_carlo_error, too_few
from referee.inference._result import Terms, Wording, p_of
from referee.inference._trial import Trial, p_of_values
from referee.inference.bootstrap_statistic import Statistic, batch, resample, title
from referee.inference.samples import pairs, sample

Method = Literal["shift", "normal"]


def bootstrap_one_sample(
    x: Column,
    *,
    null: float = 0.0,
    statistic: Statistic = "mean",
    method: Method = "shift",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
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
    words = Wording(
        "one-sample bootstrap test",
        f"the {name} of the population is {_format.number(null)}",
        name,
        "On small samples it rejects too often: the bootstrap spread is too small.",
    )
    trial = Trial(words, Terms(alternative, level), noun="bootstrap test")
    return one_sample_test(trial, data, null, statistic, method, check_resamples(resamples), rng)


def one_sample_test(
    trial: Trial, data: Floats, null: float, statistic: Statistic, method: str, draws: int, rng: Rng
) -> TestResult:
    """The test of a sample (or of paired differences)."""
    result, alternative = trial.blank, trial.alternative
    observed = float(batch(statistic)(data[None])[0])
    name, n = result.statistic_name, len(data)
    seed = _rng.seed_of(rng)
    drawn = resample(data, statistic, draws, seed)
    drawn = drawn[np.isfinite(drawn)]
    spread = float(drawn.std(ddof=1)) if len(drawn) > 1 else 0.0
    if not math.isfinite(observed) or not spread > 1e-14 * max(1.0, abs(observed)):
        if observed == null:
            effect = Estimate(name, observed, n, note="no interval: all resamples agree")
            return replace(result, p_value=1.0, effect=effect, statistic=observed)
        reason = "all resamples have the same value of the statistic: the sample shows no spread"
        return replace(result, effect=Estimate(name, observed, n, note=reason), inapplicable=reason)
    details = {"resamples": float(draws), "seed": float(seed), "se": spread}
    if method == "normal":
        details["z"] = (observed - null) / spread
        words = "standard normal z, " + ("both tails" if alternative == "two-sided" else alternative)
        result = replace(result, p_value=p_of(details["z"], math.inf, alternative), convention=words)
        half = -quantile(trial.terms.tail, math.inf) * spread
        way = "normal with the bootstrap's standard deviation"
        interval = trial.terms.interval(observed - half, observed + half, way)
    else:
        p, interval = _shift_test(trial, drawn, observed, null)
        details["monte_carlo_error"] = monte_carlo_error(p, len(drawn))
        result = replace(result, p_value=p, warnings=too_few(draws))
    effect = Estimate(name, observed, n, interval, title=name)
    shifted = drawn - drawn.mean() + null
    return replace(result, effect=effect, statistic=observed, details=details, null_values=shifted)


def _shift_test(trial: Trial, drawn: Floats, observed: float, null: float) -> tuple[float, Interval]:
    """The p by the bootstrap distribution moved to the null, and the nulls that it does not reject."""
    centred = drawn - drawn.mean()
    close = 1e-12 * max(1.0, float(np.abs(drawn).max()))

    def p_at(shift: float) -> float:
        return p_of_values(centred, observed - null - shift, trial.way, drawn=True, close=close)

    reach = 4 * float(np.abs(centred).max()) + abs(observed - null)
    p = p_at(0.0)
    interval = trial.interval((p_at, p_at), observed - null, p, reach)
    return p, replace(interval, low=interval.low + null, high=interval.high + null)


def bootstrap_two_sample(
    x: Column,
    y: Column,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
) -> TestResult:
    """Bootstrap test of two independent samples by the difference of a statistic.

    Both samples are poured together, and samples of their sizes are drawn from the pool with replacement, so that
    the null holds in every resample; p = (b + 1) / (m + 1). For means the interval holds the shifts that the same
    test does not reject. Undefined when the statistic of the data is. It errs on small samples, where it rejects
    too often; `randomization` draws without replacement and is exact. Reference: efron1993.

    >>> squirrels, chipmunks = [54, 66, 64, 61], [23, 28, 27, 31, 51, 32]
    >>> bootstrap_two_sample(squirrels, chipmunks, rng=1).p_value < 0.01
    True
    """
    a, b = sample("x", x, least=1), sample("y", y, least=1)
    m, n = len(a), len(b)
    draws = check_resamples(resamples)
    one = batch(statistic)
    pooled = np.concatenate([a, b])
    name = f"difference of {title(statistic)}s"
    words = Wording(
        "two-sample bootstrap test with randomization",
        "the two samples come from one distribution",
        name,
        "On small samples it rejects too often: the pooled bootstrap has too little spread.",
    )
    trial = Trial(words, Terms(alternative, level), noun="two-sample bootstrap test")
    if m + n < 3:
        _check.fail("x", "hold, with `y`, at least 3 observations", f"{m} and {n}")
    observed = float(one(a[None])[0] - one(b[None])[0])
    if not math.isfinite(observed):
        return trial.stop(name, m + n)

    def block(rows: int, generator: np.random.Generator) -> Floats:
        index = generator.integers(0, m + n, (rows, m + n), dtype=np.int32)
        own = index < m
        gaps = one(pooled[index[:, :m]]) - one(pooled[index[:, m:]])
        return np.stack([gaps, own[:, :m].mean(axis=1) - own[:, m:].mean(axis=1)])

    seed = _rng.seed_of(rng)
    drawn, carried = draw(draws, m + n, seed, "bootstrap pool", block)
    note = "no interval: the null says that the distributions are equal, and names no shift to invert"
    return trial.of_resamples(observed, drawn, carried if statistic == "mean" else None, pooled, seed, note)


Null = Literal["swap", "shift"]


def bootstrap_paired(
    x: Column,
    y: Column,
    *,
    null: Null = "shift",
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
) -> TestResult:
    """Bootstrap test of paired values: pairs, not points, are drawn with replacement.

    The null is put in by `null`: "swap" turns each drawn pair round with probability 1/2; "shift" moves the
    bootstrap distribution of the statistic of x - y to a mean of 0. p = (b + 1) / (m + 1). The interval holds the
    shifts that the same test does not reject (with "swap" for means only). Undefined when all differences are
    equal and not 0. It errs on few pairs, where it rejects too often: there `paired_randomization` is exact.
    Reference: davison1997.

    >>> x, y = [0.81, 0.79, 0.90, 0.85, 0.77, 0.88], [0.78, 0.75, 0.88, 0.80, 0.76, 0.83]
    >>> bootstrap_paired(x, y, rng=1).p_value < 0.05
    True
    """
    a, b = pairs(x, y)
    d = a - b
    swap = _check.choice("null", null, get_args(Null)) == "swap"
    draws = check_resamples(resamples)
    name = f"{title(statistic)} difference"
    alike = f"the {title(statistic)} of the paired differences is 0"
    words = Wording(
        f"paired bootstrap test, null by {'swapping' if swap else 'shifting'}",
        "the two values of each pair are exchangeable" if swap else alike,
        name,
        "On few pairs it rejects too often.",
    )
    noun = "paired bootstrap test" if swap else "bootstrap test"
    trial = Trial(words, Terms(alternative, level), noun=noun)
    if not swap:
        return one_sample_test(trial, d, 0.0, statistic, "shift", draws, rng)
    one, n = batch(statistic), len(d)
    observed = float(one(d[None])[0])

    def block(rows: int, generator: np.random.Generator) -> Floats:
        index = generator.integers(0, n, (rows, n), dtype=np.int32)
        signs = 1 - 2 * generator.integers(0, 2, (rows, n), dtype=np.int8)
        return np.stack([one(d[index] * signs), signs.mean(axis=1)])

    seed = _rng.seed_of(rng)
    drawn, carried = draw(draws, n, seed, "bootstrap pairs", block)
    note = "no interval: with swapping only a mean can be inverted"
    return trial.of_resamples(observed, drawn, carried if statistic == "mean" else None, d, seed, note)


def bootstrap_probability(values: Column, value: float) -> tuple[float, float]:
    """The probability that a draw is `value`, and that all n draws are: f and f^n, f its share of the sample.

    It shows how the bootstrap, unlike randomization, can draw samples more extreme than any arrangement of the
    data. Never undefined; 0 for a value that does not occur. It errs as the sample does: f is the sample's share,
    not the population's. Reference: efron1993.

    >>> bootstrap_probability([1, 2, 5, 1, 3, 1], 1)
    (0.5, 0.015625)
    """
    data = sample("values", values, least=1)
    share = float((data == _check.number("value", value)).mean())
    return share, share ** len(data)
