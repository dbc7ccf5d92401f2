"""The interval that belongs to a score: by the variance of the losses for a mean over cases, or the bootstrap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.types import Floats, Label, Values
from referee.data.cases import Cases
from referee.intervals.mean_loss import beta_limits, mean_loss_limits
from referee.metrics.score import Score

TOO_FEW_CLUSTERS = 6
_BLOCK = 1 << 21


def score_estimate(
    score: Score,
    data: Any,
    y_score: Any = None,
    *,
    level: float = 0.95,
    resamples: int = 2000,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
    rng: Any = None,
    **parameters: Any,
) -> Estimate:
    """The value of a score with its interval, n and method.

    An additive score gets limits by the variance of the losses of cases, or of the sums of clusters when groups are
    given: a bounded one (Brier) beta limits, another (log loss) the wider of Student's t and gamma limits, see
    `mean_loss_limits`; losses of 0 and 1 (top-k accuracy) get Clopper-Pearson limits. When every loss is the same,
    the limits are those that a bounded loss of 0 allows, or none.

    The others get the percentile bootstrap over cases within each true class, over whole groups when groups are
    given; when the range is 0 to 1, on each side the wider of that and the beta limit for the number of cases that
    the bootstrap variance is worth, and at 0 or 1 that for the cases of the rarest class. An infinite value has no
    interval. Limits by the variance are too low when the worst losses are rarer than the cases; the bootstrap of a
    skill score is too short with few cases a class.

    >>> from referee.calibration import brier_score
    >>> e = score_estimate(brier_score, [1, 0, 1, 0, 1], [0.9, 0.2, 0.6, 0.4, 0.7])
    >>> round(e.value, 3), round(e.interval.low, 3), round(e.interval.high, 3), e.interval.method
    (0.092, 0.026, 0.217, 'beta on the losses of cases')
    """
    level = _check.fraction("level", level)
    _check.made("score", score, Score)
    size = _check.whole("resamples", resamples, least=1)
    seed = _rng.seed_of(rng)
    cases = score.cases(data, y_score, positive=positive, labels=labels, weights=weights)
    n = cases.n_effective
    reason = score.undefined(cases)
    if reason:
        return Estimate(score.name, math.nan, n, None, reason, title=score.title)
    value = score.value(cases, **parameters)
    notes = [score.remark(cases, **parameters)]
    if not math.isfinite(value):
        interval, note = None, "no interval: the value is infinite"
    elif score.additive:
        interval, note = _of_mean(score, cases, value, level, score.losses(cases, **parameters))
    else:
        interval, note = _of_bootstrap(score, cases, value, level, size, seed, parameters)
    if not score.additive:
        note = f"{note}; seed {seed}" if note else f"seed {seed}"
    text = "; ".join(part for part in (*notes, note) if part)
    return Estimate(score.name, value, n, interval, note=text, title=score.title)


def _of_mean(
    score: Score, cases: Cases, value: float, level: float, losses: Values
) -> tuple[Interval | None, str]:
    """The interval of a mean of losses."""
    w = cases.unit
    pushes = w * (losses - value)
    units, freedom, what = cases.n, cases.n_effective - 1, "cases"
    if cases.groups is not None:
        pushes = np.bincount(cases.groups, weights=pushes).astype(float)
        units = len(pushes)
        freedom, what = units - 1.0, f"{units} clusters"
        if units < TOO_FEW_CLUSTERS:
            return None, f"no interval: {_format.plural(units, 'cluster')} are too few ({TOO_FEW_CLUSTERS} needed)"
    low_end, high_end = score.ends(len(cases.labels))
    zero_one = (low_end, high_end) == (0.0, 1.0) and bool(np.isin(losses, (0.0, 1.0)).all())
    if cases.groups is None and (zero_one or np.ptp(losses[w > 0]) == 0):
        return bounded(value, cases.n_effective, level, (low_end, high_end), zero_one)
    if units < 2 or freedom <= 0:
        return None, "no interval: one case has no spread"
    error = math.sqrt(units / (units - 1) * float(pushes @ pushes)) / float(w.sum())
    if error == 0:
        return None, f"no interval: the loss is the same in all {what}"
    low, high, name = mean_loss_limits(value, error, freedom, level, (low_end, high_end))
    return Interval(low, high, level, f"{name} on the losses of {what}"), ""


def bounded(
    value: float, n: float, level: float, ends: tuple[float, float], zero_one: bool
) -> tuple[Interval | None, str]:
    """Clopper-Pearson limits: of losses of 0 and 1, and of equal losses at an end of their range.

    When all n losses are 0, a mean loss m of a range [0, h] makes a loss above 0 at least m / h likely: so the
    limit for that proportion, times h, is one for m.
    """
    if not zero_one and value != ends[0]:
        return None, "no interval: every case has the same loss, whose spread says nothing"
    if not zero_one and not math.isfinite(ends[1]):
        return None, "no interval: every loss is 0, and a loss has no upper limit"
    scale = 1.0 if zero_one else ends[1]
    low, high = beta_limits(value / scale, n, (1 - level) / 2)
    return Interval(scale * low, scale * high, level, "Clopper-Pearson"), ""


def _of_bootstrap(
    score: Score, cases: Cases, value: float, level: float, size: int, seed: int, parameters: dict[str, Any]
) -> tuple[Interval | None, str]:
    """The percentile interval over resampled cases."""
    if cases.groups is not None and (count := int(cases.groups.max()) + 1) < TOO_FEW_CLUSTERS:
        return None, f"no interval: {_format.plural(count, 'cluster')} are too few ({TOO_FEW_CLUSTERS} needed)"
    drawn = case_bootstrap(score, cases, resamples=size, seed=seed, **parameters)
    defined = drawn[np.isfinite(drawn)]
    note = f"{len(drawn) - len(defined)} of {len(drawn)} resamples undefined" if len(defined) < len(drawn) else ""
    what = "cases within classes" if cases.groups is None else "groups"
    method = f"bootstrap percentile over {what}"
    tail = (1 - level) / 2
    unit = score.range == (0.0, 1.0)
    if not len(defined) or np.ptp(defined) < 1e-12:
        if not unit or cases.groups is not None or value not in (0.0, 1.0):
            return None, "no interval: every resample gives the same value"
        fewest = _fewest(cases)
        low, high = beta_limits(value, fewest, tail)
        return Interval(low, high, level, f"Clopper-Pearson on the {fewest:.4g} cases of the rarest class"), note
    low, high = np.quantile(defined, [tail, 1 - tail])
    if unit and 0 < value < 1:
        beta_low, beta_high = beta_limits(value, value * (1 - value) / float(defined.var()), tail)
        low, high = min(low, beta_low), max(high, beta_high)
        method = f"wider of {method} and beta with its variance"
    return Interval(min(low, value), max(high, value), level, method), note


def _fewest(cases: Cases) -> float:
    """Kish's effective number of cases of the rarest class."""
    sums, squares = (
        np.bincount(cases.truth, weights=cases.unit**power, minlength=len(cases.labels)) for power in (1, 2)
    )
    return float((sums**2 / squares).min())


def case_bootstrap(score: Score, cases: Cases, *, resamples: int, seed: int, **parameters: Any) -> Values:
    """The score of `resamples` bootstrap samples of cases within each class, or of groups when there are any.

    Drawing cases is reweighting them: each sample is a row of weights, evaluated by the batched formula.
    """
    generator = _rng.stream(seed, "case bootstrap", score.name)
    block = max(1, _BLOCK // cases.n)
    out = [
        score.formula(cases, _drawn(cases, generator, min(block, resamples - start)), **parameters)
        for start in range(0, resamples, block)
    ]
    return np.concatenate(out)


def _drawn(cases: Cases, generator: np.random.Generator, size: int) -> Floats:
    """Weights `(size, n)`: how often each case is drawn, times its own weight."""
    if cases.groups is not None:
        groups = int(cases.groups.max()) + 1
        return _times(generator, size, groups)[:, cases.groups] * cases.unit
    weights = np.zeros((size, cases.n))
    for c in range(len(cases.labels)):
        rows = np.flatnonzero(cases.truth == c)
        if len(rows):
            weights[:, rows] = _times(generator, size, len(rows))
    return weights * cases.unit


def _times(generator: np.random.Generator, size: int, n: int) -> Floats:
    """How often each of n units is drawn in n draws with replacement, `size` times."""
    picks = generator.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
    return np.bincount(picks.ravel(), minlength=size * n).reshape(size, n).astype(float)
