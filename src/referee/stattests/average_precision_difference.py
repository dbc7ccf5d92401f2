"""Is the average precision of two scores equal?"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.estimate import Estimate
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Floats, Label
from referee.counting.predictions import Predictions
from referee.curves.average_precision_pushes import average_precision_pushes
from referee.intervals.delong import satterthwaite
from referee.stattests.delong import _cases, _clusters, _truth
from referee.stattests.pivot import pivot
from referee.stattests.samples import direction
from referee.stattests.steadied import correlation_of, guess_of, paired_guess, steadied

LEAST_CLUSTERS = 6
CASES = 10.0
"""Positive cases that the guess of the variance is worth: chosen among 2, 5 and 10 by measured coverage."""

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
    few positives: .92 at worst measured with 10. References: boyd2013, efron1993.

    >>> truth = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> test = average_precision_paired(truth, [8, 7, 6, 4, 5, 3, 2, 1], [8, 5, 3, 1, 7, 6, 4, 2])
    >>> round(test.effect.value, 3), round(test.p_value, 3), test.details["df"]
    (0.325, 0.196, 3.0)
    """
    cases, scores = _cases(y_true, [("scores_a", scores_a), ("scores_b", scores_b)], positive, weights, groups)
    truth, clusters = _truth(cases), _clusters(cases)
    unit = None if cases.weights is None else cases.weights.astype(float)
    found = [average_precision_pushes(truth, row, weights=unit) for row in scores]
    (a, one), (b, two) = found
    positives = _positives(cases, truth)
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
    return _result("paired", 0.0 if alike else value, variance, df, cases.n, details, obstacle, alternative, level)


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
    """Scores on different cases: t = (AP_a - AP_b) / sqrt(V_a + V_b) with Satterthwaite's degrees of freedom.

    Each V is the infinitesimal jackknife's, as if it were seen in P cases and 10 more had shown that of a share of P.
    Undefined without positives; inapplicable with one in a set. Average precision depends on the prevalence, so sets
    of other prevalence differ for that alone. It errs with few positives. References: boyd2013, satterthwaite1946.

    >>> test = average_precision_unpaired([1, 1, 1, 0, 0], [5, 4, 2, 3, 1], [1, 1, 1, 0, 0], [5, 2, 1, 4, 3])
    >>> round(test.effect.value, 3), round(test.p_value, 3)
    (0.217, 0.585)
    """
    details: dict[str, float] = {}
    values, parts, obstacle, n = [], [], None, 0
    for truth_column, column, side in ((y_true_a, scores_a, "a"), (y_true_b, scores_b, "b")):
        name = f"y_true_{side}"
        cases, scores = _cases(truth_column, [(f"scores_{side}", column)], positive, None, None, name)
        truth = _truth(cases)
        value, pushes = average_precision_pushes(truth, scores[0])
        positives = _positives(cases, truth)
        details |= {f"average_precision_{side}": value, f"positives_{side}": positives}
        obstacle = obstacle or _obstacle(positives)
        values.append(value)
        n += cases.n
        if obstacle is None:
            seen = float(pushes @ pushes) * cases.n / (cases.n - 1)
            parts.append((steadied(seen, guess_of(value, positives), positives, cases=CASES), positives))
    variance = sum(part for part, _ in parts)
    df = satterthwaite(*parts) if len(parts) == 2 else 1.0
    return _result("unpaired", values[0] - values[1], variance, df, n, details, obstacle, alternative, level)


def _positives(cases: Predictions, truth: Any) -> float:
    """Number of positive cases, with weights Kish's."""
    if cases.weights is None:
        return float(truth.sum())
    w: Floats = cases.weights[truth].astype(float)
    return float(w.sum() ** 2 / (w @ w)) if w.sum() > 0 else 0.0


def _obstacle(positives: float) -> str | None:
    if positives == 0:
        return "there are no positive cases"
    if positives <= 1 + 1e-12:
        return "there is one positive case, so the spread of positives cannot be seen"
    return None


def _result(
    how: str,
    value: float,
    variance: float,
    df: float,
    n: int,
    details: dict[str, float],
    obstacle: str | None,
    alternative: Alternative,
    level: float,
) -> TestResult:
    name, title = "average_precision_difference", "Difference of average precision"
    alternative, level = direction(alternative), _check.fraction("level", level)
    null = "the two scores have the same average precision"
    if obstacle is not None:
        undefined = obstacle if math.isnan(value) else None
        effect = Estimate(name, value, n, undefined=undefined, note="" if undefined else obstacle, title=title)
        return TestResult(
            f"average precision, {how} t",
            null,
            math.nan,
            alternative,
            effect,
            statistic_name="t",
            details=details,
            inapplicable=obstacle,
            errs=_ERRS,
        )
    few = [details[key] for key in details if key.startswith("positives") and details[key] < 10]
    warnings = tuple(
        f"With {_format.count(size)} positive cases the interval has no measured coverage." for size in few[:1]
    )
    test = pivot(
        f"average precision, {how} t",
        null,
        name,
        value,
        math.sqrt(variance),
        n=n,
        df=df,
        errs=_ERRS,
        alternative=alternative,
        level=level,
        details=details,
        warnings=warnings,
        same="the scores rank all cases alike",
        method="Student's t on the influence of cases",
    )
    assert test.effect is not None
    return replace(test, effect=replace(within(test.effect), title=title))


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
