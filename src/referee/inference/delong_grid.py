"""DeLong's paired test from counts: two scores of the same cases on a grid."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check
from referee.core import ScoreGrid, TestResult
from referee.core.types import Alternative, Floats
from referee.inference._result import Measured, Terms
from referee.inference.delong import area_test, few_cases
from referee.inference.delong_few import STEADIED, steady_error

_WORDS = replace(STEADIED, name="DeLong test, paired, steadied, from counts")


def delong_grid(grid: ScoreGrid, *, level: float = 0.95, alternative: Alternative = "two-sided") -> TestResult:
    """As `delong_few`, from a grid of counts; where bins hide the order of cases, with the most cautious answer.

    The placement of a case is known up to half the opposite class in its bin. With D the difference of a case's two
    placements and e that doubt, sd(D) <= sd(D on the grid) + rms(e), and so for the fourth moment, which gives the
    largest standard error. The areas and their limits are those of the two rankings, so the interval runs from the
    lowest difference less its half width to the highest one plus it, and p is the largest that they allow. Where
    every bin holds one score it is `delong_few`. It errs as that does, and is wider by the doubt. Reference:
    delong1988.

    >>> from referee.core.class_scores import ScoreGrid
    >>> grid = ScoreGrid.of_bins([[0, 1, 0], [1, 1, 0], [0, 2, 3]], [[2, 1, 0], [1, 1, 0], [0, 1, 0]])
    >>> test = delong_grid(grid)
    >>> round(test.effect.value, 4), round(test.p_value, 4)
    (-0.0104, 0.9381)
    """
    p, n = _check.instance("grid", grid, ScoreGrid).positives, grid.negatives
    sizes = float(p.sum()), float(n.sum())
    moments, alike = [], True
    for own, other, size in ((p, n, sizes[0]), (n, p, sizes[1])):
        if size < 2 or not other.sum():
            continue
        places, halves = zip(*(_placements(other.sum(axis=1 - k), k, grid) for k in (0, 1)), strict=True)
        gap = places[0][:, None] - places[1][None, :]
        unsure = halves[0][:, None] + halves[1][None, :]
        mean = float((own * gap).sum()) / size
        sd = math.sqrt(float((own * (gap - mean) ** 2).sum()) / (size - 1))
        rms = math.sqrt(float((own * unsure**2).sum()) / (size - 1))
        fourth = [float((own * x**4).sum() / size) ** 0.25 for x in (gap - mean, unsure)]
        moments.append((size, (sd + rms) ** 2, (sum(fourth) / (sd + rms)) ** 4 if sd + rms else 0.0))
        alike = alike and not bool((own * (np.abs(gap) + unsure)).any())
    low_a, high_a = grid.a.auc_limits
    low_b, high_b = grid.b.auc_limits
    low, high = low_a - high_b, high_a - low_b
    details = {"auc_a": grid.a.auc, "auc_b": grid.b.auc}
    said: Any = {"alike": alike, "obstacle": few_cases(*sizes), "warnings": ()}
    se, df = (0.0, math.inf) if alike or not moments else steady_error(moments)
    made = [
        area_test(_WORDS, Measured(d, se, grid.n, df), Terms(alternative, level), details, **said)
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
    return replace(
        test, effect=replace(value, interval=interval, limits=(low, high)), p_value=p_value, details=details
    )


def _placements(opposite: Floats, axis: int, grid: ScoreGrid) -> tuple[Floats, Floats]:
    """Share of the opposite class below each bin, its own by half, and half the share whose order is not known.

    The placement of a negative is the share of positives above it; the sign of a difference does not matter here.
    """
    total = opposite.sum()
    below = (np.cumsum(opposite) - opposite / 2) / total
    whole = grid.whole_a if axis == 0 else grid.whole_b
    return below, np.where(whole, 0.0, opposite / (2 * total))
