"""What is asked about two models, and what a test answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.core.estimate import Estimate
from referee.core.evidence import Evidence, Score
from referee.core.interval import Interval
from referee.core.test_result import OTHER, Alternative, TestResult, turned
from referee.metrics.metric import Metric
from referee.stattests.samples import bound_to, tail


@dataclass(frozen=True)
class Ask:
    """The level, the direction (`greater` is: A is better), and the seed."""

    level: float
    alternative: Alternative
    seed: int


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
        level = None if self.test.interval() is None else self.test.interval().level  # type: ignore[union-attr]
        return None if level is None else self.test.narrow(level)


@dataclass(frozen=True)
class _Again(Evidence):
    """The limits of a test that has no other form of them: it is run again at the level asked for."""

    route: Callable[..., TestResult]

    def limits(self, tail: float) -> tuple[float, float]:
        """The two-sided limits with this tail on each side."""
        found = self.route(level=1 - 2 * tail, alternative="two-sided").interval()
        return (math.nan, math.nan) if found is None else (found.low, found.high)


def led(route: Callable[..., TestResult], metric: Metric, ask: Ask, n: float) -> Gap:
    """A test of the metric's own values, turned so that a positive effect favours A, and named after the metric."""
    lower = metric.better == "lower"
    alternative = OTHER[ask.alternative] if lower else ask.alternative
    test = route(level=ask.level, alternative=alternative)
    if test._evidence is None and test.interval() is not None:
        test = replace(test, _evidence=_Again(route))
    test = turned(test) if lower else test
    if test.effect is not None:
        effect = replace(test.effect, name=f"{metric.name}_difference", title=f"Difference of {metric.title}")
        test = replace(test, effect=effect)
    return Gap(test, n)


def unseen(gap: Gap, sizes: tuple[float, ...], ask: Ask, end: float, method: str) -> Gap:
    """How far a mean of differences from -end to end may lie from 0 when no case showed any (Tango's limit)."""
    assert gap.test.effect is not None

    def limits(z: float) -> tuple[float, float]:
        most = min(end, end * sum(z * z / (size + z * z) for size in sizes))
        return -most, most

    evidence: Evidence = Score(limits)
    low, high = evidence.limits(tail(ask.level, ask.alternative))
    interval = bound_to(low, high, ask.level, method, ask.alternative)
    if ask.alternative != "two-sided":
        interval = replace(interval, low=max(-end, interval.low), high=min(end, interval.high))
    effect = replace(gap.test.effect, interval=interval, note="")
    return replace(gap, test=replace(gap.test, effect=effect, bounds=(-end, end), _evidence=evidence))


def hindered(metric: Metric, name: str, reason: str, value: float, n: float, ask: Ask) -> Gap:
    """A test that cannot be run, with the reason."""
    undefined = reason if math.isnan(value) else None
    title = f"Difference of {metric.title}"
    effect = Estimate(f"{metric.name}_difference", value, n, undefined=undefined, note=reason, title=title)
    null = f"the two models have the same {metric.title}"
    return Gap(TestResult(name, null, math.nan, ask.alternative, effect, inapplicable=reason), n)
