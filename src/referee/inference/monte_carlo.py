"""Monte Carlo test of a sample against a known population, with any statistic."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from referee import _check, _format, _rng
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Column, Floats, Rng
from referee.inference._draws import check_resamples, draw
from referee.inference._result import Terms, Wording
from referee.inference._trial import DEFAULT, Trial, p_of_values
from referee.inference.bootstrap_statistic import Statistic, batch, title
from referee.inference.samples import sample

Population: TypeAlias = Callable[[np.random.Generator, tuple[int, int]], Any]
"""A function of a generator and a shape that draws values of the population."""


@dataclass(frozen=True)
class Normal:
    """A normal population; say `sd` or `variance`, because N(100, 10) may mean either.

    >>> Normal(100, variance=100).sd
    10.0
    """

    mean: float
    sd: float = math.nan
    variance: float = math.nan

    def __post_init__(self) -> None:
        _check.number("mean", self.mean)
        absent = [isinstance(value, float) and math.isnan(value) for value in (self.sd, self.variance)]
        if absent[0] == absent[1]:
            got = "neither" if absent[0] else "both"
            _check.fail("sd", "be given, or `variance`: N(100, 10) may mean either", got)
        if absent[0]:
            object.__setattr__(self, "sd", math.sqrt(_check.positive_number("variance", self.variance)))
        if _check.positive_number("sd", self.sd) > 1e150:
            _check.fail("sd", "be at most 1e150", self.sd)
        object.__setattr__(self, "variance", float(self.sd) ** 2)

    def __call__(self, generator: np.random.Generator, shape: tuple[int, int]) -> Any:
        """Draw values."""
        return generator.normal(self.mean, self.sd, shape)

    def __str__(self) -> str:
        return f"normal with mean {_format.number(self.mean)} and standard deviation {_format.number(self.sd)}"


def monte_carlo(
    x: Column,
    population: Population,
    *,
    statistic: Statistic = "mean",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int = DEFAULT,
    rng: Rng = None,
) -> TestResult:
    """Test that a sample comes from a known population, by the distribution of any statistic.

    Samples of the same size are drawn from the population, and p is the share, (b + 1) / (m + 1), whose statistic
    is at least as extreme; two-sided by doubling the smaller tail, since a statistic has no natural centre.
    `population` is a `Normal`, or a function of a NumPy generator and a shape. Undefined when the statistic of the
    data is. It errs when the population is not the one named: nothing here can notice that.
    Reference: davison1997.

    >>> iq = [88, 131, 104, 72, 119, 95, 142, 101, 83, 127, 110, 99, 64]
    >>> monte_carlo(iq, Normal(100, sd=10), statistic="iqr", alternative="greater", rng=1).p_value < 0.01
    True
    """
    data = sample("x", x, least=1)
    draws = check_resamples(resamples)
    given: Any = population
    if not callable(given):
        hint = "For a normal one: Normal(100, sd=10)."
        _check.fail("population", "be a Normal or a function of a generator and a shape", population, hint)
    one = batch(statistic)
    observed = float(one(data[None])[0])
    n, name = len(data), title(statistic)
    shown = str(population) if isinstance(population, Normal) else "the given one"
    null = f"the sample comes from the known population: {shown}"
    errs = "It is as right as the population that was named."
    trial = Trial(Wording("Monte Carlo test", null, name, errs), Terms(alternative, level), two_sided="doubled")
    if not math.isfinite(observed):
        return trial.stop(name, n)

    def block(rows: int, generator: np.random.Generator) -> Floats:
        values = np.asarray(population(generator, (rows, n)), dtype=float)
        if values.shape != (rows, n):
            _check.fail("population", f"draw values of shape {(rows, n)}", f"shape {values.shape}")
        return one(values)

    seed = _rng.seed_of(rng)
    drawn = draw(draws, n, seed, "monte carlo", block)
    p = p_of_values(drawn, observed, trial.way, drawn=True)
    note = "no interval: one known population is tested, no family of them"
    effect = Estimate(name, observed, n, note=note)
    return replace(trial.from_draws(p, effect, draws, seed, expected=float(np.mean(drawn))), null_values=drawn)
