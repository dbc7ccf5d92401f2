"""The part of an evaluation that looks at scores: areas, losses, calibration, curves, the threshold costs imply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check
from referee.calibration import brier_score, calibration_error, log_loss, recalibration, reliability_curve
from referee.checks.scores import tied_scores, wrong_direction
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.interval import Interval
from referee.core.noun import Noun
from referee.core.ranking import Ranking
from referee.curves import (
    cost_curve,
    crossfit_threshold,
    decision_curve,
    equal_error_rate,
    gain_curve,
    ks,
    lift_at,
    precision_recall,
    roc,
    roc_hull,
    score_histogram,
    threshold_by_cost,
)
from referee.curves.thin import thinned
from referee.data.predictions import Predictions
from referee.intervals.auc import auc_interval
from referee.intervals.average_precision import average_precision_interval
from referee.intervals.of_score import score_estimate
from referee.intervals.proportion import proportion_interval
from referee.multiclass import hand_till, micro_auc, ovr_auc, provost_domingos, top_k_accuracy

FEW_FOR_CALIBRATION = 20
FOLDS = 10
CROSSFIT = (
    "classes are those that the costs imply, each case judged by a threshold chosen on the other "
    f"{FOLDS - 1} of {FOLDS} parts"
)
ALIASES = {
    "auc": "roc_auc",
    "auroc": "roc_auc",
    "ap": "average_precision",
    "average_precision_score": "average_precision",
    "brier": "brier_score",
    "eer": "equal_error_rate",
    "lift": "lift_10",
    "ks_statistic": "ks",
    "mauc": "hand_till",
    "cross_entropy": "log_loss",
}
NO_INTERVAL = "no interval with known coverage: a best value over all thresholds"


@dataclass(frozen=True)
class ScorePart:
    """What the scores of a model have to say."""

    measures: tuple[Estimate, ...] = ()
    headline: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    nouns: dict[str, Noun] = field(default_factory=dict)


def score_part(
    given: Predictions, *, level: float, seed: int, costs: Any, prevalence: Any, asked: list[str] | None
) -> ScorePart:
    """Measures, curves and findings of the scores; only the measures asked for, when some are."""
    assert given.scores is not None
    jobs = _jobs(given, level, seed)
    if asked is not None:
        names = [ALIASES.get(name, name) for name in asked]
        for name in names:
            if name not in jobs:
                rule = "be a measure that these scores allow"
                _check.fail("metric", rule, name, _check.near(name, {*jobs, *ALIASES}))
        return ScorePart(tuple(jobs[name]() for name in names), tuple(names))
    measures = tuple(job() for job in jobs.values())
    findings: list[Finding] = []
    notes: list[str] = []
    nouns: dict[str, Noun] = {}
    if given.scores.ndim == 1 and given.positive is not None:
        findings = wrong_direction(measures[0]) + tied_scores(given.ranking)
        nouns = _curves(given, level, seed, prevalence)
        if costs is not None:
            notes += _threshold(given, costs, prevalence, nouns)
    if prevalence is not None:
        notes.append("average precision, lift, Brier score and log loss are in the class shares of the test set")
    headline = tuple(name for name in jobs if name not in ("gini", "ks", "equal_error_rate"))
    return ScorePart(measures, headline, tuple(findings), tuple(notes), nouns)


def crossfit_by_cost(given: Predictions, costs: Any, prevalence: Any, seed: int) -> ConfusionMatrix | None:
    """The counts at the threshold that costs imply, each case judged by one chosen without it; None when too few."""
    if costs is None or given.scores is None or given.scores.ndim != 1 or given.positive is None:
        return None
    ranking = given.ranking
    if (
        given.weights is not None
        or given.groups is not None
        or min(ranking.n_positive, ranking.n_negative) < FOLDS
    ):
        return None
    share = prevalence if isinstance(prevalence, float) else None
    choose = partial(threshold_by_cost, costs=costs, prevalence=share)
    code = given.labels.index(given.positive)
    fit = crossfit_threshold(given.truth == code, given.scores, choose, folds=FOLDS, positive=True, rng=seed)
    if fit.confusion is None:
        return None
    rest = given.labels[1 - code] if len(given.labels) == 2 else "rest"
    return ConfusionMatrix(fit.confusion.binary().counts, (rest, given.positive), given.positive)


def is_score_measure(name: Any, given: Predictions) -> bool:
    """Whether a name asks for a measure of scores."""
    word = ALIASES.get(name, name) if isinstance(name, str) else ""
    return given.scores is not None and word in {*_jobs(given, 0.95, 0), "roc_auc"}


def probabilities(given: Predictions) -> bool:
    """Whether the scores can be read as probabilities: from 0 to 1, each row of several classes summing to 1."""
    s = given.scores
    if s is None or not np.isfinite(s).all() or s.min() < 0 or s.max() > 1:
        return False
    return s.ndim == 1 or bool(np.abs(s.sum(axis=1) - 1).max() < 1e-5)


def _jobs(given: Predictions, level: float, seed: int) -> dict[str, Callable[[], Estimate]]:
    """The measures that these scores allow, by name, each computed when called."""

    def scored(score: Any, name: str, **parameters: Any) -> Callable[[], Estimate]:
        return lambda: replace(score_estimate(score, given, level=level, rng=seed, **parameters), name=name)

    out: dict[str, Callable[[], Estimate]] = {}
    assert given.scores is not None
    if given.scores.ndim == 1 and given.positive is not None:
        out["roc_auc"] = lambda: replace(auc_interval(given, level=level, rng=seed), name="roc_auc")
        out["gini"] = lambda: gini_of(auc_interval(given, level=level, rng=seed))
        out["average_precision"] = lambda: average_precision_interval(given.ranking, level=level)
        out["ks"] = lambda: replace(ks(given.ranking), name="ks", note=NO_INTERVAL)
        out["equal_error_rate"] = lambda: replace(
            equal_error_rate(given.ranking), name="equal_error_rate", note=NO_INTERVAL
        )
        out["lift_10"] = lambda: lift_of(given.ranking, 0.1, level)
    elif given.scores.ndim == 2:
        out["hand_till"] = scored(hand_till, "hand_till")
        out["provost_domingos"] = scored(provost_domingos, "provost_domingos")
        out["ovr_auc"] = scored(ovr_auc, "ovr_auc")
        out["micro_auc"] = scored(micro_auc, "micro_auc")
        if given.scores.shape[1] > 2:
            out["top_2_accuracy"] = scored(top_k_accuracy, "top_2_accuracy", k=2)
    if probabilities(given) and (given.scores.ndim == 2 or given.positive is not None):
        out["brier_score"] = scored(brier_score, "brier_score")
        out["log_loss"] = scored(log_loss, "log_loss")
    return out


def gini_of(auc: Estimate) -> Estimate:
    """2 AUC - 1, with the limits mapped."""
    interval = auc.interval
    if interval is not None:
        low, high = 2 * interval.low - 1, 2 * interval.high - 1
        interval = Interval(low, high, interval.level, interval.method)
    return replace(auc, name="gini", value=2 * auc.value - 1, interval=interval, title="Gini coefficient")


def lift_of(ranking: Ranking, share: float, level: float) -> Estimate:
    """Lift among the top share of the cases, ties at the cut in expectation; the cut is taken as fixed."""
    found = lift_at(ranking, share)
    title = "Lift of the top 10%"
    if found.undefined:
        return Estimate("lift_10", found.lift, float(ranking.n), undefined=found.undefined, title=title)
    positives = float(ranking.n_positive)
    ci = proportion_interval(found.recall * positives, positives, level, fractional=True)
    fraction = found.recall / found.lift if found.lift else found.fraction
    interval = Interval(
        ci.low / fraction, ci.high / fraction, level, "mid-P of the recall in the top 10%, over its share"
    )
    return Estimate("lift_10", found.lift, positives, interval, note=found.note, title=title)


def _curves(given: Predictions, level: float, seed: int, prevalence: Any) -> dict[str, Noun]:
    """The curves of a ranking, thinned, and those of probabilities."""
    ranking = given.ranking
    hull = roc_hull(ranking)
    out: dict[str, Noun] = {"roc": thinned(roc(ranking), keep=[*hull.thresholds, *_cuts(given)])}
    out["precision_recall"] = thinned(precision_recall(ranking))
    out["gain"] = thinned(gain_curve(ranking))
    out["hull"] = hull
    out["cost"] = thinned(cost_curve(hull))
    out["scores"] = score_histogram(ranking)
    if not probabilities(given) or given.n < FEW_FOR_CALIBRATION or ranking.n_positive * ranking.n_negative == 0:
        return out
    share = prevalence if isinstance(prevalence, float) else None
    out["decision"] = decision_curve(given, prevalence=share, level=level)
    if given.weights is None and given.groups is None:
        out["reliability"] = reliability_curve(given, level=level, rng=seed)
        out["calibration"] = calibration_error(given, level=level, rng=seed)
        out["recalibration"] = recalibration(given, level=level)
    return out


def _cuts(given: Predictions) -> list[float]:
    """The scores at which the ranking is cut by the predicted classes, and by one half."""
    ranking = given.ranking
    found = ranking.scores[ranking.scores >= 0.5][-1:].tolist()
    if given.has_labels and given.weights is None:
        table = given.confusion.binary()
        found += ranking.scores[(ranking.tp == table.tp) & (ranking.fp == table.fp)].tolist()
    return found


def _threshold(given: Predictions, costs: Any, prevalence: Any, nouns: dict[str, Noun]) -> list[str]:
    """The threshold that the costs imply, and what to know of it."""
    share = prevalence if isinstance(prevalence, float) else None
    choice = threshold_by_cost(given.ranking, costs=costs, prevalence=share)
    nouns["threshold"] = choice
    nouns["costs"] = CostMatrix.of(
        costs, costs.labels if isinstance(costs, CostMatrix) else ("negative", "positive")
    )
    if choice.undefined:
        return []
    word = f"{choice.threshold:.4g}"
    return [
        f"these costs ask for the threshold {word} on the score; it was found on these same cases, so counts at it "
        "would be optimistic"
    ]
