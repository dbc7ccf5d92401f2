"""The difference of a metric of scores between two models."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core.answers import Answers
from referee.core.cases import distinct_rows
from referee.core.estimate import Estimate
from referee.core.evidence import Draws, Score
from referee.core.pair import Pair
from referee.core.ranking import Ranking
from referee.core.test_result import TestResult
from referee.core.types import Codes, Floats, Values
from referee.inference._gap import Ask, Gap, hindered, led, unseen
from referee.inference._rows import drawn_values, regrouped
from referee.inference.case_values import (
    NO_UPPER,
    UNSEEN,
    bootstrap_limits,
    case_bootstrap,
    evidence_of,
    mean_evidence,
    possible_losses,
)
from referee.inference.choose import choose
from referee.inference.ranking_values import drawn_ranking, influence_limits, influence_variance, rank_places
from referee.intervals.paired_bootstrap import percentile_test
from referee.intervals.unseen_loss import UnseenLoss
from referee.metrics.case_metric import CaseMetric
from referee.metrics.metric import Metric, kish
from referee.metrics.ranking_metric import RankingMetric
from referee.stattests.delong import delong_paired, delong_rankings
from referee.stattests.delong_few import delong_few, delong_few_rankings
from referee.stattests.delong_grid import delong_grid
from referee.stattests.mover import Ends, mover_limits, mover_z
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.pivot import p_of, pivot
from referee.stattests.samples import bound_to, tail
from referee.stattests.steadied import correlation_of, paired_guess, steadied

SMALL_CLASS = 100
"""Cases of a class below which DeLong's variance gets half an unseen case."""

PAIRED = 10.0
"""Positive cases that the guess of the variance of a difference is worth."""

LEAST_CLUSTERS = 6


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
        "delong": _areas,
        "influence gap": _influences,
        "case gaps": _resampled,
    }
    return routes[key](metric, pair, ask)


def on_different_cases(metric: Metric, a: Answers, b: Answers, ask: Ask) -> Gap:
    """Two models' scores on different test sets."""
    for arg, model in (("a", a), ("b", b)):
        if not isinstance(model, Answers) or not model.has_scores:
            _check.fail(arg, f"have scores to compare by {metric.name}", "none")
    sampled = a if a.sampling != "cases" else b
    key = choose("different cases", metric, sampled.sampling).key
    n = float(a.n + b.n)
    if metric.shape == "mean":
        assert isinstance(metric, CaseMetric)
        one, two = (metric.losses(metric.sees(model)) for model in (a, b))
        stopped = _endless(metric, "two means of losses", one, two, n, ask)
        if stopped is not None:
            return stopped
    if key == "two areas":
        return two_areas(metric, a.ranking, b.ranking, ask)
    return led(partial(_mover, metric, a, b, ask.seed), metric, ask, n)


def _losses(metric: CaseMetric, pair: Pair, ask: Ask) -> Gap:
    """A difference of mean losses: Dirichlet weights on the gaps of cases, and one unseen case."""
    cases, other = metric.sees(pair.a), metric.sees(pair.b)
    one, two = metric.losses(cases), pair.of_b(metric.losses(other))
    name = "paired mean of losses, one unseen case"
    stopped = _endless(metric, name, one, two, pair.n, ask)
    if stopped is not None:
        return stopped
    groups = None if pair.groups is None else pair.group_codes
    count = None if groups is None else int(groups.max()) + 1
    if count is not None and count < LEAST_CLUSTERS:
        reason = f"{_format.plural(count, 'cluster')} are too few: {LEAST_CLUSTERS} are needed"
        return hindered(
            metric, name, reason, metric.sign * float(np.average(one - two, weights=pair.mass)), pair.n, ask
        )
    with np.errstate(invalid="ignore"):
        possible = possible_losses(metric, cases) - possible_losses(metric, other)[:, pair.places_of_b]
    width = float(np.subtract(*metric.ends(cases)[::-1]))
    ends = (float(possible.min()), float(possible.max()))
    if math.isnan(ends[0]):  # both models could be infinitely wrong about a case
        ends = (-math.inf, math.inf)
    elif ends == (0.0, 0.0):  # the models agree wherever they were seen: the unseen case may be any other
        ends = (-width, width)
    drawn = replace(cases, times=pair.times, weights=pair.weights, groups=groups)
    evidence = evidence_of(drawn, one - two, ends)
    details = {} if count is None else {"clusters": float(count)}
    gap = led(partial(_mean_test, name, metric, evidence, float(pair.n), width, details), metric, ask, pair.n)
    if not all(map(math.isfinite, ends)) and gap.test.effect is not None:
        gap = replace(gap, test=replace(gap.test, effect=replace(gap.test.effect, note=NO_UPPER)))
    return gap


def _mean_test(
    name: str,
    metric: Metric,
    evidence: UnseenLoss,
    n: float,
    width: float,
    details: dict[str, float],
    *,
    level: float,
    alternative: Any,
) -> TestResult:
    """The test of a mean gap of 0, whose interval is its dual."""
    interval = bound_to(*evidence.limits(tail(level, alternative)), level, UNSEEN, alternative)
    same = ("p is 1 because the models agree on every case.",) if not evidence.losses.any() else ()
    return TestResult(
        name, f"the two models have the same {metric.title}", evidence.p_value(alternative), alternative,
        Estimate(metric.name, evidence.value, n, interval), details=details, warnings=same,
        errs="It is wide for few cases, as every mean is that one unseen case can move.",
        bounds=(-width, width), _evidence=evidence,
    )  # fmt: skip


def _endless(metric: Metric, name: str, one: Floats, two: Floats, n: float, ask: Ask) -> Gap | None:
    """Infinite losses, and a single case, in words; None when there is neither."""
    endless = [int(np.isinf(column).sum()) for column in (one, two)]
    if any(endless):
        who = " and ".join(
            f"{model} on {_format.plural(k, 'case')}" for model, k in zip("AB", endless, strict=True) if k
        )
        reason = f"the loss is infinite: probability 0 for what happened, by {who}"
        return hindered(metric, name, reason, math.nan, n, ask)
    if min(len(one), len(two)) < 2 and n < 3:
        value = metric.sign * float(one.mean() - two.mean())
        return hindered(metric, name, "one case has no spread", value, n, ask)
    return None


def _areas(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two areas: DeLong leads, with half an unseen case when a class is small, the swap permutation beside it."""
    if pair.grid is not None:
        sizes = int(pair.grid.positives.sum()), int(pair.grid.negatives.sum())
        return _alike(led(partial(delong_grid, pair.grid), metric, ask, pair.grid.n), sizes, ask)
    truth: Any = pair.is_positive
    a, b = pair.scores
    groups = pair.groups
    if pair.times is not None:
        truth, a, b = (np.repeat(column, pair.times) for column in (truth, a, b))
        groups = None if groups is None else np.repeat(groups, pair.times)
    sizes, n = (int(truth.sum()), int((~truth).sum())), float(len(truth))
    plain = partial(delong_paired, truth, a, b, positive=True, weights=pair.weights, groups=groups)
    if groups is not None or pair.weights is not None or min(sizes) == 0:
        return _alike(led(plain, metric, ask, n), sizes, ask)
    swap = led(partial(permutation_auc, truth, a, b, positive=True, rng=ask.seed), metric, ask, n)
    if min(sizes) == 1:
        return _alike(replace(swap, beside=(led(plain, metric, ask, n).test,)), sizes, ask)
    few = partial(delong_few, truth, a, b, positive=True)
    gap = led(plain if min(sizes) >= SMALL_CLASS else few, metric, ask, n)
    return _alike(replace(gap, beside=(swap.test,)), sizes, ask)


def _alike(gap: Gap, sizes: tuple[int, int], ask: Ask) -> Gap:
    """Scores that rank all cases alike leave no spread: the bound is the share of each class that may be unseen."""
    effect = gap.test.effect
    if gap.test.p_value != 1 or effect is None or (effect.interval is not None and effect.interval.width > 0):
        return gap
    if "clusters" in gap.test.details or min(sizes) == 0:
        bare = replace(effect, interval=None, note="no interval: the scores rank all cases alike")
        return replace(gap, test=replace(gap.test, effect=bare, _evidence=None))
    return unseen(gap, sizes, ask, 1.0, "no case seen that they rank apart")


def two_areas(metric: Metric, a: Ranking, b: Ranking, ask: Ask) -> Gap:
    """Two rankings of different cases; on bins the limits are those of the order that is worst for each side."""
    n = float(a.n + b.n)

    def tested(one: Ranking, two: Ranking) -> Gap:
        fewest = min(one.n_positive, one.n_negative, two.n_positive, two.n_negative)
        return led(
            partial(delong_few_rankings if fewest < SMALL_CLASS else delong_rankings, one, two), metric, ask, n
        )

    gap = tested(a, b)
    effect = gap.test.effect
    if not (a.binned or b.binned) or effect is None or effect.interval is None:
        return gap
    if ask.alternative != "two-sided":
        _check.fail("alternative", "be 'two-sided' to compare rankings on bins", ask.alternative)
    ends = [tested(a.pessimistic(), b.optimistic()).test, tested(a.optimistic(), b.pessimistic()).test]
    low, high = (end.effect.value for end in ends if end.effect is not None)
    evidence = [end._evidence for end in ends]

    def limits(z: float) -> tuple[float, float]:
        from scipy.special import ndtr

        beyond = float(ndtr(-z))
        return tuple(e.limits(beyond)[i] if e is not None else math.nan for i, e in enumerate(evidence))  # type: ignore[return-value]

    found = Score(limits)
    least, most = found.limits((1 - ask.level) / 2)
    interval = replace(effect.interval, low=max(-1.0, least), high=min(1.0, most))
    p = 1.0 if low <= 0 <= high else max(end.p_value for end in ends)
    details = {**gap.test.details, "low": low, "high": high}
    effect = replace(effect, interval=interval, limits=(low, high))
    return replace(gap, test=replace(gap.test, effect=effect, p_value=p, details=details, _evidence=found))


def _influences(metric: RankingMetric, pair: Pair, ask: Ask) -> Gap:
    """Two values whose influence of each case is known: Student's t on the gaps of the influences."""
    n = float(pair.n)
    name = f"{metric.title[:1].lower()}{metric.title[1:]}, paired t"
    sides = [(model, metric.sees(model)) for model in (pair.a, pair.b)]
    reasons = [r for r in (metric.why_undefined(ranking) for _, ranking in sides) if r]
    if reasons:
        return hindered(metric, name, reasons[0], math.nan, n, ask)
    unit = metric.share_unit(sides[0][1])
    a, b = (metric.value_of(ranking) * unit for _, ranking in sides)
    columns = []
    for model, ranking in sides:
        positive, negative = (unit * part for part in metric.influences(ranking))
        place = rank_places(model, ranking)
        columns.append(np.where(model.is_positive, positive[place], negative[place]))
    one, two = columns[0], pair.of_b(columns[1])
    hits = pair.mass[pair.is_positive]
    size = kish(hits.sum(), float(hits @ hits)) if pair.weights is not None else float(hits.sum())
    mass, units, df, details = (pair.mass, float(pair.n), size - 1, {"positives": size})
    if pair.groups is not None:
        code = pair.group_codes
        one, two = (np.bincount(code, weights=pair.mass * column) for column in (one, two))
        held = np.bincount(code, weights=pair.mass * pair.is_positive)
        size = kish(held.sum(), float(held @ held))
        mass, units = np.ones(len(one)), float(len(one))
        df, details = min(size, units) - 1, {"positives": size, "clusters": units}
        if units < LEAST_CLUSTERS:
            reason = f"there are {units:.0f} clusters; at least {LEAST_CLUSTERS} are needed for a standard error"
            return hindered(metric, name, reason, (a - b) / unit, n, ask)
    elif pair.weights is not None:
        one, two, mass = one * pair.weights, two * pair.weights, np.ones(len(one))
    if size <= 1 + 1e-12:
        reason = "there is one positive case, so the spread of positives cannot be seen"
        return hindered(metric, name, reason, (a - b) / unit, n, ask)
    alike = bool(np.abs(one - two).max(initial=0.0) <= 1e-15)
    variance = 0.0
    if not alike:
        va, vb, both, gap = (
            units / (units - 1) * float(mass @ (x * y))
            for x, y in ((one, one), (two, two), (one, two), (one - two,) * 2)
        )
        guess = paired_guess(a, b, size, correlation_of(both, va, vb))
        variance = steadied(gap, guess, size, cases=PAIRED)
    route = partial(
        pivot, name, f"the two models have the same {metric.title}", metric.name,
        0.0 if alike else (a - b) / unit, math.sqrt(variance) / unit, n=n, df=df, details=details,
        errs="It errs with fewer than 10 positive cases, and where one model ranks nearly all of them on top.",
        same="the scores rank all cases alike", method="Student's t on the influence of cases",
    )  # fmt: skip
    made = led(route, metric, ask, n)
    ends = (-1 / unit, 1 / unit)
    effect = made.test.effect
    assert effect is not None
    if effect.interval is not None:
        cut = replace(
            effect.interval, low=max(ends[0], effect.interval.low), high=min(ends[1], effect.interval.high)
        )
        effect = replace(effect, interval=cut)
    made = replace(made, test=replace(made.test, effect=effect, bounds=ends))
    return (
        made
        if not alike or pair.groups is not None
        else unseen(made, (size,), ask, 1 / unit, "no case seen that they rank apart")
    )


def _resampled(metric: Metric, pair: Pair, ask: Ask) -> Gap:
    """Any other metric of scores: samples of the same cases for both models."""
    n = float(pair.n)
    name = "difference of resampled cases"
    if isinstance(metric, RankingMetric):
        values = [(metric.value(model), metric.why_undefined(metric.sees(model))) for model in (pair.a, pair.b)]
        rankings = [metric.sees(model) for model in (pair.a, pair.b)]
        columns = [pair.of_b(rank_places(m, r)) if m is pair.b else rank_places(m, r)
                   for m, r in zip((pair.a, pair.b), rankings, strict=True)]  # fmt: skip
        truth = pair.is_positive.astype(np.int64)
        first, place = _kinds(pair, truth, *columns)

        def value_of(weights: Floats, column: Codes, size: int) -> Values:
            tables = regrouped(weights, truth[first] * size + column[first], 2 * size)
            return metric.formula(tables[..., size:], tables[..., :size])

        parts = [partial(value_of, column=c, size=len(r.scores)) for c, r in zip(columns, rankings, strict=True)]
    else:
        assert isinstance(metric, CaseMetric)
        cases = [metric.sees(model) for model in (pair.a, pair.b)]
        values = [(metric.value_of(c), metric.why_undefined(c)) for c in cases]
        truth, scores = cases[0].truth, [cases[0].scores, pair.of_b(cases[1].scores)]
        first, place = _kinds(pair, truth, *scores[0].T, *scores[1].T)
        shown = [replace(c, truth=truth[first], scores=s[first], times=None, weights=None, groups=None)
                 for c, s in zip(cases, scores, strict=True)]  # fmt: skip
        parts = [partial(metric.formula, c) for c in shown]
    reasons = [reason for _, reason in values if reason]
    if reasons:
        return hindered(metric, name, reasons[0], math.nan, n, ask)
    mass = np.bincount(place, weights=pair.mass, minlength=len(first)).astype(float)
    times = mass.astype(np.int64) if pair.sampling == "cases" else None
    groups = pair.group_codes if pair.groups is not None else None
    generator = _rng.stream(ask.seed, "case gaps", metric.name)
    drawn = drawn_values(lambda w: parts[0](w) - parts[1](w), truth[first], mass, times, groups, 2000, generator)
    value = values[0][0] - values[1][0]
    return led(partial(_drawn_test, name, metric, value, np.sort(drawn[~np.isnan(drawn)]), n), metric, ask, n)


def _kinds(pair: Pair, *columns: Any) -> tuple[Codes, Codes]:
    """The kinds of rows and the kind of each; rows with weights or in groups stay as they are."""
    if pair.sampling == "cases":
        return distinct_rows(*columns)
    rows = np.arange(len(pair.truth))
    return rows, rows


def _drawn_test(
    name: str, metric: Metric, value: float, drawn: Floats, n: float, *, level: float, alternative: Any
) -> TestResult:
    """The percentile test of resampled differences."""
    p, _ = percentile_test(drawn, level, alternative)
    evidence = Draws(value, (drawn,))
    if not len(drawn) or np.ptp(drawn) < 1e-12:
        same = ("p is 1 because no sample shows a difference.",)
        effect = Estimate(metric.name, value, n, note="no interval: every resample shows the same difference")
        return TestResult(name, f"the two models have the same {metric.title}", 1.0 if not value else math.nan,
                          alternative, effect, warnings=same)  # fmt: skip
    interval = bound_to(*evidence.limits(tail(level, alternative)), level, "bootstrap of cases", alternative)
    return TestResult(
        name, f"the two models have the same {metric.title}", p, alternative,
        Estimate(metric.name, value, n, interval), statistic=value, details={"resamples": float(len(drawn))},
        errs="It is too short with few cases of a class.", _evidence=evidence,
    )  # fmt: skip


def _mover(metric: Metric, a: Answers, b: Answers, seed: int, *, level: float, alternative: Any) -> TestResult:
    """Two values of different cases: their distances to their own limits, added in squares."""
    name = f"{metric.title[:1].lower()}{metric.title[1:]}, unpaired"
    null = f"the two models have the same {metric.title}"
    n = float(a.n + b.n)
    values = [metric.value(model) for model in (a, b)]
    reasons = [r for r in (metric.why_undefined(metric.sees(model)) for model in (a, b)) if r]
    found = [] if reasons else [_ends(metric, model, seed) for model in (a, b)]
    reasons += [reason for _, reason in found if reason]
    if reasons:
        undefined = reasons[0] if math.isnan(values[0] - values[1]) else None
        effect = Estimate(metric.name, values[0] - values[1], n, undefined=undefined, note=reasons[0])
        return TestResult(name, null, math.nan, alternative, effect, inapplicable=reasons[0])
    one, two = values
    ends_a, ends_b = (ends for ends, _ in found)
    value = 0.0 if abs(one - two) <= 1e-12 else one - two
    z = mover_z(one, two, ends_a, ends_b) if value else 0.0
    evidence = Score(lambda q: mover_limits(one, two, ends_a, ends_b, q))
    interval = bound_to(
        *evidence.limits(tail(level, alternative)), level, "MOVER on the limits of both values", alternative
    )
    width = metric.width
    if math.isfinite(width):
        interval = replace(interval, low=max(-width, interval.low), high=min(width, interval.high))
    return TestResult(
        name, null, p_of(z, math.inf, alternative), alternative, Estimate(metric.name, value, n, interval), z, "z",
        errs="It errs as the limits that it joins.", bounds=(-width, width), _evidence=evidence,
    )  # fmt: skip


def _ends(metric: Metric, model: Answers, seed: int) -> tuple[Ends, str]:
    """The limits of one value for a normal quantile, and the reason when there are none."""
    from scipy.special import ndtr

    if isinstance(metric, RankingMetric) and metric.shape == "influence":
        ranking = metric.sees(model)
        unit = metric.share_unit(ranking)
        variance, size, df = influence_variance(metric, model, ranking)
        if size <= 1 + 1e-12 or df <= 0:
            return _nowhere, "there is one positive case, so the spread of positives cannot be seen"
        limits = influence_limits(min(1.0, metric.value_of(ranking) * unit), variance, size, df)

        def of_influence(z: float) -> tuple[float, float]:
            low, high = limits(max(float(ndtr(-z)), 1e-300))
            return low / unit, high / unit

        return of_influence, ""
    value = metric.value(model)
    if isinstance(metric, CaseMetric) and metric.shape == "mean":
        evidence = mean_evidence(metric, metric.sees(model))
        return (lambda z: evidence.limits(max(float(ndtr(-z)), 1e-300))), ""
    if isinstance(metric, CaseMetric):
        cases = metric.sees(model)
        drawn, fewest = case_bootstrap(metric, cases, resamples=2000, seed=seed), float(cases.sizes.min())
    else:
        assert isinstance(metric, RankingMetric)
        drawn, fewest = drawn_ranking(metric, model, seed)

    def of_draws(z: float) -> tuple[float, float]:
        level = max(1e-12, 1 - 2 * float(ndtr(-z)))
        made, _ = bootstrap_limits(drawn, value, level, metric.range, fewest, clustered=model.groups is not None)
        return (value, value) if made is None else (made.low, made.high)

    return of_draws, ""


def _nowhere(z: float) -> tuple[float, float]:
    return math.nan, math.nan
