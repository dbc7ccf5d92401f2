"""DeLong's tests of two areas, steadied for few cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from scipy.special import ndtr

from referee.core import Estimate, Ranking, TestResult
from referee.core.evidence import Score
from referee.core.types import Alternative, Bools, Column, Floats, Label
from referee.inference._result import Measured, Terms, p_of
from referee.inference._solve import roots
from referee.inference.auc_covariance import Placed, place, read_scores
from referee.inference.auc_formulas import UNSEEN, default_limits, effective_cases
from referee.inference.delong import PAIRED, area_test, delong_areas, delong_placed
from referee.inference.delong_variance import DeLong, delong
from referee.inference.mover import FAR, Ends, mover_limits, mover_z
from referee.inference.proportion import midp_lows

LEAST = 1e-15
"""How near to 0 and 1 a level is asked for."""

STEADIED = replace(
    PAIRED,
    name="DeLong test, paired, steadied",
    statistic="t",
    errs="It is too wide where the scores rank nearly all cases of a small class alike.",
)
_UNPAIRED = replace(
    PAIRED,
    name="DeLong test for few cases, unpaired",
    errs="It is too wide with about 10 cases in a class.",
    method="MOVER on the limits of the areas",
)


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
    variance of s^2 / m by the fourth moment q of the gaps: Satterthwaite's, fewer where a few gaps decide. The interval
    has the same error and excludes 0 exactly when p is below 1 - level. As `delong_paired` when a class has one case,
    or when both rank all cases alike. The floor and the use of q are ours, chosen on other random worlds than those
    reported on. It is too wide where nearly all cases of a small class are ranked alike, and too narrow where one or
    two in m are far apart and the rest are not; `python -m tools.validity score_differences` measures it. References:
    delong1988, satterthwaite1946.

    >>> test = delong_few([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], [6, 3, 2, 5, 4, 1])
    >>> round(test.effect.value, 4), round(test.details["df"], 2), round(test.p_value, 4)
    (0.3333, 4.0, 0.2879)
    """
    Terms(alternative, level)
    cases, scores = read_scores(y_true, [("scores_a", scores_a), ("scores_b", scores_b)], positive)
    placed = place(cases.is_positive, scores)
    return delong_few_placed(cases.is_positive, placed, level=level, alternative=alternative)


def delong_few_placed(is_positive: Bools, placed: Placed, *, level: float, alternative: Alternative) -> TestResult:
    """As `delong_few`, of two scores whose cases are placed already."""
    plain = delong_placed(is_positive, placed, level=level, alternative=alternative)
    gaps = [rows[0] - rows[1] for rows in placed[:2]]
    if min(len(gap) for gap in gaps) < 2 or not (gaps[0].any() or gaps[1].any()):
        return plain
    assert plain.effect is not None
    se, df = steady_error([_moments(gap) for gap in gaps])
    found = Measured(plain.effect.value, se, len(is_positive), df)
    return area_test(STEADIED, found, Terms(alternative, level), plain.details, obstacle=None, warnings=())


def _moments(gaps: Floats) -> tuple[int, float, float]:
    """How many gaps a class has, their variance and its kurtosis."""
    apart = gaps - gaps.mean()
    variance = float(apart @ apart) / (len(gaps) - 1)
    return len(gaps), variance, float(np.mean(apart**4)) / variance**2 if variance > 1e-100 else 0.0


def steady_error(classes: Sequence[tuple[float, float, float]]) -> tuple[float, float]:
    """The standard error of a mean gap and its degrees of freedom; a class has a size, a variance and its kurtosis.

    The kurtosis is the fourth moment over the squared variance: 3 for normal gaps.

    >>> [round(x, 4) for x in steady_error([(10, 0.04, 3.0), (1000, 0.04, 3.0)])]
    [0.0636, 9.1809]
    """
    seen = [variance / size for size, variance, _ in classes]
    parts = [max(own, (UNSEEN / size) ** 2) for own, (size, _, _) in zip(seen, classes, strict=True)]
    total, unsure = sum(parts), 0.0
    for own, part, (size, _, kurtosis) in zip(seen, parts, classes, strict=True):
        of_moments = (own / part if part else 0.0) ** 2 * (kurtosis - (size - 3) / (size - 1)) / size
        unsure += (part / total) ** 2 * max(2 / (size - 1), of_moments)
    return math.sqrt(total), 2 / unsure


def delong_few_rankings(
    first: Ranking, second: Ranking, *, level: float = 0.95, alternative: Alternative = "two-sided"
) -> TestResult:
    """Rankings of different cases, a class with few of them: the level at which MOVER's interval touches 0.

    The limits of each area are those of `referee.inference.auc_default`; their distances to the area add in squares.
    As the unpaired DeLong test when a class has one case. It errs on the wide side, as those limits do. References:
    zou2008, delong1988.

    >>> a = Ranking.from_scores([1, 1, 1, 0, 0, 0], [6, 5, 3, 4, 2, 1], positive=1)
    >>> b = Ranking.from_scores([1, 1, 0, 0], [4, 2, 3, 1], positive=1)
    >>> round(delong_few_rankings(a, b).p_value, 4)
    0.7543
    """
    return delong_few_areas(delong(first), delong(second), (first.n, second.n), Terms(alternative, level))


def delong_few_areas(
    first: DeLong,
    second: DeLong,
    cases: tuple[float, float],
    terms: Terms,
    z: float | None = None,
) -> TestResult:
    """As `delong_few_rankings`, of two areas with their variances and the numbers of cases that they were seen on.

    `z` is the statistic where `touching_quantiles` found it already.
    """
    if not all(min(side.positives, side.negatives) >= 2 for side in (first, second)):
        return delong_areas(first, second, cases, terms)
    (a, ends_a), (b, ends_b) = ((side.auc, _ends(side)) for side in (first, second))
    value = 0.0 if abs(a - b) <= 1e-12 else a - b
    if z is None:
        z = mover_z(a, b, ends_a, ends_b) if value else 0.0
    evidence, details = Score(partial(mover_limits, a, b, ends_a, ends_b)), {"auc_a": a, "auc_b": b}
    effect = Estimate("auc_difference", value, int(sum(cases)), title="Difference of AUC")
    p = p_of(z, math.inf, terms.alternative)
    return _UNPAIRED.of_evidence(terms, p, effect, evidence, statistic=z, details=details)


def touching_quantiles(pairs: Sequence[tuple[DeLong, DeLong]]) -> list[float]:
    """The statistic of `delong_few_areas` of many pairs of areas, looked for together."""
    ordered = [(b, a) if b.auc > a.auc else (a, b) for a, b in pairs]
    sizes = [[effective_cases(side, unseen_at=end) for side, end in zip(pair, (0.0, 1.0), strict=True)]
             for pair in ordered]  # fmt: skip
    known = np.array([[a.auc, b.auc, *size] for (a, b), size in zip(ordered, sizes, strict=True)]).T
    last, values = np.full((2, len(pairs)), math.nan)

    def excess(z: Floats) -> Floats:
        new = z != last  # a pair that is found already is not looked at again
        last[new], values[new] = z[new], _reach_beyond(z[new], *known[:, new])
        return values.copy()

    found = roots(excess, np.zeros(len(pairs)), np.full(len(pairs), FAR))
    signs = [0.0 if abs(a.auc - b.auc) <= 1e-12 else math.copysign(1.0, a.auc - b.auc) for a, b in pairs]
    return (found * signs).tolist()


def _reach_beyond(z: Floats, upper: Floats, lower: Floats, n_upper: Floats, n_lower: Floats) -> Floats:
    """How far the limits of two areas reach beyond their difference, for a normal quantile of each pair."""
    level = 1 - 2 * ndtr(-z)
    tail = (1 - np.clip(level, LEAST, 1 - LEAST)) / 2
    down = upper - np.minimum(midp_lows(upper * n_upper, n_upper, tail), upper)
    up = np.maximum(1 - midp_lows(np.maximum(0.0, n_lower - lower * n_lower), n_lower, tail), lower) - lower
    return np.where(level < LEAST, 0.0, np.hypot(down, up)) - (upper - lower)


def _ends(found: DeLong) -> Ends:
    """The limits of an area for a normal quantile."""
    return partial(_ends_at, found.auc, default_limits(found))


def _ends_at(auc: float, limits: Callable[[float], tuple[float, float]], z: float) -> tuple[float, float]:
    level = 1 - 2 * float(ndtr(-z))
    return (auc, auc) if level < LEAST else limits((1 - min(level, 1 - LEAST)) / 2)
