"""Bootstrap models on the cases that were not drawn, by sample or by case, and on all cases; optimism taken off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from referee import _check, _format
from referee.core import Estimate, Interval, Results
from referee.core.types import Floats, Values
from referee.inference.proportion import z_of
from referee.learners.estimators.holdout_value import apparent
from referee.learners.estimators.on_results import OnResults
from referee.learners.per_split import value_on
from referee.metrics.metric import Metric


def loo_bootstrap(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The metric when each case counts once: the mean of what models say that were trained without it.

    For error it is the mean over cases of each case's own error rate; for other label metrics each case adds its mean
    row of the table; for AUC each pair its mean outcome. A case that is in every sample has no value: it is left out
    and counted, and undefined is undefined when all are. Pessimistic, as e0. The interval is Efron and Tibshirani's,
    from the influence of each case; it is conservative (.98 to 1 measured at 95%, 100 samples).
    Reference: efron1997.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1, 2], [2]), ([0, 0, 0], [0, 1, 1]), repeats=2)
    >>> e = loo_bootstrap(Results("rule", (0, 1), [0, 1, 1], splits, ([0, 1], [0])))
    >>> e.value, e.n, e.note.split(";")[0]
    (0.75, 2, '1 of 3 cases is in every sample and left out')
    """
    measure = OnResults(metric, results)
    value, cases = case_averages(measure)
    left = results.n - cases
    verb = "is" if left == 1 else "are"
    notes = (f"{_format.count(left)} of {results.n} cases {verb} in every sample and left out",) if left else ()
    how = f"leave-one-out bootstrap, {len(results.finished)} samples"
    why = "every case is in every sample" if not cases and results.finished else None
    interval = spread_interval(measure, value, level)
    return measure.estimate(value, how, n=cases, interval=interval, undefined=why, notes=notes)


def case_averages(measure: OnResults) -> tuple[float, int]:
    """The metric of what each case gets on average from models that did not see it, and how many cases have one."""
    results = measure.results
    if measure.auc:
        value, cases = _pair_averages(measure)
        return measure.range[0] + measure.metric.width * value, cases
    if measure.metric.by_scores:
        return _loss_averages(measure)
    size = len(results.labels)
    cells = [rows * size + codes for rows, codes in map(results.test, results.finished)]
    joined = np.concatenate(cells) if cells else np.empty(0, dtype=np.int64)
    times = np.bincount(joined, minlength=results.n * size).reshape(results.n, size)  # each case as each class
    total = times.sum(axis=1)
    out = total > 0
    if not out.any():
        return math.nan, 0
    shares = times[out] / total[out, None]
    table = np.zeros((size, size))
    np.add.at(table, results.truth[out], shares)
    return float(measure.of_counts(table)), int(out.sum())


def _pair_averages(measure: OnResults) -> tuple[float, int]:
    results, positive = measure.results, measure.is_positive
    place = np.cumsum(positive) - 1, np.cumsum(~positive) - 1
    won = np.zeros((int(positive.sum()), int((~positive).sum())))
    seen = np.zeros_like(won)
    for i in results.finished:
        rows, scores = results.splits.tests[i], measure.test_scores(i)
        up = positive[rows]
        if up.all() or not up.any():
            continue
        where = np.ix_(place[0][rows[up]], place[1][rows[~up]])
        above, below = scores[up][:, None], scores[~up]
        won[where] += (above > below) + (above == below) / 2
        seen[where] += 1
    both = seen > 0
    if not both.any():
        return math.nan, 0
    cases = int(both.any(axis=1).sum() + both.any(axis=0).sum())
    return float(np.mean(won[both] / seen[both])), cases


def spread_interval(measure: OnResults, value: float, level: float, scale: float = 1.0) -> Interval | str | None:
    """Value plus and minus z times Efron and Tibshirani's standard error, for means over cases; else None or why."""
    parts = measure.part_losses
    if parts is None or not math.isfinite(value) or measure.results.splits.keeps == "groups":
        return None
    if not measure.is_error:  # the errors of accuracy: both have one standard error
        cells = measure.cell_losses
        best = measure.range[1] if cells is None else float(cells.max())
        parts = [best - part for part in parts] if math.isfinite(best) else parts
    error = standard_error(measure.results, parts)
    if math.isnan(error):
        return "some case was in every sample" if measure.results.finished else None
    half = z_of((1 - level) / 2) * error * scale
    return measure.inside(value, half, level, "Efron-Tibshirani standard error")


def _loss_averages(measure: OnResults) -> tuple[float, int]:
    """The mean over cases of the mean loss that models trained without it have on it."""
    results, parts = measure.results, measure.part_losses
    if parts is None:
        measure.refuse()
    if not results.finished:
        return math.nan, 0
    rows = np.concatenate([results.splits.tests[i] for i in results.finished])
    sums, times = (np.bincount(rows, w, results.n) for w in (np.concatenate(parts), None))
    seen = times > 0
    return float((sums[seen] / times[seen]).mean()) if seen.any() else math.nan, int(seen.sum())


def standard_error(results: Results, losses: Sequence[Floats]) -> float:
    """The standard error of the leave-one-out bootstrap by the influence of each case on it.

    D_i = (2 + 1/(n-1)) (E_i - E)/n + sum_b (N_ib - mean N_i) q_b / sum_b I_ib, with E_i the error of case i over the
    samples without it, N_ib how often sample b drew it, I_ib whether it did not, q_b the sum of the errors of sample
    b over n; the answer is sqrt(sum D_i^2). NaN when some case was in every sample. Reference: efron1997.
    """
    n, done = results.n, results.finished
    if not done:
        return math.nan
    drawn = np.stack([np.bincount(results.splits.train(i), minlength=n) for i in done]).astype(float)
    wrong = np.zeros((len(done), n))
    for b, i in enumerate(done):
        wrong[b, results.splits.tests[i]] = losses[b]
    outside = (drawn == 0).sum(axis=0)
    if (outside == 0).any():
        return math.nan
    each = wrong.sum(axis=0) / outside
    first = (2 + 1 / (n - 1)) * (each - each.mean()) / n
    second = ((drawn - drawn.mean(axis=0)) * (wrong.sum(axis=1) / n)[:, None]).sum(axis=0) / outside
    return float(np.sqrt(((first + second) ** 2).sum()))


def out_of_bag(
    results: Results,
    metric: str | Metric = "error_rate",
    *,
    average: Literal["samples", "pooled"] = "samples",
    level: float = 0.95,
) -> Estimate:
    """The metric of each bootstrap model on its out-of-bag cases: the mean over samples, or all of them pooled.

    Pessimistic, as a sample has some 63% of the cases. Samples where the metric is undefined are left out and
    counted. For means over cases the interval is Efron and Tibshirani's of the leave-one-out bootstrap, which differs
    from this only in how it averages. References: efron1993, efron1997.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1, 2], [0]), ([0, 0, 0], [1, 2, 2]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 1], [0]))
    >>> out_of_bag(results).value, round(out_of_bag(results, average="pooled").value, 3)
    (0.25, 0.333)
    """
    _check.choice("average", average, ("samples", "pooled"))
    measure = OnResults(metric, results)
    notes: tuple[str, ...] = ()
    if average == "samples":
        kept, notes = measure.of_parts("samples")
        value = float(kept.mean()) if len(kept) else math.nan
    else:
        value = measure.pool(results.finished)
    how = f"e0 (out-of-bag, {'mean over' if average == 'samples' else 'pooled over'} {len(results.finished)} samples)"
    return measure.estimate(value, how, interval=spread_interval(measure, value, level), notes=notes)


def simple_bootstrap(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The metric of each bootstrap model on all cases, its mean over the samples; the note has their variance.

    Optimistic, because some 63% of the test cases were trained on. The variance over samples is no standard error of
    anything about new cases. Needs results that were kept `everywhere`. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 2, ([1], [0]), ([0, 0], [1, 1]), repeats=2)
    >>> e = simple_bootstrap(Results("rule", (0, 1), [0, 1], splits, ([0, 0], [0, 1]), everywhere=True))
    >>> e.value, "variance 0.125 over 2 samples" in e.note
    (0.25, True)
    """
    measure = OnResults(metric, results)
    values = whole_values(measure)
    how = "simple bootstrap (each sample's model on all cases)"
    if not len(values):
        return measure.estimate(math.nan, how)
    spread = float(np.var(values, ddof=1)) if len(values) > 1 and np.isfinite(values).all() else math.nan
    notes: tuple[str, ...] = ("optimistic: most cases were trained on",)
    if math.isfinite(spread):
        notes += (f"variance {spread:.6g} over {len(values)} samples",)
    return measure.estimate(float(np.mean(values)), how, notes=notes)


def whole_values(measure: OnResults, *, drawn: bool = False) -> Values:
    """The metric of each sample's model on all cases, or on its own sample (a case as often as it was drawn)."""
    results = measure.results
    if not results.everywhere:
        _check.fail("results", "have predictions of all cases", "test parts only", "Run with keep=['everywhere'].")
    everyone = np.arange(results.n)
    rows = {i: results.splits.train(i) if drawn else everyone for i in results.finished}
    values = np.array([value_on(results, measure.metric, i, chosen) for i, chosen in rows.items()])
    return values[~np.isnan(values)]


def optimism_bootstrap(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The apparent value plus the mean over samples of (value on all cases - value on the sample itself).

    The second term is how much better a model looks on the cases that it was trained on. It needs results kept
    `everywhere`. It errs on the low side, without limit for learners that memorise: the models see most of the cases
    that they are tested on. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 2, ([1], [0]), ([0, 0], [1, 1]), repeats=2)
    >>> results = Results("rule", (0, 1), [0, 1], splits, ([0, 0], [0, 1]), whole=[0, 0], everywhere=True)
    >>> optimism_bootstrap(results).value
    0.75
    """
    measure = OnResults(metric, results)
    how = f"optimism bootstrap, {len(results.finished)} samples"
    on_all, on_own = whole_values(measure), whole_values(measure, drawn=True)
    base = apparent(results, metric).value
    if math.isnan(base) or not len(on_all) or not len(on_own):
        why = "its apparent part is undefined" if math.isnan(base) else None
        return measure.estimate(math.nan, how, undefined=why)
    value = base + float(np.mean(on_all)) - float(np.mean(on_own))
    low, high = measure.range
    return measure.estimate(min(high, max(low, value)), how, notes=("optimistic for learners that memorise",))
