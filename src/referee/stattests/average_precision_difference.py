"""Is the average precision of two scores equal?"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import expit, ndtr

from referee import _check, _format
from referee._quantile import quantile
from referee.core.answers import Answers
from referee.core.estimate import Estimate
from referee.core.evidence import Score
from referee.core.test_result import Alternative, TestResult
from referee.core.types import Floats, Label
from referee.curves.average_precision_pushes import average_precision_pushes
from referee.stattests.mover import Ends, mover_limits, mover_z
from referee.stattests.pivot import p_of, pivot
from referee.stattests.samples import bound_to, direction, tail
from referee.stattests.scored_cases import are_positive, cluster_numbers, scored_cases
from referee.stattests.steadied import correlation_of, paired_guess, steadied

LEAST_CLUSTERS = 6
CASES, APART = 10.0, 5.0
"""Positive cases that the guess of a variance is worth, on the same cases and on others: the least that held .92."""

FEW = 10
NAME, TITLE = "average_precision_difference", "Difference of average precision"
NULL = "the two scores have the same average precision"

_ERRS = "It errs with fewer than 10 positive cases, and where one model ranks nearly all of them on top."


def average_precision_paired(
    y_true: Any,
    scores_a: Any,
    scores_b: Any,
    *,
    positive: Label | None = None,
    weights: Any = None,
    groups: Any = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Two scores on the same cases: t = (AP_a - AP_b) / se with P - 1 degrees of freedom, P positive cases.

    The variance is the infinitesimal jackknife's of the difference, as if it were seen in P cases and 10 more had shown
    that of two shares of P with the same correlation. The interval has the same se, so it excludes 0 exactly when p is
    below 1 - level. With `groups` influences are summed by cluster, the degrees of freedom at most clusters - 1. p is 1
    when no case is ranked apart. Undefined without positives; inapplicable with one, and under 6 clusters. It errs with
    fewer than 10 positives. References: boyd2013, efron1993.

    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> test = average_precision_paired(truth, [8, 7, 6, 4, 5, 3, 2, 1], [8, 5, 3, 1, 7, 6, 4, 2])
    >>> round(test.effect.value, 3), round(test.p_value, 3), test.details["df"]
    (0.325, 0.196, 3.0)
    """
    alternative, level = direction(alternative), _check.fraction("level", level)
    cases, scores = scored_cases(
        y_true, [("scores_a", scores_a), ("scores_b", scores_b)], positive, weights, groups
    )
    truth, clusters = are_positive(cases), cluster_numbers(cases)
    unit = None if cases.weights is None else cases.weights.astype(float)
    found = [average_precision_pushes(truth, row, weights=unit) for row in scores]
    (a, one), (b, two) = found
    positives = _positives(cases, truth, clusters)
    details = {"average_precision_a": a, "average_precision_b": b, "positives": positives}
    obstacle = _obstacle(positives)
    df, units = positives - 1, cases.n
    if clusters is not None:
        units = int(clusters.max()) + 1
        one, two = (np.bincount(clusters, weights=pushes).astype(float) for pushes in (one, two))
        df = min(df, units - 1)
        details["clusters"] = float(units)
        if units < LEAST_CLUSTERS:
            obstacle = f"there are {units} clusters; at least {LEAST_CLUSTERS} are needed for a standard error"
    value, alike = a - b, bool(np.abs(one - two).max(initial=0.0) <= 1e-15)
    variance = 0.0
    if not alike and obstacle is None:
        scale = units / (units - 1)
        va, vb, both = (scale * float(x @ y) for x, y in ((one, one), (two, two), (one, two)))
        guess = paired_guess(a, b, positives, correlation_of(both, va, vb))
        gap = one - two
        variance = steadied(scale * float(gap @ gap), guess, positives, cases=CASES)
    if obstacle is not None:
        return _hindered("paired", value, cases.n, details, obstacle, alternative)
    test = pivot(
        "average precision, paired t",
        NULL,
        NAME,
        0.0 if alike else value,
        math.sqrt(variance),
        n=cases.n,
        df=df,
        errs=_ERRS,
        alternative=alternative,
        level=level,
        details=details,
        warnings=_warnings(details),
        same="the scores rank all cases alike",
        method="Student's t on the influence of cases",
    )
    assert test.effect is not None
    return replace(test, effect=replace(within(test.effect), title=TITLE), bounds=(-1.0, 1.0))


def average_precision_unpaired(
    y_true_a: Any,
    scores_a: Any,
    y_true_b: Any,
    scores_b: Any,
    *,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Scores on different cases: the level at which MOVER's interval of their difference touches 0.

    Each average precision has limits on the logit scale, with t(P - 1) and the infinitesimal jackknife variance as
    if it were seen in P cases and 5 more had shown AP (1 - AP) / P; a perfect one has Clopper-Pearson's. Their
    distances add in squares. Undefined without positives; inapplicable with one in a set. Average precision depends
    on the prevalence, so sets of other prevalence differ for that alone. It errs with few positives. References:
    boyd2013, zou2008.

    >>> test = average_precision_unpaired([1, 1, 1, 0, 0], [5, 4, 2, 3, 1], [1, 1, 1, 0, 0], [5, 2, 1, 4, 3])
    >>> round(test.effect.value, 3), round(test.p_value, 3)
    (0.217, 0.555)
    """
    alternative, level = direction(alternative), _check.fraction("level", level)
    details: dict[str, float] = {}
    sides: list[tuple[float, Ends]] = []
    obstacle, n = None, 0
    for truth_column, column, side in ((y_true_a, scores_a, "a"), (y_true_b, scores_b, "b")):
        name = f"y_true_{side}"
        cases, scores = scored_cases(truth_column, [(f"scores_{side}", column)], positive, None, None, name)
        truth = are_positive(cases)
        value, pushes = average_precision_pushes(truth, scores[0])
        positives = _positives(cases, truth)
        details |= {f"average_precision_{side}": value, f"positives_{side}": positives}
        obstacle = obstacle or _obstacle(positives)
        n += cases.n
        sides.append((value, _ends(value, float(pushes @ pushes), positives)))
    (a, ends_a), (b, ends_b) = sides
    if obstacle is not None:
        return _hindered("unpaired", a - b, n, details, obstacle, alternative)
    z = mover_z(a, b, ends_a, ends_b)
    low, high = mover_limits(a, b, ends_a, ends_b, -quantile(tail(level, alternative), math.inf))
    interval = bound_to(low, high, level, "MOVER of logit limits on the influence of cases", alternative)
    effect = within(Estimate(NAME, a - b, n, interval, title=TITLE))
    return TestResult(
        "average precision, unpaired",
        NULL,
        p_of(z, math.inf, alternative),
        alternative,
        effect,
        z,
        "z",
        details,
        warnings=_warnings(details),
        errs=_ERRS,
        bounds=(-1.0, 1.0),
        _evidence=Score(lambda z: mover_limits(a, b, ends_a, ends_b, z)),
    )


def _ends(value: float, variance: float, positives: float) -> Ends:
    """The limits of one average precision on the logit scale."""
    spread = steadied(variance, value * (1 - value) / max(positives, 1.0), positives, cases=APART)

    def ends(z: float) -> tuple[float, float]:
        beyond = float(ndtr(-z))
        if value >= 1 - 1e-12:
            return beyond ** (1 / positives), 1.0
        centre = math.log(value / (1 - value))
        half = -quantile(beyond, positives - 1) * math.sqrt(spread) / (value * (1 - value))
        return float(expit(centre - half)), float(expit(centre + half))

    return ends


def _positives(cases: Answers, truth: Any, clusters: Any = None) -> float:
    """Number of positive cases; with weights, and of the clusters that hold them, Kish's."""
    w: Floats = np.ones(int(truth.sum())) if cases.weights is None else cases.weights[truth].astype(float)
    if clusters is not None:
        w = np.bincount(clusters[truth], weights=w).astype(float)
    return float(w.sum() ** 2 / (w @ w)) if w.sum() > 0 else 0.0


def _obstacle(positives: float) -> str | None:
    if positives == 0:
        return "there are no positive cases"
    if positives <= 1 + 1e-12:
        return "there is one positive case, so the spread of positives cannot be seen"
    return None


def _hindered(
    how: str, value: float, n: int, details: dict[str, float], obstacle: str, alternative: Alternative
) -> TestResult:
    """A test that cannot be run."""
    undefined = obstacle if math.isnan(value) else None
    effect = Estimate(NAME, value, n, undefined=undefined, note="" if undefined else obstacle, title=TITLE)
    name = f"average precision, {how}"
    return TestResult(
        name, NULL, math.nan, alternative, effect, details=details, inapplicable=obstacle, errs=_ERRS
    )


def _warnings(details: dict[str, float]) -> tuple[str, ...]:
    few = [size for key, size in details.items() if key.startswith("positives") and size < FEW]
    return tuple(f"With {_format.count(size)} positive cases few runs measured its coverage." for size in few[:1])


def within(effect: Estimate, end: float = 1.0) -> Estimate:
    """A difference whose interval stays where differences can be.

    >>> from referee.core.interval import Interval
    >>> within(Estimate("d", 0.9, 10, Interval(0.6, 1.2, 0.95, "t"))).interval.high
    1.0
    """
    if effect.interval is None:
        return effect
    low, high = max(-end, effect.interval.low), min(end, effect.interval.high)
    return replace(effect, interval=replace(effect.interval, low=low, high=high))
