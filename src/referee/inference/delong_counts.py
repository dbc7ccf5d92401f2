"""DeLong's tests from counts: two rankings of different cases, and a grid of two scores of the same cases."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr

from referee import _check
from referee.core import Estimate, Ranking, ScoreGrid, TestResult
from referee.core.evidence import Pivot, Score
from referee.core.types import Alternative, Column, Floats, Label
from referee.inference._result import Measured, Terms, p_of, satterthwaite
from referee.inference._solve import roots
from referee.inference.auc_formulas import default_limits, effective_cases
from referee.inference.delong import PAIRED, STEADIED, area_test, few_cases, few_warning, read_scores
from referee.inference.delong_variance import DeLong, delong
from referee.inference.mover import FAR, ends_of, mover_limits, mover_z
from referee.inference.proportion import midp_lows
from referee.inference.steady_gaps import Gaps, steady_error, steady_lean

SMALL_CLASS = 100
"""Cases of a class of two test sets below which the limits of the areas are joined instead of DeLong's variances."""

_UNPAIRED = replace(PAIRED, name="DeLong test, unpaired", statistic="D")
_FEW = replace(
    PAIRED,
    name="DeLong test for few cases, unpaired",
    errs="It is too wide with about 10 cases in a class.",
    method="MOVER on the limits of the areas",
)
_GRID = replace(STEADIED, name="DeLong test, paired, steadied, from counts")


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
        read_scores(truth, {f"scores_{side}": scores}, positive, name=f"y_true_{side}")[0].ranking
        for truth, scores, side in ((y_true_a, scores_a, "a"), (y_true_b, scores_b, "b"))
    )
    return delong_areas(delong(first), delong(second), (first.n, second.n), terms)


def delong_areas(a: DeLong, b: DeLong, cases: tuple[float, float], terms: Terms) -> TestResult:
    """As `delong_unpaired`, of two areas with their variances and the numbers of cases that they were seen on."""
    sizes = min(a.positives, b.positives), min(a.negatives, b.negatives)
    df = satterthwaite((a.variance, cases[0]), (b.variance, cases[1]))
    found = Measured(a.auc - b.auc, math.sqrt(a.variance + b.variance), int(sum(cases)), df)
    details = {"auc_a": a.auc, "auc_b": b.auc, "variance_a": a.variance, "variance_b": b.variance}
    return area_test(_UNPAIRED, found, terms, details, obstacle=few_cases(*sizes), warnings=few_warning(*sizes))


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
    first: DeLong, second: DeLong, cases: tuple[float, float], terms: Terms, z: float | None = None
) -> TestResult:
    """As `delong_few_rankings`, of two areas with their variances and the numbers of cases that they were seen on.

    `z` is the statistic where `touching_quantiles` found it already.
    """
    if not all(min(side.positives, side.negatives) >= 2 for side in (first, second)):
        return delong_areas(first, second, cases, terms)
    a, b = first.auc, second.auc
    sides = a, b, ends_of(default_limits(first)), ends_of(default_limits(second))
    value = 0.0 if abs(a - b) <= 1e-12 else a - b
    if z is None:
        z = mover_z(*sides) if value else 0.0
    effect = Estimate("auc_difference", value, int(sum(cases)), title="Difference of AUC")
    p, evidence = p_of(z, math.inf, terms.alternative), Score(partial(mover_limits, *sides))
    return _FEW.of_evidence(terms, p, effect, evidence, statistic=z, details={"auc_a": a, "auc_b": b})


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
    tail = ndtr(-z)
    down = upper - np.minimum(midp_lows(upper * n_upper, n_upper, tail), upper)
    up = np.maximum(1 - midp_lows(np.maximum(0.0, n_lower - lower * n_lower), n_lower, tail), lower) - lower
    return np.hypot(down, up) - (upper - lower)


def delong_grid(grid: ScoreGrid, *, level: float = 0.95, alternative: Alternative = "two-sided") -> TestResult:
    """As `delong_few`, from a grid of counts; where bins hide the order of cases, with the most cautious answer.

    The placement of a case is known up to half the opposite class in its bin. With D the difference of a case's two
    placements and e that doubt, sd(D) <= sd(D on the grid) + rms(e), and so for the third and fourth moments, which
    gives the largest error on either side. The areas and their limits are those of the two rankings, so the interval
    runs from the lowest difference less its half width to the highest one plus it, and p is the largest that they
    allow. Where every bin holds one score it is `delong_few`. It errs as that does, and is wider by the doubt.
    Reference: delong1988.

    >>> from referee.core.class_scores import ScoreGrid
    >>> grid = ScoreGrid.of_bins([[0, 1, 0], [1, 1, 0], [0, 2, 3]], [[2, 1, 0], [1, 1, 0], [0, 1, 0]])
    >>> test = delong_grid(grid)
    >>> round(test.effect.value, 4), round(test.p_value, 4)
    (-0.0104, 0.9381)
    """
    p, n = _check.instance("grid", grid, ScoreGrid).positives, grid.negatives
    sizes = float(p.sum()), float(n.sum())
    sides: list[list[Gaps]] = [[], []]
    alike = True
    for own, other, size, sign in ((p, n, sizes[0], 1), (n, p, sizes[1], -1)):
        if size < 2 or not other.sum():
            continue
        places, halves = zip(*(_placements(other.sum(axis=1 - k), k, grid) for k in (0, 1)), strict=True)
        gap = sign * (places[0][:, None] - places[1][None, :])
        unsure = halves[0][:, None] + halves[1][None, :]
        mean = float((own * gap).sum()) / size
        sd = math.sqrt(float((own * (gap - mean) ** 2).sum()) / (size - 1))
        rms = math.sqrt(float((own * unsure**2).sum()) / (size - 1))
        third, fourth = (
            [float((own * np.abs(x) ** k).sum() / size) ** (1 / k) for x in (gap - mean, unsure)] for k in (3, 4)
        )
        signed, doubt = float((own * (gap - mean) ** 3).sum() / size), sum(third) ** 3 - third[0] ** 3
        for moments, skewed in zip(sides, (signed - doubt, signed + doubt), strict=True):
            most = (sd + rms) ** 2
            kurtosis, reach = (sum(fourth) ** 4 / most**2, skewed / most) if most > 1e-100 else (0.0, 0.0)
            moments.append(Gaps(size, most, kurtosis, reach))
        alike = alike and not bool((own * (np.abs(gap) + unsure)).any())
    low_a, high_a = grid.a.auc_limits
    low_b, high_b = grid.b.auc_limits
    low, high = low_a - high_b, high_a - low_b
    details = {"auc_a": grid.a.auc, "auc_b": grid.b.auc}
    said: Any = {"alike": alike, "obstacle": few_cases(*sizes), "warnings": ()}
    se, df, lean = 0.0, math.inf, (0.0, 0.0)
    if not alike and len(sides[0]) == 2:
        (se, df), (least, most) = steady_error(sides[0]), (steady_lean(*moments) for moments in sides)
        lean = max(0.0, -least), max(0.0, most)
    made = [
        area_test(_GRID, Measured(d, se, grid.n, df, lean), Terms(alternative, level), details, **said)
        for d in (grid.a.auc - grid.b.auc, low, high)
    ]
    test = made[0]
    value, first, last = (t.effect for t in made)
    if low == high or not (value and first and last and value.interval and first.interval and last.interval):
        return test
    interval = replace(value.interval, low=first.interval.low, high=last.interval.high)
    p_value = max(t.p_value for t in made)
    if alternative == "two-sided" and low <= 0 <= high:
        p_value = 1.0
    details = {**test.details, "low": low, "high": high}
    effect = replace(value, interval=interval, limits=(low, high))
    evidence = Pivot(
        low, high, se + lean[0], se + lean[1], df
    )  # what is asked later, such as equivalence, has the doubt too
    return replace(test, effect=effect, p_value=p_value, details=details, _evidence=evidence)


def _placements(opposite: Floats, axis: int, grid: ScoreGrid) -> tuple[Floats, Floats]:
    """Share of the opposite class below each bin, its own by half, and half the share whose order is not known.

    The placement of a negative is the share of positives above it: 1 less what is given here.
    """
    total = opposite.sum()
    below = (np.cumsum(opposite) - opposite / 2) / total
    whole = grid.whole_a if axis == 0 else grid.whole_b
    return below, np.where(whole, 0.0, opposite / (2 * total))
