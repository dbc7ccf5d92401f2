"""The value of a metric of scored cases with its interval: by the losses of cases for a mean, or the bootstrap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

import numpy as np

from referee import _rng
from referee.core import Answers, ClassScores, Estimate, Interval
from referee.core.cases import Cases
from referee.core.tables import pieces
from referee.core.types import Values
from referee.inference import ranking_values
from referee.inference._rows import Rows, ValueLimits, bootstrap_limits, few_clusters, on_bins
from referee.inference.choose import choose
from referee.inference.influence import ROUNDING, projected_limits, projected_variance
from referee.inference.skill import relative_losses
from referee.inference.unseen_loss import UNSEEN, UnseenLoss
from referee.metrics.case_metric import CaseMetric, mean_loss
from referee.metrics.roc_auc import roc_auc

PROJECTED = "wider of logit t and beta limits on the influence"
SIMULTANEOUS = "mean of simultaneous limits of the areas, conservative"
NO_UPPER = (
    "no upper limit: a stated probability of 0 or 1 allows an infinite loss; say eps=, or use the Brier score"
)
NO_LOWER = NO_UPPER.replace("no upper limit", "no lower limit")
NO_WEIGHTS = "no interval from counts: the weights are shares of these cases"


def estimate(
    metric: CaseMetric, data: Answers | Cases, *, level: float, seed: int, resamples: int = 2000
) -> Estimate:
    """The value with its interval, n and method.

    A mean gets the limits of `UnseenLoss`: Dirichlet weights on the losses and one unseen case, at the worst loss that
    the stated probabilities allow for the upper limit. Losses of 0 and 1 (top-k accuracy) get Clopper-Pearson limits by
    it. A skill gets those of its relative losses. Where a stated probability is 0 or 1 the log loss has no upper limit,
    which is said.

    An average of areas gets the limits of `projected_limits`: the influence of each case is known, so that nothing is
    drawn. The others get the percentile bootstrap over cases, over whole groups when groups are given; when the range
    is 0 to 1, on each side the wider of that and the beta limit for the number of cases that the bootstrap variance is
    worth, and at 0 or 1 that for the cases of the rarest class. An infinite value has no interval.
    """
    if isinstance(data, Answers) and data.class_scores:
        return of_columns(metric, data.class_scores, level=level, seed=seed)
    if isinstance(data, Answers) and data.tops is not None:
        return _on_bins(metric, data, level)
    cases = metric.sees(data)
    n, reason = metric.n_of(cases), metric.why_undefined(cases)
    if reason:
        return Estimate(metric.name, math.nan, n, None, reason, title=metric.title)
    value, found = case_limits(metric, cases, seed=seed, resamples=resamples)
    text = "; ".join(filter(None, (metric.remark(cases), found.note)))
    return Estimate(metric.name, value, n, found.interval(value, level), note=text, title=metric.title)


def case_limits(
    metric: CaseMetric, cases: Cases, *, seed: int, resamples: int = 2000
) -> tuple[float, ValueLimits]:
    """The value of a metric that is defined on the cases, and its limits by the method that the table names."""
    key, few = choose("value", metric, cases.sampling).key, few_clusters(cases.groups)
    pushes = np.zeros(0)
    if key == "mean loss":
        value, evidence = _of_losses(metric, cases)
    elif key == "influence":
        value, pushes = metric.project(cases)
    else:
        value = metric.value_of(cases)
    if few or not math.isfinite(value):
        why = few if math.isfinite(value) else "the value is infinite"
        return value, ValueLimits(absent=why)
    if key == "skill":
        return value, _skill_limits(metric, cases)
    what = "cases" if cases.groups is None else f"{int(cases.groups.max()) + 1} clusters"
    if key == "mean loss":
        note = "" if math.isfinite(evidence.worst) else NO_UPPER
        return value, ValueLimits(evidence.limits, f"{UNSEEN} on the losses of {what}", note)
    fewest = float(cases.sizes.min())
    if key == "influence":
        variance, df = projected_variance(cases, pushes)
        limits, method = projected_limits(value, variance, df, fewest), f"{PROJECTED} of {what}"
        if variance >= ROUNDING**2:
            return value, ValueLimits(limits, method)
        if cases.groups is not None or value not in (0.0, 1.0):
            return value, ValueLimits(absent="no case moves the value")
        return value, ValueLimits(limits, f"Clopper-Pearson on the {fewest:.4g} cases of the rarest class")
    drawn = case_bootstrap(metric, cases, resamples=resamples, seed=seed)
    found = bootstrap_limits(drawn, value, metric.range, fewest, clustered=cases.groups is not None)
    return value, found._replace(remark="; ".join(filter(None, (found.remark, f"seed {seed}"))))


def _skill_limits(metric: CaseMetric, cases: Cases) -> ValueLimits:
    """The limits of a skill, which falls where the relative losses rise."""

    def possible(c: int) -> Values:
        return np.append(
            metric.losses_if(cases, c), 0.0
        )  # an unseen case may be foretold better than any that was seen

    found = relative_losses(metric, cases, metric.losses(cases), possible)

    def limits(tail: float) -> tuple[float, float]:
        low, high = found.limits(tail)
        return 1 - high, 1 - low

    note = "" if math.isfinite(found.worst) else NO_LOWER
    what = "cases" if cases.groups is None else f"{int(cases.groups.max()) + 1} clusters"
    return ValueLimits(limits, f"{UNSEEN} on the relative losses of {what}", note)


def _of_losses(metric: CaseMetric, cases: Cases) -> tuple[float, UnseenLoss]:
    """The mean of the losses, and the evidence of it; of cases that are drawn alone no column of losses is held."""
    ends = unseen_ends(metric, cases)
    if cases.groups is None and cases.weights is None:
        found = UnseenLoss.of_rows(partial(metric.losses_of, cases), len(cases.truth), cases.times, ends)
        return found.value, found
    losses = metric.losses(cases)
    return float(mean_loss(losses, cases.mass)), evidence_of(cases, losses, ends)


def evidence_of(cases: Cases, losses: Values, ends: tuple[float, float]) -> UnseenLoss:
    """One number per case as evidence of its mean, by how the cases were drawn."""
    if cases.groups is not None:
        sums, sizes = (np.bincount(cases.groups, weights=w) for w in (cases.mass * losses, cases.mass))
        return UnseenLoss.of_clusters(sums.astype(float), sizes.astype(float), ends)
    if cases.weights is not None:
        return UnseenLoss.of_weighted(losses, cases.weights, ends)
    return UnseenLoss.of_losses(losses, cases.times, ends)


def unseen_ends(metric: CaseMetric, cases: Cases) -> tuple[float, float]:
    """What an unseen case could lose at best, and at worst with the probabilities that were stated."""
    first = metric.ends(cases)[0]
    if metric.extremes is not None:
        ends = [metric.extremes(cases.scores[rows], **metric.parameters) for rows in pieces(len(cases.scores))]
        least, most = min(low for low, _ in ends), max(high for _, high in ends)
    else:
        possible = possible_losses(metric, cases)
        least, most = float(possible.min()), float(possible.max())
    return first if math.isfinite(first) else least, most


def possible_losses(metric: CaseMetric, cases: Cases) -> Values:
    """The loss of each row under each true class, `(classes, rows)`."""
    return np.stack([metric.losses_if(cases, c) for c in range(len(cases.labels))])


def case_bootstrap(metric: CaseMetric, cases: Cases, *, resamples: int, seed: int) -> Values:
    """The metric of `resamples` bootstrap samples of cases, or of groups when there are any.

    Equal rows are joined first and drawn in sorted order, so that neither the order of rows nor whether they were
    counted changes a draw.
    """
    kinds = cases.kinds()
    generator = _rng.stream(seed, "case bootstrap", metric.name)
    rows = Rows(kinds.mass, kinds.times, kinds.groups)
    return rows.draw(partial(metric.formula, kinds), generator, resamples)


def _on_bins(metric: CaseMetric, data: Answers, level: float) -> Estimate:
    """A mean of losses of scores on bins: between the losses at the ends of the bins, with limits that hold both."""
    assert data.tops is not None
    low_end, high_end = replace(data, tops=None), replace(data, scores=data.tops, tops=None)
    if metric.shape != "mean":
        why = "scores that were counted on bins give it no limits: exact=True (--exact) keeps every score"
        return Estimate(metric.name, math.nan, float(data.n), undefined=why, title=metric.title)
    one, two = (metric.sees(end) for end in (low_end, high_end))
    first, second = (metric.losses(cases) for cases in (one, two))
    w, n = one.mass, float(one.n)
    best, worst = np.minimum(first, second), np.maximum(first, second)
    low, high = float(w @ best / n), float(w @ worst / n)
    value, note, limits = (low + high) / 2, on_bins(low, high), None if low == high else (low, high)
    if not math.isfinite(value):
        text = "no interval: the value is infinite"
        return Estimate(metric.name, high, n, note=text, title=metric.title, limits=limits)
    ends = [unseen_ends(metric, cases) for cases in (one, two)]
    bounds = min(end[0] for end in ends), max(end[1] for end in ends)
    least = UnseenLoss.of_losses(best, one.times, bounds).limits((1 - level) / 2)[0]
    most = UnseenLoss.of_losses(worst, one.times, bounds).limits((1 - level) / 2)[1]
    interval = Interval(least, most, level, f"{UNSEEN} on the losses of cases")
    return Estimate(metric.name, value, n, interval, note=note, title=metric.title, limits=limits)


def of_columns(metric: CaseMetric, columns: Sequence[ClassScores], *, level: float, seed: int) -> Estimate:
    """A mean of areas from columns that were counted apart.

    How the areas vary together is then not known: the interval of a mean is the mean of the limits of all areas at a
    Bonferroni level, which covers at least as often as it says.
    """
    sizes = columns[0].counts.sum(axis=0)
    n = float(sizes.sum())
    if not metric.areas:
        why = "the columns of the classes were counted apart: keep='records' (--records) reads them together"
        return Estimate(metric.name, math.nan, n, undefined=why, title=metric.title)
    if metric.areas == "each pair":
        rankings = [c.ranking(other.label) for c, other in permutations(columns, 2)]
    else:
        rankings = [c.ranking() for c in columns]
    shares = sizes / n if metric.areas == "each class by its share" else np.full(len(rankings), 1 / len(rankings))
    each = 1 - (1 - level) / len(rankings)
    found = [ranking_values.estimate(roc_auc, ranking, level=each, seed=seed) for ranking in rankings]
    why_not = next((area.undefined for area in found if not area.defined), None)
    if why_not is not None:
        return Estimate(metric.name, math.nan, n, undefined=why_not, title=metric.title)
    value = float(shares @ [area.value for area in found])
    low, high = (float(end) for end in shares @ [area.limits or (area.value, area.value) for area in found])
    limits, note = (None if low == high else (low, high)), on_bins(low, high)
    interval, ends = None, [tuple(area.interval) for area in found if area.interval is not None]
    if metric.areas == "each class by its share":
        note = "; ".join(filter(None, (NO_WEIGHTS, note)))
    elif len(ends) == len(found):
        least, most = shares @ ends
        interval = Interval(least, most, level, SIMULTANEOUS)
    return Estimate(metric.name, value, n, interval, note=note, title=metric.title, limits=limits)
