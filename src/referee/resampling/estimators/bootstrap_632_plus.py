"""The .632+ bootstrap."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.metrics.case_metric import CaseMetric
from referee.metrics.metric import Metric
from referee.resampling.estimators.apparent import apparent
from referee.resampling.estimators.bootstrap_632 import combine_632, scaled_interval
from referee.resampling.estimators.loo_bootstrap import case_averages
from referee.resampling.estimators.on_results import OnResults


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
        undefined = "its apparent part is undefined" if math.isnan(low) and not math.isnan(high) else None
        return measure.estimate(math.nan, how, undefined=undefined)
    parts = combine_632_plus(low, high, no_information(measure), sign=-measure.metric.sign)
    interval = scaled_interval(measure, parts.value, high, level)
    notes: tuple[str, ...] = ()
    if not math.isnan(parts.overfitting):
        facts = (
            f"no-information value {parts.no_information:.4g}, relative overfitting rate {parts.overfitting:.4g}"
        )
        notes = (facts,)
    return measure.estimate(parts.value, how, interval=interval, notes=notes)


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
