"""The .632 bootstrap in its three published definitions, the .632+ bootstrap, and leave-one-out corrected by .632."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from referee import _check
from referee.core import Estimate, Interval, Results
from referee.learners.estimators.holdout_value import apparent
from referee.learners.estimators.loo_bootstrap import case_averages, out_of_bag, spread_interval, whole_values
from referee.learners.estimators.on_results import NO_INTERVAL, OnResults
from referee.metrics.case_metric import CaseMetric
from referee.metrics.metric import Metric

Definition = Literal["efron", "tan", "aggarwal"]


def combine_632(apparent: float, outside: float) -> float:
    """.368 apparent + .632 outside, with these weights as printed.

    >>> round(combine_632(0.1, 0.3), 4)
    0.2264
    """
    return 0.368 * apparent + 0.632 * outside


def bootstrap_632(
    results: Results, metric: str | Metric = "error_rate", *, definition: Definition = "efron", level: float = 0.95
) -> Estimate:
    """The .632 estimate: .368 of an optimistic value plus .632 of a pessimistic one.

    "efron" (the default): the apparent value of the model of all cases, and the leave-one-out bootstrap. "tan": the
    same apparent value, and the mean over samples of the out-of-bag value. "aggarwal": the mean over samples of each
    model's value on its own sample, and the leave-one-out bootstrap; it needs results kept `everywhere`. All are
    optimistic for learners that memorise: use .632+ there. References: efron1983, tan2006, aggarwal2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1, 2], [0]), ([0, 0, 0], [1, 2, 2]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 1], [0]), whole=[0, 1, 1])
    >>> round(bootstrap_632(results).value, 4), round(bootstrap_632(results, definition="tan").value, 4)
    (0.2107, 0.158)
    """
    _check.choice("definition", definition, ("efron", "tan", "aggarwal"))
    measure = OnResults(metric, results)
    if definition == "aggarwal":
        inside = whole_values(measure, drawn=True)
        low = float(np.mean(inside)) if len(inside) else math.nan
    else:
        low = apparent(results, metric).value
    high = out_of_bag(results, metric).value if definition == "tan" else case_averages(measure)[0]
    how = f".632 bootstrap ({definition.title()}), {len(results.finished)} samples"
    return _combine(measure, combine_632(low, high), low, high, how, level)


def _combine(
    measure: OnResults, value: float, low: float, high: float, how: str, level: float, notes: tuple[str, ...] = ()
) -> Estimate:
    """The estimate that an apparent and an out-of-sample part give together.

    Its interval is that of the leave-one-out bootstrap, the standard error scaled as the error is: by value / high. Of
    a metric of which more is better, the error is what it lacks to its best value, so that accuracy gets the interval
    of error, mirrored.
    """
    undefined = "its apparent part is undefined" if math.isnan(low) and not math.isnan(high) else None
    best = measure.range[0] if measure.is_error else measure.range[1]
    ends = value - best, high - best
    interval: Interval | str | None = None
    if np.isfinite(ends).all() and ends[1] != 0:
        interval = spread_interval(measure, value, level, scale=ends[0] / ends[1])
    return measure.estimate(value, how, interval=interval, undefined=undefined, notes=notes)


@dataclass(frozen=True)
class Plus:
    """The parts of a .632+ estimate: the no-information value, the relative overfitting rate and the value."""

    no_information: float
    overfitting: float
    value: float


def bootstrap_632_plus(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The .632 estimate with more weight on the pessimistic part the more the learner overfits.

    With a the apparent error, e the leave-one-out bootstrap and g the no-information error (truth and prediction of
    the model of all cases, independent of each other): e' = min(e, g), R = (e' - a)/(g - a) when e and g exceed a,
    else 0; then .368 a + .632 e + (e' - a) .368 .632 R / (1 - .368 R). So a learner that does no worse on new cases
    than on its own gets .632, and one at or beyond chance gets .368 g + .632 e. Efron and Tibshirani print e instead
    of e' in R (their Eq. 31), which lets R exceed 1, and the estimate leave [0, 1], when e exceeds g; they are equal
    otherwise. Computed once, not per sample. Other metrics enter with their own no-information value and direction.
    The standard error is that of the leave-one-out bootstrap times value / e. It errs low for 1-NN on large data.
    Reference: efron1997.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 4, ([1, 2], [0, 3]), ([0, 0, 3, 3], [1, 2, 2, 1]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0, 0], [0, 1]), whole=[0, 1, 0, 1])
    >>> round(bootstrap_632_plus(results).value, 4)
    0.1936
    """
    measure = OnResults(metric, results)
    low, high = apparent(results, metric).value, case_averages(measure)[0]
    how = f".632+ bootstrap, {len(results.finished)} samples"
    if math.isnan(low) or math.isnan(high):
        return _combine(measure, math.nan, low, high, how, level)
    parts = combine_632_plus(low, high, no_information(measure), sign=-measure.metric.sign)
    facts = f"no-information value {parts.no_information:.4g}, relative overfitting rate {parts.overfitting:.4g}"
    notes = () if math.isnan(parts.overfitting) else (facts,)
    return _combine(measure, parts.value, low, high, how, level, notes)


def no_information(measure: OnResults) -> float:
    """The metric when prediction and truth are independent, with the margins of the model of all cases."""
    results = measure.results
    if measure.auc:
        return sum(measure.range) / 2
    if isinstance(measure.metric, CaseMetric) and measure.metric.shape == "mean":
        cases = measure.metric.sees(results.whole_answers)
        shares = np.bincount(cases.truth, minlength=len(cases.labels)) / cases.n
        every = [replace(cases, truth=np.full(cases.n, c)) for c in range(len(cases.labels))]
        return float(shares @ [measure.metric.losses(c).mean() for c in every])
    counts = results.apparent_counts
    return float(measure.of_counts(np.outer(counts.sum(axis=1), counts.sum(axis=0)) / results.n))


def combine_632_plus(apparent: float, outside: float, chance: float, *, sign: float = 1.0) -> Plus:
    """The .632+ combination of an apparent, an out-of-sample and a no-information value.

    `sign` is 1 for errors and -1 for metrics of which more is better.

    >>> round(combine_632_plus(0.0, 0.27130080567580567, 0.4965277777777778).value, 6)
    0.214616
    """
    if math.isnan(chance) or math.isinf(outside):
        return Plus(chance, math.nan, combine_632(apparent, outside))
    a, e, g = sign * apparent, sign * outside, sign * chance
    cut = min(e, g)
    rate = (cut - a) / (g - a) if e > a and g > a else 0.0
    value = combine_632(a, e) + (cut - a) * (0.368 * 0.632 * rate) / (1 - 0.368 * rate)
    return Plus(chance, rate, sign * value)


def combine_loo_star(loo: float, low: float, high: float, *, sign: float = 1.0) -> tuple[float, str]:
    """LOO* of three values, and a word on which of them it is.

    .632B when LOO is below it, else 2-CV when LOO is above that, else LOO. The limits cross in some 10 to 20% of
    small datasets (.632B above 2-CV); then the first rule that applies holds, so that .632B wins whenever LOO is
    below it. `sign` is -1 for metrics of which more is better, where the limits change sides.

    >>> combine_loo_star(0.2, 0.25, 0.35), combine_loo_star(0.3, 0.35, 0.25)[0]
    ((0.25, 'raised to .632B'), 0.35)
    """
    if math.isnan(loo) or math.isnan(low) or math.isnan(high):
        return math.nan, "a part is undefined"
    crossed = sign * low > sign * high
    words = "; .632B lies beyond 2-CV, and the first rule that applies was taken" if crossed else ""
    up, down = ("raised", "lowered") if sign > 0 else ("lowered", "raised")
    if sign * loo < sign * low:
        return low, f"{up} to .632B{words}"
    if sign * loo > sign * high:
        return high, f"{down} to 2-CV{words}"
    return loo, f"LOO itself{words}"


def loo_star(
    loo: Estimate, b632: Estimate, cv2: Estimate, *, sign: float = 1.0, interval: Interval | None = None
) -> Estimate:
    """Corrected leave-one-out: LOO with .632B as its lower and repeated 2-fold as its upper limit (of the error).

    LOO is nearly unbiased and varies much in small samples; .632B is optimistic and 2-CV pessimistic. The note says
    which of the three it is. Undefined when one of them is. It errs low where .632B does, for learners that memorise.
    Reference: weiss1991.

    >>> parts = [Estimate("error_rate", v, 40) for v in (0.2, 0.25, 0.35)]
    >>> loo_star(*parts).value
    0.25
    """
    value, which = combine_loo_star(loo.value, b632.value, cv2.value, sign=sign)
    if math.isnan(value):
        undefined = next(e.undefined for e in (loo, b632, cv2) if not e.defined) or which
        return replace(loo, value=math.nan, interval=None, undefined=undefined, note="", title="corrected LOO")
    note = which if interval is not None else f"{which}; {NO_INTERVAL}"
    return replace(loo, value=value, interval=interval, note=note, title="corrected leave-one-out (LOO*)")
