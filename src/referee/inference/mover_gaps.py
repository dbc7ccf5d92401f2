"""The difference of a metric of scores between two models on different test sets, by the limits of both values."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from scipy.special import ndtri

from referee.core import Answers, ConfusionMatrix
from referee.core.evidence import Score
from referee.inference import label_values
from referee.inference._gap import INFINITE, Ask, Gap, lead_evidence, refuse, words_of
from referee.inference._result import p_of
from referee.inference._rows import ValueLimits
from referee.inference.case_values import case_limits
from referee.inference.influence import LEAST
from referee.inference.mover import FAR, ends_of, mover_limits, mover_z
from referee.inference.ranking_values import ranking_limits
from referee.inference.sampler import Sampler, draw_count
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.ranking_metric import RankingMetric


def mover_gap(metric: Metric, a: Answers | ConfusionMatrix, b: Answers | ConfusionMatrix, ask: Ask) -> Gap:
    """Two values of different cases: their distances to their own limits, added in squares."""
    name = f"{metric.title[:1].lower()}{metric.title[1:]}, unpaired"
    n = sum(float(x.n_cases if isinstance(x, ConfusionMatrix) else x.n) for x in (a, b))
    one, two = (metric.value(model) for model in (a, b))
    reason = next(filter(None, (metric.why_undefined(metric.sees(model)) for model in (a, b))), "")
    if not reason and isinstance(metric, CaseMetric) and math.inf in (abs(one), abs(two)):
        return refuse(metric, name, INFINITE, math.nan, n, ask)
    found = [] if reason else [_limits(metric, model, ask.seed) for model in (a, b)]
    if reason := reason or next((side.absent for side in found if side.absent), ""):
        return refuse(metric, name, reason, metric.sign * (one - two), n, ask)
    value = 0.0 if abs(one - two) <= 1e-12 else one - two
    sides: Any = (one, two, *(ends_of(side.limits) for side in found if side.limits is not None))
    drawn = isinstance(metric, LabelMetric) and "smooth" in (metric.shape, metric.inner and metric.inner.shape)
    # limits from draws say nothing of levels that a draw in all of them cannot reach
    far = -float(ndtri(1 / (draw_count(2) + 1))) if drawn else FAR
    z, method = partial(mover_z, far=far)(*sides) if value else 0.0, "MOVER on the limits of both values"
    words = words_of(name, metric, method, "It errs as the limits that it joins.", statistic="z", end=metric.width)
    evidence = Score(partial(mover_limits, *sides))
    return lead_evidence(words, value, evidence, partial(p_of, z, math.inf), metric, ask, n, statistic=z)


def _limits(metric: Metric, model: Answers | ConfusionMatrix, seed: int) -> ValueLimits:
    """The limits of a value, or why it has none."""
    value = metric.value(model)
    if isinstance(metric, LabelMetric):
        return _label_limits(metric, metric.sees(model), value, seed)
    if isinstance(metric, CaseMetric):
        return case_limits(metric, metric.sees(model), seed=seed)[1]
    assert isinstance(metric, RankingMetric)
    assert isinstance(model, Answers)
    return ranking_limits(metric, model, value, seed)


def _label_limits(metric: LabelMetric, table: ConfusionMatrix, value: float, seed: int) -> ValueLimits:
    """The limits of a metric of predicted classes for a tail, or why there are none."""
    sampler = Sampler(table, seed)
    usual = label_values.estimate(metric, table, sampler=sampler)
    if usual.interval is None:
        return ValueLimits(absent=usual.note)

    def limits(tail: float) -> tuple[float, float]:
        level = 1 - 2 * max(tail, LEAST)
        wanted = level > LEAST
        made = label_values.estimate(metric, table, level=level, sampler=sampler).interval if wanted else None
        return (value, value) if made is None else (made.low, made.high)

    return ValueLimits(limits)
