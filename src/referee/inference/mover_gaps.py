"""The difference of a metric of scores between two models on different test sets, by the limits of both values."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.core import Answers, ConfusionMatrix, Estimate, TestResult
from referee.core.evidence import Score
from referee.core.types import Alternative
from referee.inference import label_values
from referee.inference._gap import Ask, Gap, lead, refuse, words_of
from referee.inference._result import Terms, p_of
from referee.inference._rows import bootstrap_limits
from referee.inference.case_values import case_bootstrap, mean_evidence
from referee.inference.mover import Ends, ends_of, mover_limits, mover_z
from referee.inference.projection import projected_limits, projected_variance
from referee.inference.ranking_values import draw_ranking, influence_limits
from referee.inference.sampler import Sampler
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.ranking_metric import RankingMetric

OfTail = Callable[[float], tuple[float, float]]

LEAST = 1e-15
"""How near to 0 and 1 a level is asked for."""


def mover_gap(metric: Metric, a: Answers | ConfusionMatrix, b: Answers | ConfusionMatrix, ask: Ask) -> Gap:
    """Two values of different cases: their distances to their own limits, added in squares."""
    name, n = f"{metric.title[:1].lower()}{metric.title[1:]}, unpaired", sum(map(_cases, (a, b)))
    one, two = (metric.value(model) for model in (a, b))
    reasons = [r for r in (metric.why_undefined(metric.sees(model)) for model in (a, b)) if r]
    ends = [] if reasons else [_ends(metric, model, ask.seed) for model in (a, b)]
    if None in ends:
        reasons = ["there is one positive case, so the spread of positives cannot be seen"]
    if reasons:
        return refuse(metric, name, reasons[0], metric.sign * (one - two), n, ask)
    return lead(partial(_mover, name, metric, (one, two, *ends), n), metric, ask, n)


def _mover(
    name: str, metric: Metric, sides: Any, n: float, *, level: float, alternative: Alternative
) -> TestResult:
    """The test by the two values, and the limits of each for a normal quantile."""
    value = 0.0 if abs(sides[0] - sides[1]) <= 1e-12 else sides[0] - sides[1]
    z = mover_z(*sides) if value else 0.0
    method, errs = "MOVER on the limits of both values", "It errs as the limits that it joins."
    words = words_of(name, metric, method, errs, statistic="z", end=metric.width)
    effect, evidence = Estimate(metric.name, value, n), Score(partial(mover_limits, *sides))
    p = p_of(z, math.inf, alternative)
    return words.of_evidence(Terms(alternative, level), p, effect, evidence, statistic=z)


def _cases(model: Answers | ConfusionMatrix) -> float:
    return float(model.n_cases if isinstance(model, ConfusionMatrix) else model.n)


def _ends(metric: Metric, model: Answers | ConfusionMatrix, seed: int) -> Ends | None:
    """The limits of one value for a normal quantile; None where one positive case shows no spread."""
    limits = _limits(metric, model, seed)
    return None if limits is None else ends_of(limits)


def _limits(metric: Metric, model: Answers | ConfusionMatrix, seed: int) -> OfTail | None:
    """The limits for a tail."""
    value = metric.value(model)
    if isinstance(metric, LabelMetric):
        return _label_limits(metric, metric.sees(model), value, seed)
    assert isinstance(model, Answers)
    if isinstance(metric, RankingMetric) and metric.shape == "influence":
        return influence_limits(metric, model)
    if isinstance(metric, CaseMetric):
        cases = metric.sees(model)
        if metric.shape == "mean":
            return mean_evidence(metric, cases).limits
        if metric.shape == "influence":
            found, influence = metric.project(cases)
            return projected_limits(found, *projected_variance(cases, influence), float(cases.sizes.min()))
        drawn, fewest = case_bootstrap(metric, cases, resamples=2000, seed=seed), float(cases.sizes.min())
    else:
        assert isinstance(metric, RankingMetric)
        drawn, fewest = draw_ranking(metric, model, seed)

    def of_draws(tail: float) -> tuple[float, float]:
        level, clustered = max(1e-12, 1 - 2 * tail), model.groups is not None
        made, _ = bootstrap_limits(drawn, value, level, metric.range, fewest, clustered=clustered)
        return (value, value) if made is None else (made.low, made.high)

    return of_draws


def _label_limits(metric: LabelMetric, table: ConfusionMatrix, value: float, seed: int) -> OfTail:
    """The limits of a metric of predicted classes for a tail."""
    sampler = Sampler(table, seed)

    def limits(tail: float) -> tuple[float, float]:
        level = 1 - 2 * max(tail, LEAST)
        made = (
            label_values.estimate(metric, table, level=level, sampler=sampler).interval if level > LEAST else None
        )
        return (value, value) if made is None else (made.low, made.high)

    return limits
