"""The difference of a metric of scores between two models."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Answers, Estimate, TestResult
from referee.core.cases import Cases, distinct_rows
from referee.core.evidence import Draws, Stretched
from referee.core.pair import Pair
from referee.core.types import Alternative, Codes, Floats
from referee.inference._gap import (
    FEW_CASES,
    INFINITE,
    Ask,
    Gap,
    lead,
    lead_evidence,
    null_of,
    refuse,
    unseen,
    weigh_cases,
    words_of,
)
from referee.inference._result import Measured, Terms, pivot
from referee.inference._rows import Rows, clusters_of, few_clusters
from referee.inference.case_values import NO_UPPER, evidence_of
from referee.inference.choose import choose
from referee.inference.influence import projected_variance
from referee.inference.mover_gaps import mover_gap
from referee.inference.ranking_gaps import areas, influences, two_areas
from referee.inference.ranking_values import of_cells, rank_places
from referee.inference.skill import relative_losses
from referee.inference.unseen_loss import UnseenLoss
from referee.metrics.case_metric import CaseMetric
from referee.metrics.metric import Metric
from referee.metrics.ranking_metric import RankingMetric

FEW_IN_A_CLASS = "It errs where a class has a handful of cases."


def on_same_cases(metric: Metric, pair: Pair, ask: Ask) -> Gap:
    """Two models' scores on the same cases."""
    for arg, model in (("a", pair.a), ("b", pair.b)):
        if not model.has_scores:
            _check.fail(arg, f"have scores to compare by {metric.name}", "predicted classes only")
    key = choose("same cases", metric, pair.sampling).key
    if pair.grid is not None and key != "delong":
        hint = "Keep the records: keep='records' (--records)."
        _check.fail("metric", "be an area for scores that were counted together on a grid", metric.name, hint)
    routes: dict[str, Callable[..., Gap]] = {
        "mean gap": _losses,
        "skill gap": _losses,
        "delong": areas,
        "influence gap": _project if isinstance(metric, CaseMetric) else influences,
        "case gaps": _resample,
    }
    gap = routes[key](metric, pair, ask)
    return stretch_gap(gap, metric.width) if key == "delong" else gap


def on_different_cases(metric: Metric, a: Answers, b: Answers, ask: Ask) -> Gap:
    """Two models' scores on different test sets."""
    for arg, model in (("a", a), ("b", b)):
        if not isinstance(model, Answers) or not model.has_scores:
            _check.fail(arg, f"have scores to compare by {metric.name}", "none")
    sampled = a if a.sampling != "cases" else b
    key, n = choose("different cases", metric, sampled.sampling).key, float(a.n + b.n)
    if metric.shape in ("mean", "skill"):
        assert isinstance(metric, CaseMetric)
        one, two = (metric.losses(metric.sees(model)) for model in (a, b))
        if stopped := _endless(metric, "two means of losses", one, two, n, ask):
            return stopped
    if key == "two areas":
        return stretch_gap(two_areas(metric, a.ranking, b.ranking, ask), metric.width)
    return mover_gap(metric, a, b, ask)


def stretch_gap(gap: Gap, factor: float) -> Gap:
    """A difference of areas as one of the metric, which goes over its range as they do from 0 to 1 (Gini: 2)."""

    def larger(test: TestResult) -> TestResult:
        effect, evidence = test.effect, test._evidence
        if effect is not None:
            interval, limits = effect.interval, effect.limits
            if interval is not None:
                interval = replace(interval, low=factor * interval.low, high=factor * interval.high)
            limits = None if limits is None else (factor * limits[0], factor * limits[1])
            effect = replace(effect, value=factor * effect.value, interval=interval, limits=limits)
        bounds = (factor * test.bounds[0], factor * test.bounds[1])
        stretched = None if evidence is None else Stretched(evidence, factor)
        return replace(test, effect=effect, bounds=bounds, _evidence=stretched)

    return gap if factor == 1 else replace(gap, test=larger(gap.test), beside=tuple(map(larger, gap.beside)))


def _losses(metric: CaseMetric, pair: Pair, ask: Ask) -> Gap:
    """A difference of mean losses, or of skills: Dirichlet weights on the gaps of cases, and one unseen case."""
    cases, other = metric.sees(pair.a), metric.sees(pair.b)
    one, two = metric.losses(cases), pair.of_b(metric.losses(other))
    skill = metric.shape == "skill"
    name = f"paired mean of {'relative ' if skill else ''}losses, one unseen case"
    if stopped := _endless(metric, name, one, two, pair.n, ask):
        return stopped
    groups = clusters_of(pair)
    if reason := metric.why_undefined(cases) or few_clusters(groups):
        value = metric.sign * (metric.value_of(cases) - metric.value_of(other))
        return refuse(metric, name, reason, value, pair.n, ask)

    def possible(c: int) -> Floats:
        """How much more each row would lose by the first model than by the second, if all were of class c."""
        with np.errstate(invalid="ignore"):
            return metric.losses_if(cases, c) - metric.losses_if(other, c)[pair.places_of_b]

    drawn = replace(cases, times=pair.times, weights=pair.weights, groups=groups)
    evidence = (_skill_evidence if skill else _loss_evidence)(metric, drawn, one - two, possible)
    width = float(np.subtract(*metric.ends(cases)[::-1]))
    details = {} if groups is None else {"clusters": float(groups.max() + 1)}
    gap = weigh_cases(name, FEW_CASES, evidence, width, metric, ask, float(pair.n), **details)
    if not all(map(math.isfinite, (evidence.best, evidence.worst))) and gap.test.effect is not None:
        gap = replace(gap, test=replace(gap.test, effect=replace(gap.test.effect, note=NO_UPPER)))
    return gap


def _loss_evidence(
    metric: CaseMetric, drawn: Cases, gaps: Floats, possible: Callable[[int], Floats]
) -> UnseenLoss:
    """The mean gap; the unseen case is at the largest gap that the stated probabilities allow."""
    every = [possible(c) for c in range(len(drawn.labels))]
    ends = min(float(own.min()) for own in every), max(float(own.max()) for own in every)
    if any(np.isnan(own).any() for own in every):  # both models could be infinitely wrong about a case
        ends = (-math.inf, math.inf)
    elif ends == (0.0, 0.0):  # the models agree wherever they were seen: the unseen case may be any other
        width = float(np.subtract(*metric.ends(drawn)[::-1]))
        ends = (-width, width)
    return evidence_of(drawn, gaps, ends)


def _skill_evidence(
    metric: CaseMetric, drawn: Cases, gaps: Floats, possible: Callable[[int], Floats]
) -> UnseenLoss:
    """The mean gap over the mean loss of the class frequencies, the smaller loss the better."""

    def lead(c: int) -> Floats:
        gaps = -possible(c)
        most = 0.0 if gaps.any() else float(metric.losses_if(drawn, c).max())
        return np.array([-most, most]) if most else gaps  # models that agree wherever they were seen

    return relative_losses(metric, drawn, -gaps, lead)


def _endless(metric: Metric, name: str, one: Floats, two: Floats, n: float, ask: Ask) -> Gap | None:
    """Infinite losses, and a single case, in words; None when there is neither."""
    endless = [int(np.isinf(column).sum()) for column in (one, two)]
    if any(endless):
        counts = zip("AB", endless, strict=True)
        who = " and ".join(f"{model} on {_format.plural(k, 'case')}" for model, k in counts if k)
        reason = f"the loss is infinite: probability 0 for what happened, by {who}"
        return refuse(metric, name, reason, math.nan, n, ask)
    if min(len(one), len(two)) < 2 and n < 3:
        value = metric.sign * float(one.mean() - two.mean())
        return refuse(metric, name, "one case has no spread", value, n, ask)
    return None


def _resample(metric: Metric, pair: Pair, ask: Ask) -> Gap:
    """Any other metric of scores: samples of the same cases for both models."""
    name, models = "difference of resampled cases", (pair.a, pair.b)
    seen = [metric.sees(model) for model in models]
    reason = next(filter(None, map(metric.why_undefined, seen)), "")
    values = [metric.value_of(own) for own in seen]
    if not reason and any(map(math.isinf, values)):
        reason = INFINITE
    if reason:
        return refuse(metric, name, reason, math.nan, float(pair.n), ask)
    if isinstance(metric, RankingMetric):
        truth = pair.is_positive.astype(np.int64)
        a, b = (rank_places(model, ranking) for model, ranking in zip(models, seen, strict=True))
        places = a, pair.of_b(b)
        first, kind = _kinds(pair, truth, values, [place[None] for place in places])
        sizes = [len(ranking.scores) for ranking in seen]
        cells = [(truth * size + place)[first] for place, size in zip(places, sizes, strict=True)]
        parts = [partial(of_cells, metric, cell=c, size=s) for c, s in zip(cells, sizes, strict=True)]
    else:
        assert isinstance(metric, CaseMetric)
        truth, scores = seen[0].truth, (seen[0].scores, pair.of_b(seen[1].scores))
        first, kind = _kinds(pair, truth, values, [own.T for own in scores])
        bare = {"truth": truth[first], "times": None, "weights": None, "groups": None}
        shown = [replace(cases, scores=own[first], **bare) for cases, own in zip(seen, scores, strict=True)]
        parts = [partial(metric.formula, cases) for cases in shown]
    mass = np.bincount(kind, weights=pair.mass, minlength=len(first)).astype(float)
    times = mass.astype(np.int64) if pair.sampling == "cases" else None
    rows = Rows(mass, times, clusters_of(pair))
    generator = _rng.stream(ask.seed, "case gaps", metric.name)
    drawn = rows.draw(lambda weights: parts[0](weights) - parts[1](weights), generator)
    drawn, value, n = np.sort(drawn[~np.isnan(drawn)]), values[0] - values[1], float(pair.n)
    if not len(drawn) or np.ptp(drawn) < 1e-12:
        effect = Estimate(metric.name, value, n, note="no interval: every resample shows the same difference")
        said: Any = {"effect": effect, "warnings": ("p is 1 because no sample shows a difference.",)}
        same = partial(TestResult, name, null_of(metric), math.nan if value else 1.0, **said)
        return lead(lambda level, alternative: same(alternative=alternative), metric, ask, n)
    evidence, details = Draws(value, (drawn,)), {"resamples": float(len(drawn))}
    words = words_of(name, metric, "bootstrap of cases", "It is too short with few cases of a class.")
    return lead_evidence(
        words, value, evidence, evidence.p_value, metric, ask, n, statistic=value, details=details
    )


def _project(metric: CaseMetric, pair: Pair, ask: Ask) -> Gap:
    """Two averages of areas: Student's t on the gaps of the influences of the cases."""
    name, n = f"{metric.title}, paired t", float(pair.n)
    cases = [metric.sees(model) for model in (pair.a, pair.b)]
    reason = next(filter(None, map(metric.why_undefined, cases)), "") or few_clusters(clusters_of(pair))
    if reason:
        return refuse(metric, name, reason, math.nan, n, ask)
    (a, one), (b, two) = (metric.project(own) for own in cases)
    gaps = one - pair.of_b(two)
    variance, df = projected_variance(cases[0], gaps)
    alike = bool(np.abs(gaps).max() <= 1e-15)
    found = Measured(0.0, 0.0, n, df) if alike else Measured(a - b, math.sqrt(variance), n, df)
    statistic, method = "t" if df < math.inf else "z", "Student's t on the influence of cases"
    words = words_of(name, metric, method, FEW_IN_A_CLASS, statistic=statistic, end=1.0)
    words = replace(words, same="the scores rank all cases alike")
    details = {} if pair.groups is None else {"clusters": df + 1}

    def route(level: float, alternative: Alternative) -> TestResult:
        return pivot(words, found, Terms(alternative, level), details=details)

    made = lead(route, metric, ask, n)
    return unseen(made, tuple(cases[0].sizes.tolist()), ask, 1.0) if alike and pair.groups is None else made


def _kinds(pair: Pair, truth: Codes, values: list[float], columns: list[Any]) -> tuple[Codes, Codes]:
    """The kinds of rows and the kind of each; rows with weights or in groups stay as they are.

    Kinds are sorted by the better model first, so that the draws are the same when the models change places.
    """
    if pair.sampling == "cases":
        keys = [(value, float((own * own).sum())) for value, own in zip(values, columns, strict=True)]
        first, second = columns if keys[0] >= keys[1] else columns[::-1]
        return distinct_rows(truth, *first, *second)
    rows = np.arange(len(pair.truth))
    return rows, rows
