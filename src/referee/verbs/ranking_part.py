"""The part of an evaluation that needs only a ranking: areas, losses and curves of scores that stay where they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.checks.scores import tied_scores, wrong_direction
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.noun import Noun
from referee.core.ranking import Ranking
from referee.core.types import Floats
from referee.curves import cost_curve, equal_error_rate, gain_curve, ks, precision_recall, roc, threshold_by_cost
from referee.curves.thin import thinned
from referee.intervals.auc import auc_interval
from referee.intervals.average_precision import average_precision_interval
from referee.intervals.mean_loss import mean_loss_limits
from referee.intervals.of_score import bounded
from referee.verbs.scoring import ALIASES, NO_INTERVAL, ScorePart, gini_of, lift_of

NO_RECORDS = (
    "counted where the data is: measures that need every record (calibration, cross-fit thresholds) are absent"
)


def ranking_part(
    ranking: Ranking, *, level: float, seed: int, costs: Any, prevalence: Any, asked: list[str] | None
) -> ScorePart:
    """Measures, curves and findings of a ranking; only the measures asked for, when some are."""
    jobs = ranking_jobs(ranking, level, seed)
    if asked is not None:
        names = [ALIASES.get(name, name) for name in asked]
        for name in names:
            if name not in jobs:
                rule = "be a measure that a ranking allows"
                _check.fail("metric", rule, name, _check.near(name, {*jobs, *ALIASES}))
        return ScorePart(tuple(jobs[name]() for name in names), tuple(names))
    measures = tuple(job() for job in jobs.values())
    nouns: dict[str, Noun] = {
        "roc": thinned(roc(ranking)),
        "precision_recall": thinned(precision_recall(ranking)),
        "gain": thinned(gain_curve(ranking)),
        "cost": thinned(cost_curve(ranking)),
    }
    notes = [NO_RECORDS]
    if ranking.binned:
        low, high = ranking.auc_limits
        notes.append(
            f"scores were counted on {_format.plural(len(ranking.scores), 'bin')}: the area lies between {low:.7f} and "
            f"{high:.7f}, and each interval covers both; exact=True (--exact) keeps every score"
        )
    if costs is not None:
        share = prevalence if isinstance(prevalence, float) else None
        choice = threshold_by_cost(ranking, costs=costs, prevalence=share)
        nouns["threshold"] = choice
        if not choice.undefined:
            notes.append(
                f"these costs ask for the threshold {choice.threshold:.4g} on the score; it was found on these same "
                "cases, so counts at it would be optimistic"
            )
    findings = wrong_direction(measures[0]) + tied_scores(ranking)
    headline = tuple(name for name in jobs if name not in ("gini", "ks", "equal_error_rate"))
    return ScorePart(measures, headline, tuple(findings), tuple(notes), nouns)


def ranking_jobs(ranking: Ranking, level: float, seed: int) -> dict[str, Callable[[], Estimate]]:
    """The measures that a ranking allows, by name, each computed when called; bins widen values and intervals."""

    def area(r: Ranking) -> Estimate:
        return replace(auc_interval(r, level=level, rng=seed), name="roc_auc")

    def named(name: str, call: Callable[[Ranking], Estimate]) -> Callable[[], Estimate]:
        return lambda: within_limits(ranking, lambda r: replace(call(r), name=name))

    out = {
        "roc_auc": named("roc_auc", area),
        "gini": named("gini", lambda r: gini_of(area(r))),
        "average_precision": named("average_precision", lambda r: average_precision_interval(r, level=level)),
        "ks": named("ks", lambda r: replace(ks(r), note=NO_INTERVAL)),
        "equal_error_rate": named("equal_error_rate", lambda r: replace(equal_error_rate(r), note=NO_INTERVAL)),
        "lift_10": named("lift_10", lambda r: lift_of(r, 0.1, level)),
    }
    tops = ranking.scores if ranking.tops is None else ranking.tops
    if ranking.scores[-1] >= 0 and tops[0] <= 1:
        out["brier_score"] = lambda: _mean_loss(ranking, "brier_score", "Brier score", _squared, 1.0, level)
        out["log_loss"] = lambda: _mean_loss(ranking, "log_loss", "Log loss", _logarithmic, math.inf, level)
    return out


def within_limits(ranking: Ranking, measure: Callable[[Ranking], Estimate]) -> Estimate:
    """A measure of a ranking; on bins with the limits that the order within bins leaves.

    Its interval takes the low end from the ranking that is worst and the high end from the one that is best.
    """
    found = measure(ranking)
    if not ranking.binned or not found.defined:
        return found
    ends = [measure(r) for r in (ranking.pessimistic(), ranking.optimistic())]
    values = sorted(e.value for e in ends)
    interval = found.interval
    limits = [e.interval for e in ends if e.interval is not None]
    if interval is not None and len(limits) == 2:
        low, high = min(i.low for i in limits), max(i.high for i in limits)
        interval = Interval(min(low, interval.low), max(high, interval.high), interval.level, interval.method)
    note = "; ".join(
        filter(None, (found.note, f"on bins of the score, between {values[0]:.7g} and {values[1]:.7g}"))
    )
    return replace(found, interval=interval, note=note, limits=(values[0], values[1]))


def _squared(score: Floats, positive: bool) -> Floats:
    return (1 - score) ** 2 if positive else score**2


def _logarithmic(score: Floats, positive: bool) -> Floats:
    with np.errstate(divide="ignore"):
        return -np.log(score) if positive else -np.log1p(-score)


def _mean_loss(
    ranking: Ranking, name: str, title: str, loss: Callable[[Floats, bool], Floats], end: float, level: float
) -> Estimate:
    """The mean of a loss over cases with its interval; on bins between the losses at their ends."""
    n = float(ranking.n)
    tops = ranking.scores if ranking.tops is None else ranking.tops
    counts = np.concatenate([ranking.positives, ranking.negatives]).astype(float)
    kept = counts > 0
    counts = counts[kept]
    best = np.concatenate([loss(tops, True), loss(ranking.scores, False)])[kept]
    worst = np.concatenate([loss(ranking.scores, True), loss(tops, False)])[kept]
    low, high = (float(counts @ losses / n) for losses in (best, worst))
    value = low if low == high else (low + high) / 2
    limits = None if ranking.tops is None or low == high else (low, high)
    note = "" if limits is None else f"on bins of the score, between {low:.7g} and {high:.7g}"
    if not math.isfinite(value):
        return Estimate(name, high, n, note="no interval: the value is infinite", title=title, limits=limits)
    spreads = [float(counts @ (losses - mean) ** 2) for losses, mean in ((best, low), (worst, high))]
    zero_one = end == 1 and bool(np.isin(best, (0.0, 1.0)).all()) and limits is None
    if zero_one or max(spreads) == 0:
        made, why = bounded(value, n, level, (0.0, end), zero_one)
        return Estimate(name, value, n, made, note=why, title=title, limits=limits)
    if n < 2:
        return Estimate(name, value, n, note="no interval: one case has no spread", title=title, limits=limits)
    error = math.sqrt(max(spreads) / (n * (n - 1)))
    least, _, method = mean_loss_limits(low, error, n - 1, level, (0.0, end))
    most = mean_loss_limits(high, error, n - 1, level, (0.0, end))[1]
    interval = Interval(least, most, level, f"{method} on the losses of cases")
    return Estimate(name, value, n, interval, note=note, title=title, limits=limits)
