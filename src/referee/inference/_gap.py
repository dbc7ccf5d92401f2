"""What is asked about two models, and what a test answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scipy.special import ndtri

from referee.core import Estimate, Interval, TestResult
from referee.core.evidence import Evidence, Score
from referee.core.test_result import OTHER, swap_sides
from referee.core.types import Alternative
from referee.inference._result import Terms, Wording
from referee.inference.tango import KnownLimits
from referee.inference.unseen_loss import UnseenLoss
from referee.metrics.metric import Metric

FEW_CASES = "It is wide for few cases, as every mean is that one unseen case can move."
ONE_POSITIVE = "there is one positive case, so the spread of positives cannot be seen"
INFINITE = "the value of a model is infinite: it gave probability 0 to what happened"
APART = "no case seen that they rank apart"


@dataclass(frozen=True)
class Ask:
    """The level, the direction (`greater` is: A is better), the seed, and whether small counts get an exact test.

    `known` are limits that were found for many pairs together.
    """

    level: float
    alternative: Alternative
    seed: int
    exact: bool = False
    known: KnownLimits | None = None

    @property
    def terms(self) -> Terms:
        """The direction and the level."""
        return Terms(self.alternative, self.level)

    @property
    def quantiles(self) -> tuple[float, float]:
        """The normal quantiles of the interval at the level, and of the one at 1 - 2 alpha."""
        narrow = (1 - (2 * self.level - 1)) / 2
        return -float(ndtri(self.terms.tail)), -float(ndtri(narrow))


@dataclass(frozen=True)
class Gap:
    """The leading test, the tests beside it, and the number of cases; a positive effect favours A.

    `apart` counts the cases that A alone and B alone has right, where that is known.
    """

    test: TestResult
    n: float
    beside: tuple[TestResult, ...] = ()
    apart: tuple[int, int] | None = None

    @property
    def narrow(self) -> Interval | None:
        """The interval at 1 - 2 alpha, from which equivalence is read."""
        shown = self.test.interval()
        return None if shown is None else self.test.narrow(shown.level)


@dataclass(frozen=True)
class _RunAgain(Evidence):
    """The limits of a test that has no other form of them: it is run again at the level asked for."""

    route: Callable[..., TestResult]

    def limits(self, tail: float) -> tuple[float, float]:
        """The two-sided limits with this tail on each side."""
        found = self.route(level=1 - 2 * tail, alternative="two-sided").interval()
        return (math.nan, math.nan) if found is None else (found.low, found.high)


def lead(route: Callable[..., TestResult], metric: Metric, ask: Ask, n: float) -> Gap:
    """A test of the metric's own values, turned so that a positive effect favours A, and named after the metric."""
    lower = metric.better == "lower"
    alternative = OTHER[ask.alternative] if lower else ask.alternative
    test = route(level=ask.level, alternative=alternative)
    if test._evidence is None and test.interval() is not None:
        test = replace(test, _evidence=_RunAgain(route))
    test = swap_sides(test) if lower else test
    if test.effect is not None:
        effect = replace(test.effect, name=f"{metric.name}_difference", title=f"Difference of {metric.title}")
        test = replace(test, effect=effect)
    return Gap(test, n)


def null_of(metric: Metric) -> str:
    """The hypothesis of no difference, in words."""
    return f"the two models have the same {metric.title}"


def words_of(
    name: str, metric: Metric, method: str, errs: str, *, statistic: str = "", end: float = math.inf
) -> Wording:
    """The words of a test of two values of a metric whose difference lies from -end to end."""
    return Wording(name, null_of(metric), statistic, errs, metric.name, method, bounds=(-end, end))


def lead_evidence(
    words: Wording,
    value: float,
    evidence: Evidence,
    p: Callable[[Alternative], float],
    metric: Metric,
    ask: Ask,
    n: float,
    **said: Any,
) -> Gap:
    """The test of a value by its evidence, with the p of each direction; `said` is as for `Wording.result`."""

    def route(level: float, alternative: Alternative) -> TestResult:
        effect = Estimate(words.effect, value, n)
        return words.of_evidence(Terms(alternative, level), p(alternative), effect, evidence, **said)

    return lead(route, metric, ask, n)


def weigh_cases(
    name: str, errs: str, evidence: UnseenLoss, end: float, metric: Metric, ask: Ask, n: float, **details: float
) -> Gap:
    """The test of a mean gap of 0 by weights on the cases and unseen ones; its interval is its dual."""
    words = words_of(name, metric, evidence.method, errs, end=end)
    same = () if evidence.losses.any() else ("p is 1 because no case tells the models apart.",)
    said: Any = {"details": details, "warnings": same}
    return lead_evidence(words, evidence.value, evidence, evidence.p_value, metric, ask, n, **said)


def unseen(gap: Gap, sizes: tuple[float, ...], ask: Ask, end: float) -> Gap:
    """How far a mean of differences from -end to end may lie from 0 when no case showed any (Tango's limit)."""
    assert gap.test.effect is not None
    evidence = Score(partial(_unseen_limits, sizes, end))
    interval = ask.terms.interval(*evidence.limits(ask.terms.tail), APART, (-end, end))
    effect = replace(gap.test.effect, interval=interval, note="")
    return replace(gap, test=replace(gap.test, effect=effect, bounds=(-end, end), _evidence=evidence))


def _unseen_limits(sizes: tuple[float, ...], end: float, z: float) -> tuple[float, float]:
    most = min(end, end * sum(z * z / (size + z * z) for size in sizes))
    return -most, most


def refuse(metric: Metric, name: str, reason: str, value: float, n: float, ask: Ask) -> Gap:
    """A test that cannot be run, with the reason."""
    undefined = reason if math.isnan(value) else None
    title = f"Difference of {metric.title}"
    effect = Estimate(f"{metric.name}_difference", value, n, undefined=undefined, note=reason, title=title)
    return Gap(TestResult(name, null_of(metric), math.nan, ask.alternative, effect, inapplicable=reason), n)
