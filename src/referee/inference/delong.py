"""DeLong's tests of scores on the same cases: are the areas under two (or more) ROC curves equal?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import Answers, Estimate, Interval, TestResult
from referee.core.types import Alternative, Array, Bools, Codes, Column, Floats, Label
from referee.data.column import labels_column, numbers_column, same_length
from referee.data.read import read
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.inference._rows import clusters_of, too_few
from referee.inference.delong_variance import AucCovariance, Placed, auc_covariance, place
from referee.inference.steady_gaps import gaps_of, steady_error, steady_lean

FEW = 30
"""Below this many cases in a class (or clusters) the normal approximation is in doubt."""

NULL = "the two scores have the same AUC"
_ERRS = (
    "Too cautious near AUC 1, and with about 10 cases in a class it rejects up to 7% for 5%; the swap permutation "
    "is the better one there."
)
PAIRED = Wording("DeLong test, paired", NULL, "z", _ERRS, "auc_difference", bounds=(-1.0, 1.0))
STEADIED = replace(
    PAIRED,
    name="DeLong test, paired, steadied",
    statistic="t",
    errs="It is too wide where the scores rank nearly all cases of a small class alike.",
)


def delong_paired(
    y_true: Column,
    scores_a: Column,
    scores_b: Column,
    *,
    positive: Label | None = None,
    weights: Column = None,
    groups: Column = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Two scores on the same cases: z = (AUC_a - AUC_b) / se, se from the differences of the cases' placements.

    The interval of the difference has the same se, so it excludes 0 exactly when p is below 1 - level. Scores that
    rank all cases alike, and two perfect ones, give p = 1. With `groups` the se is Obuchowski's, referred to
    t(clusters - 1) under 30 clusters. Inapplicable when a class has fewer than two cases, under 6 clusters, and
    when the areas differ while every case of a class says the same. It is too cautious near AUC 1 and rejects up
    to 7% for 5% with about 10 cases in a class. References: delong1988, obuchowski1997.

    >>> test = delong_paired([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [6, 3, 2, 5, 4, 1])
    >>> round(test.effect.value, 4), round(test.statistic, 4), round(test.p_value, 4)
    (0.3333, 1.2247, 0.2207)
    """
    Terms(alternative, level)
    columns = {"scores_a": scores_a, "scores_b": scores_b}
    placed = _read_placed(y_true, columns, positive, weights, groups)
    return delong_placed(*placed, level=level, alternative=alternative)


def delong_few(
    y_true: Column,
    scores_a: Column,
    scores_b: Column,
    *,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Two scores on the same cases: DeLong's test with Student's t, steadied against cases that were not drawn.

    d = AUC_a - AUC_b is the mean gap of the cases' placements by a and by b, in either class; DeLong's variance is the
    sum of s^2 / m over the classes, s^2 that of the m gaps of a class. It fails at any m where few cases are ranked
    apart: a case that is far apart may not have been drawn. So V = max(s^2 / m, (1/2)^2 / m^2) in each class: its mean
    gap is not known better than half a case can move it. d over the root of the sum of V is referred to Student's t
    with 2 (sum V)^2 / sum max(2 V^2 / (m - 1), W) degrees of freedom, W = (q - s^4 (m - 3) / (m - 1)) / m^3 the
    variance of s^2 / m by the fourth moment q of the gaps: Satterthwaite's, fewer where a few gaps decide. Where gaps
    are skewed, one more of the few cases that are far apart may not have been drawn: on their side the error is larger
    by half of what such a case moves d. `details` has both errors; the test takes the one towards 0, and the interval
    excludes 0 exactly when p is below 1 - level. As `delong_paired` when a class has one case, or when both rank all
    cases alike. The floor, the use of q and the larger error are ours, chosen on other random worlds than those
    reported on. It is too wide where nearly all cases of a small class are ranked alike, and too narrow where one or
    two in m are far apart and the rest are not; `python -m tools.validity score_differences` measures it. References:
    delong1988, satterthwaite1946.

    >>> test = delong_few([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [6, 3, 2, 5, 4, 1])
    >>> round(test.effect.value, 4), round(test.details["df"], 2), round(test.p_value, 4)
    (0.3333, 4.0, 0.2879)
    """
    Terms(alternative, level)
    placed = _read_placed(y_true, {"scores_a": scores_a, "scores_b": scores_b}, positive)
    return delong_placed(*placed, level=level, alternative=alternative, steady=True)


def delong_placed(
    is_positive: Bools,
    placed: Placed,
    weights: Array | None = None,
    groups: Codes | None = None,
    *,
    level: float,
    alternative: Alternative,
    steady: bool = False,
) -> TestResult:
    """As `delong_paired`, or `delong_few` when `steady`, of two scores whose cases are placed already.

    Steadied clusters have Obuchowski's variance and that of half a cluster in each class, which is ours.
    """
    terms, n = Terms(alternative, level), len(is_positive)
    both, gap, gaps = _areas(is_positive, placed, weights, groups)
    names = ("auc_a", "auc_b", "variance_a", "variance_b", "covariance")
    known = (*both.aucs, *np.diag(both.covariance), both.covariance[0, 1])
    details = dict(zip(names, map(float, known), strict=True))
    value, alike, obstacle = float(gap.aucs[0]), not any(map(np.any, gaps)), _obstacle(both)
    if steady and groups is None and obstacle is None and not alike:
        moments = [gaps_of(own[0]) for own in gaps]
        (se, df), lean = steady_error(moments), steady_lean(*moments)
        found = Measured(value, se, n, df, (max(0.0, -lean), max(0.0, lean)))
        return area_test(STEADIED, found, terms, details)
    df = math.inf
    if both.clusters is not None:
        details["clusters"] = float(both.clusters)
        df = both.clusters - 1 if both.clusters < FEW else math.inf
    words = replace(PAIRED, statistic="z" if df == math.inf else "t")
    variance = float(gap.covariance[0, 0])
    if steady and groups is not None and not alike:
        # as of single cases: the mean gap of a class is not known better than half a cluster of it can move it
        variance += sum(0.25 / len(np.unique(groups[x])) ** 2 for x in (is_positive, ~is_positive) if x.any())
    found = Measured(value, math.sqrt(variance), n, df)
    return area_test(words, found, terms, details, obstacle=obstacle, warnings=_warnings(both), alike=alike)


def delong_many(
    y_true: Column,
    scores: Sequence[Column],
    *,
    positive: Label | None = None,
    weights: Column = None,
    groups: Column = None,
) -> TestResult:
    """Three or more scores on the same cases at once: d' S^-1 d against chi-square with k - 1 degrees of freedom.

    d are the areas' differences from the first, S their covariance; where S is singular its rank is taken and the
    generalised inverse (scores that rank all alike add nothing). Scores that all rank alike give p = 1. Order of
    the scores does not matter. Inapplicable as `delong_paired`. Reference: delong1988.

    >>> test = delong_many([1, 1, 1, 0, 0, 0], [[6, 5, 3, 4, 2, 1], [6, 3, 2, 5, 4, 1], [6, 4, 1, 5, 3, 2]])
    >>> round(test.statistic, 4), test.details["df"], round(test.p_value, 4)
    (3.4286, 2.0, 0.1801)
    """
    named = {f"scores[{i}]": x for i, x in enumerate(_check.items("scores", scores, "columns of scores"))}
    if len(named) < 2:
        _check.fail("scores", "hold at least two columns of scores", len(named))
    cases = _read_placed(y_true, named, positive, weights, groups)
    every, gaps, _ = _areas(*cases)
    low, high = float(every.aucs.min()), float(every.aucs.max())
    obstacle, statistic, p = _obstacle(every), None, math.nan
    spread = Estimate(
        "auc_range", high - low, len(cases[0]), undefined=None if high >= low else obstacle,
        note="largest minus smallest AUC; no interval goes with this test", title="Range of AUC",
    )  # fmt: skip
    details = {f"auc_{i}": float(auc) for i, auc in enumerate(every.aucs)}
    if obstacle is None:
        spectrum, axes = np.linalg.eigh(gaps.covariance)
        varies = spectrum > spectrum.max(initial=0.0) * 1e-10
        along = axes.T @ gaps.aucs
        if (np.abs(along[~varies]) > 1e-9).any():
            obstacle = "areas differ in a direction in which no case shows any spread"
        else:
            statistic, df = float((along[varies] ** 2 / spectrum[varies]).sum()), int(varies.sum())
            p = float(chdtrc(df, statistic)) if df else 1.0
            details["df"] = float(df)
    words = Wording(f"DeLong test of {len(named)} areas", "all scores have the same AUC", "chi-square", _ERRS)
    return words.result(p, spread, statistic, details=details, inapplicable=obstacle, warnings=_warnings(every))


def read_scores(
    y_true: Column,
    columns: dict[str, Column],
    positive: Label | None,
    weights: Column = None,
    groups: Column = None,
    name: str = "y_true",
) -> tuple[Answers, Floats]:
    """The cases, checked, and their scores, one row per column."""
    n = len(labels_column(name, y_true))
    rows = []
    for arg, column in columns.items():
        rows.append(numbers_column(arg, column, infinite=True))
        same_length(arg, rows[-1], name, n)
    yes_no = isinstance(y_true, np.ndarray) and y_true.dtype == np.bool_
    labels = (False, True) if yes_no else None
    cases = read(y_true, y_score=rows[0], positive=positive, labels=labels, weights=weights, groups=groups)
    if cases.positive is None:
        _check.fail("positive", "name the positive class", "None", f"There are {cases.labels}.")
    return cases, np.stack(rows)


def _read_placed(
    y_true: Column,
    columns: dict[str, Column],
    positive: Label | None,
    weights: Column = None,
    groups: Column = None,
) -> tuple[Bools, Placed, Floats | None, Codes | None]:
    """Which cases are positive, their places by each score, their weights and clusters."""
    cases, scores = read_scores(y_true, columns, positive, weights, groups)
    placed = place(cases.is_positive, scores, weights=cases.weights)
    return cases.is_positive, placed, cases.weights, clusters_of(cases)


def _areas(
    is_positive: Bools, placed: Placed, weights: Array | None, groups: Codes | None
) -> tuple[AucCovariance, AucCovariance, tuple[Floats, Floats]]:
    """The areas, the gaps of the first to the others, and the gaps of the cases of either class."""
    u, v, _ = placed
    gaps = u[:1] - u[1:], v[:1] - v[1:]
    every, gap = (auc_covariance(is_positive, *x, weights=weights, groups=groups) for x in ((u, v), gaps))
    return every, gap, gaps


def few_cases(positives: float, negatives: float) -> str | None:
    """Why a class is too small for a variance."""
    for name, size in (("positive", positives), ("negative", negatives)):
        if not size:
            return f"there is no {name} case"
        if size <= 1 + 1e-12:
            return f"there is one {name} case, so the spread of that class cannot be seen"
    return None


def _obstacle(found: AucCovariance) -> str | None:
    """Why the test cannot be run."""
    few = "" if found.clusters is None else too_few(found.clusters)
    reason = few or few_cases(found.positives, found.negatives)
    if reason is None and np.isnan(found.covariance).any():
        return "all cases of one class are in one cluster"
    return reason


def few_warning(*sizes: float) -> tuple[str, ...]:
    """What to say when the smallest class is small."""
    few = min(sizes)
    if few >= FEW:
        return ()
    return (f"the smaller class has {few:.4g} cases; with fewer than {FEW} a swap permutation is the better test",)


def _warnings(found: AucCovariance) -> tuple[str, ...]:
    said = few_warning(found.positives, found.negatives)
    if found.clusters is not None and found.clusters < FEW:
        said += (f"there are {found.clusters} clusters; Student's t with {found.clusters - 1} df is used",)
    return said


def area_test(
    words: Wording,
    found: Measured,
    terms: Terms,
    details: dict[str, float],
    *,
    obstacle: str | None = None,
    warnings: tuple[str, ...] = (),
    alike: bool = False,
) -> TestResult:
    """The result from a difference of areas, its standard error and degrees of freedom (infinite: the normal)."""
    effect = Estimate(words.effect, found.value, found.n, title="Difference of AUC")
    said: Any = {"alternative": terms.alternative, "details": details, "warnings": warnings}
    if obstacle is None and found.se == 0 and found.value:
        obstacle = "the areas differ, and no case shows any spread to judge the difference by"
    if obstacle is not None:
        effect = replace(effect, undefined=obstacle if math.isnan(found.value) else None)
        return words.result(math.nan, effect, inapplicable=obstacle, **said)
    if found.se == 0:
        effect = replace(effect, note="no interval: no case shows any spread")
        if alike:
            equal = Interval(0.0, 0.0, terms.level, "equal rankings")
            effect = replace(effect, note="the scores rank all cases alike", interval=equal)
        return words.result(1.0, effect, 0.0, **said)
    method = f"DeLong, t with {found.df:.4g} df" if found.df < math.inf else "DeLong normal"
    made = pivot(replace(words, method=method), found, terms, details=details, warnings=warnings)
    assert made.effect is not None
    return replace(made, effect=replace(made.effect, title=effect.title))
