"""Is the lift of two scores among their highest-scored cases equal?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee._quantile import quantile
from referee.core.estimate import Estimate
from referee.core.test_result import Alternative, TestResult
from referee.core.types import Floats, Label
from referee.curves.lift import cases_in_top
from referee.intervals.newcombe import wilson_distances
from referee.intervals.tango import tango_error, tango_limits
from referee.stattests.mover import Ends, mover_limits, mover_z
from referee.stattests.pivot import p_of
from referee.stattests.samples import bound_to, direction, tail
from referee.stattests.scored_cases import are_positive, scored_cases

_ERRS = "It takes the two tops as given, which is too wide where positives are common in them."


def lift_paired(
    y_true: Any,
    scores_a: Any,
    scores_b: Any,
    *,
    share: float = 0.1,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Two scores on the same cases: Tango's score test of which positives are in either top, times n / k.

    Lift is the share of the positives among the k = max(1, round(share n)) highest-scored cases over k / n. So two
    lifts differ by (b - c) / P x n / k, b and c the positives in the top of one model only; a case tied at the cut is
    in the top by its chance. The interval inverts the test. Undefined without positives. The tops are taken as given:
    where most of a top is positive it is several times too wide, and safe; it held .94 at worst. References:
    tango1998, tan2006.

    >>> truth = [1] * 10 + [0] * 30
    >>> a, b = [0.9] * 4 + [0.1] * 36, [0.1] * 4 + [0.2] * 6 + [0.3] * 4 + [0.1] * 26
    >>> test = lift_paired(truth, a, b)
    >>> round(test.effect.value, 3), round(test.p_value, 3), test.details["b"]
    (4.0, 0.046, 4.0)
    """
    cases, scores = scored_cases(y_true, [("scores_a", scores_a), ("scores_b", scores_b)], positive, None, None)
    truth, n = are_positive(cases), cases.n
    k = cases_in_top(n, share, None, whole=True)
    positives, scale = int(truth.sum()), n / k
    gaps = top_of(scores[0], k)[truth] - top_of(scores[1], k)[truth]
    b, c = float(gaps[gaps > 0].sum()), float(-gaps[gaps < 0].sum())
    head = _head("paired", alternative)
    if not positives:
        return _undefined(head)
    alternative = head["alternative"]
    value = (b - c) / positives
    z = -quantile(tail(level, alternative), math.inf)
    low, high = tango_limits(b, c, positives, z)
    error = float(tango_error(b, c, positives, 0.0)) / positives
    statistic = value / error if error > 0 else 0.0
    interval = bound_to(
        scale * float(low), scale * float(high), level, "Tango on the positives in the tops", alternative
    )
    same = ("p is 1 because the models have the same positives in their tops.",) if b + c == 0 else ()
    return TestResult(
        p_value=1.0 if b + c == 0 else p_of(statistic, math.inf, alternative),
        effect=Estimate("lift_difference", scale * value, positives, interval, title="Difference of lift"),
        statistic=statistic,
        details={"b": b, "c": c, "top": float(k), "positives": float(positives)},
        warnings=same,
        **head,
    )


def lift_unpaired(
    y_true_a: Any,
    scores_a: Any,
    y_true_b: Any,
    scores_b: Any,
    *,
    share: float = 0.1,
    positive: Label | None = None,
    level: float = 0.95,
    alternative: Alternative = "two-sided",
) -> TestResult:
    """Scores on different cases: the level at which Newcombe's interval of two lifts touches 0.

    Each lift is the share of the positives in the top over k / n, with Wilson's limits; their distances add in squares.
    Undefined without positives in either set. The tops are taken as given, which is safe and wide where most of a
    top is positive; sets of other prevalence differ for that alone. References: newcombe1998, tan2006.

    >>> truth = [1] * 10 + [0] * 30
    >>> a, b = [0.9] * 4 + [0.1] * 36, [0.1] * 4 + [0.2] * 6 + [0.3] * 4 + [0.1] * 26
    >>> test = lift_unpaired(truth, a, truth, b)
    >>> round(test.effect.value, 3), round(test.p_value, 3)
    (4.0, 0.032)
    """
    head = _head("unpaired", alternative)
    alternative = head["alternative"]
    sides: list[tuple[float, int, float]] = []
    for truth_column, column, side in ((y_true_a, scores_a, "a"), (y_true_b, scores_b, "b")):
        name = f"y_true_{side}"
        cases, scores = scored_cases(truth_column, [(f"scores_{side}", column)], positive, None, None, name)
        truth = are_positive(cases)
        k = cases_in_top(cases.n, share, None, whole=True)
        if not truth.any():
            return _undefined(head)
        sides.append((float(top_of(scores[0], k)[truth].sum()), int(truth.sum()), cases.n / k))
    (a, ends_a), (b, ends_b) = (_lift(*side) for side in sides)
    value = 0.0 if abs(a - b) <= 1e-12 else a - b
    z = mover_z(a, b, ends_a, ends_b) if value else 0.0
    low, high = mover_limits(a, b, ends_a, ends_b, -quantile(tail(level, alternative), math.inf))
    positives = sum(side[1] for side in sides)
    interval = bound_to(low, high, level, "Newcombe on the positives in the tops", alternative)
    return TestResult(
        p_value=p_of(z, math.inf, alternative),
        effect=Estimate("lift_difference", value, positives, interval, title="Difference of lift"),
        statistic=z,
        details={f"positives_{side}": float(s[1]) for side, s in zip("ab", sides, strict=True)},
        **head,
    )


def top_of(scores: Floats, k: float) -> Floats:
    """The chance of each case to be among the k highest scores, when ties are broken at random.

    >>> top_of(np.array([3.0, 2.0, 2.0, 1.0]), 2).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """
    cut = np.partition(scores, len(scores) - int(k))[len(scores) - int(k)]
    above, tied = scores > cut, scores == cut
    return np.where(above, 1.0, np.where(tied, (k - above.sum()) / tied.sum(), 0.0))


def _lift(hits: float, positives: int, scale: float) -> tuple[float, Ends]:
    """A lift, and its limits from Wilson's of the share of the positives in the top."""

    def ends(z: float) -> tuple[float, float]:
        p, down, up = (scale * float(x) for x in wilson_distances(hits, positives, z))
        return p - down, p + up

    return scale * hits / positives, ends


def _head(how: str, alternative: Alternative) -> dict[str, Any]:
    alternative = direction(alternative)
    return {
        "name": f"lift, {how} score test",
        "null": "the two scores have the same lift",
        "alternative": alternative,
        "statistic_name": "z",
        "errs": _ERRS,
    }


def _undefined(head: dict[str, Any]) -> TestResult:
    reason = "there are no positive cases"
    effect = Estimate("lift_difference", math.nan, 0, undefined=reason, title="Difference of lift")
    return TestResult(p_value=math.nan, effect=effect, inapplicable=reason, **head)
