"""DeLong's tests: are the areas under two (or more) ROC curves equal?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import chdtrc

from referee import _check
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Alternative, Array, Bools, Codes, Column, Label
from referee.inference._result import Measured, Terms, Wording, pivot, satterthwaite
from referee.inference._rows import too_few
from referee.inference.auc_covariance import AucCovariance, Placed, auc_covariance, place, read_scores
from referee.inference.delong_variance import DeLong, delong

FEW = 30
"""Below this many cases in a class (or clusters) the normal approximation is in doubt."""

NULL = "the two scores have the same AUC"
_ERRS = (
    "Too cautious near AUC 1, and with about 10 cases in a class it rejects up to 7% for 5%; the swap permutation "
    "is the better one there."
)
PAIRED = Wording("DeLong test, paired", NULL, "z", _ERRS, "auc_difference", bounds=(-1.0, 1.0))


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
    columns = [("scores_a", scores_a), ("scores_b", scores_b)]
    Terms(alternative, level)
    cases, scores = read_scores(y_true, columns, positive, weights, groups)
    placed = place(cases.is_positive, scores, weights=cases.weights)
    options: Any = {"weights": cases.weights, "groups": None if cases.groups is None else cases.group_codes}
    return delong_placed(cases.is_positive, placed, level=level, alternative=alternative, **options)


def delong_placed(
    is_positive: Bools,
    placed: Placed,
    *,
    weights: Array | None = None,
    groups: Codes | None = None,
    level: float,
    alternative: Alternative,
) -> TestResult:
    """As `delong_paired`, of two scores whose cases are placed already; `groups` are codes."""
    terms = Terms(alternative, level)
    both, gap, alike = _areas(is_positive, placed, weights, groups)
    details = {
        "auc_a": float(both.aucs[0]),
        "auc_b": float(both.aucs[1]),
        "variance_a": float(both.covariance[0, 0]),
        "variance_b": float(both.covariance[1, 1]),
        "covariance": float(both.covariance[0, 1]),
    }
    df = math.inf
    if both.clusters is not None:
        details["clusters"] = float(both.clusters)
        df = both.clusters - 1 if both.clusters < FEW else math.inf
    found = Measured(float(gap.aucs[0]), math.sqrt(gap.covariance[0, 0]), len(is_positive), df)
    words = replace(PAIRED, statistic="z" if df == math.inf else "t")
    said: Any = {"obstacle": _obstacle(both), "warnings": _warnings(both), "alike": alike}
    return area_test(words, found, terms, details, **said)


def delong_unpaired(
    y_true_a: Column,
    scores_a: Column,
    y_true_b: Column,
    scores_b: Column,
    *,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Scores on different cases: D = (AUC_a - AUC_b) / sqrt(V_a + V_b), referred to Student's t.

    The V are DeLong's variances, the degrees of freedom Satterthwaite's with the sizes of the two sets of cases.
    Two perfect scores give p = 1. Inapplicable when a class has fewer than two cases, or when the areas differ and
    both variances are 0. It is too cautious near AUC 1. References: delong1988, satterthwaite1946.

    >>> test = delong_unpaired([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [1, 1, 0, 0], [4, 2, 3, 1])
    >>> round(test.effect.value, 4), round(test.statistic, 4), round(test.details["df"], 2), round(test.p_value, 4)
    (0.1389, 0.359, 4.2, 0.7369)
    """
    terms = Terms(alternative, level)
    first, second = (
        read_scores(truth, [(f"scores_{side}", scores)], positive, name=f"y_true_{side}")[0].ranking
        for truth, scores, side in ((y_true_a, scores_a, "a"), (y_true_b, scores_b, "b"))
    )
    return delong_areas(delong(first), delong(second), (first.n, second.n), terms)


def delong_areas(a: DeLong, b: DeLong, cases: tuple[float, float], terms: Terms) -> TestResult:
    """As `delong_unpaired`, of two areas with their variances and the numbers of cases that they were seen on."""
    sizes = min(a.positives, b.positives), min(a.negatives, b.negatives)
    df = satterthwaite((a.variance, cases[0]), (b.variance, cases[1]))
    found = Measured(a.auc - b.auc, math.sqrt(a.variance + b.variance), int(sum(cases)), df)
    details = {"auc_a": a.auc, "auc_b": b.auc, "variance_a": a.variance, "variance_b": b.variance}
    words = replace(PAIRED, name="DeLong test, unpaired", statistic="D")
    return area_test(words, found, terms, details, obstacle=few_cases(*sizes), warnings=few_warning(*sizes))


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
    columns = [
        (f"scores[{i}]", column) for i, column in enumerate(_check.items("scores", scores, "columns of scores"))
    ]
    if len(columns) < 2:
        _check.fail("scores", "hold at least two columns of scores", len(columns))
    cases, stacked = read_scores(y_true, columns, positive, weights, groups)
    placed = place(cases.is_positive, stacked, weights=cases.weights)
    clusters = None if cases.groups is None else cases.group_codes
    every, gaps, _ = _areas(cases.is_positive, placed, cases.weights, clusters)
    low, high = float(every.aucs.min()), float(every.aucs.max())
    spread = Estimate(
        "auc_range", high - low, cases.n, undefined=None if high >= low else _obstacle(every),
        note="largest minus smallest AUC; no interval goes with this test", title="Range of AUC",
    )  # fmt: skip
    details = {f"auc_{i}": float(auc) for i, auc in enumerate(every.aucs)}
    obstacle, statistic, p, df = _obstacle(every), None, math.nan, 0
    if obstacle is None:
        spectrum, axes = np.linalg.eigh(gaps.covariance)
        kept = spectrum > spectrum.max(initial=0.0) * 1e-10
        along = axes.T @ gaps.aucs
        df = int(kept.sum())
        if (np.abs(along[~kept]) > 1e-9).any():
            obstacle = "areas differ in a direction in which no case shows any spread"
        else:
            statistic = float((along[kept] ** 2 / spectrum[kept]).sum())
            p = float(chdtrc(df, statistic)) if df else 1.0
            details["df"] = float(df)
    words = Wording(f"DeLong test of {len(columns)} areas", "all scores have the same AUC", "chi-square", _ERRS)
    return words.result(p, spread, statistic, details=details, inapplicable=obstacle, warnings=_warnings(every))


def _areas(
    is_positive: Bools, placed: Placed, weights: Array | None, groups: Codes | None
) -> tuple[AucCovariance, AucCovariance, bool]:
    """The areas, the gaps of the first to the others, and whether no case shows a gap."""
    u, v, _ = placed
    every = auc_covariance(is_positive, u, v, weights=weights, groups=groups)
    u, v = u[:1] - u[1:], v[:1] - v[1:]
    return every, auc_covariance(is_positive, u, v, weights=weights, groups=groups), not (u.any() or v.any())


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
    obstacle: str | None,
    warnings: tuple[str, ...],
    alike: bool = False,
) -> TestResult:
    """The result from a difference of areas, its standard error and degrees of freedom (infinite: the normal)."""
    difference, se, df = found.value, found.se, found.df
    effect = Estimate(words.effect, difference, found.n, title="Difference of AUC")
    said: Any = {"alternative": terms.alternative, "details": details, "warnings": warnings}
    if obstacle is None and se == 0 and difference:
        obstacle = "the areas differ, and no case shows any spread to judge the difference by"
    if obstacle is not None:
        effect = replace(effect, undefined=obstacle if math.isnan(difference) else None)
        return words.result(math.nan, effect, inapplicable=obstacle, **said)
    if se == 0:
        effect = replace(effect, note="no interval: no case shows any spread")
        if alike:
            equal = Interval(0.0, 0.0, terms.level, "equal rankings")
            effect = replace(effect, note="the scores rank all cases alike", interval=equal)
        return words.result(1.0, effect, 0.0, **said)
    normal = not df < math.inf
    method = "DeLong normal" if normal else f"DeLong, t with {df:.4g} df"
    made = pivot(replace(words, method=method), found, terms, warnings=warnings)
    assert made.effect is not None
    details = {**details, "se": se, **({} if normal else {"df": float(df)})}
    return replace(made, effect=replace(made.effect, title=effect.title), details=details)
