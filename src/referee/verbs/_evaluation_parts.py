"""What an evaluation carries beside its measures: curves of scores, and the threshold that costs imply."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from referee import _format
from referee.calibration import calibration_error, recalibration, reliability_curve
from referee.core import Answers, ConfusionMatrix, Noun, Ranking
from referee.core.types import Label
from referee.curves import (
    cost_curve,
    crossfit_threshold,
    decision_curve,
    gain_curve,
    precision_recall,
    roc,
    roc_hull,
    score_histogram,
    threshold_by_cost,
)
from referee.curves._counts import cost_matrix
from referee.curves.thin import thin_curve

FEW_FOR_CALIBRATION, MANY_FOR_CALIBRATION = 20, 10_000_000
FOLDS = 10
MANY_CURVES, MANY_SORTED, CELLS = 30, 3_000_000, 200
"""Classes, and scores of all of them, beyond which no class has curves of its own; cells that those are thinned to."""


def parts_of(
    given: Answers, level: float, seed: int, costs: Any, prevalence: Any
) -> tuple[dict[str, Callable[[], Noun]], list[str]]:
    """What makes the curves of a score of two classes and what the costs imply; and what to know of them."""
    if given.scores is None or given.scores.ndim != 1 or given.positive is None:
        apart = "the columns of the classes were counted apart: measures that need every record are absent"
        return _class_curves(given, level, seed), [apart] if given.class_scores else []
    share = prevalence if isinstance(prevalence, float) else None
    nouns, notes = _curves(given, level, seed, share), []
    if given.ranking.binned:
        low, high = given.ranking.auc_limits
        notes.append(
            f"scores were counted on {_format.plural(len(given.ranking.scores), 'bin')}: the area lies between "
            f"{low:.7f} and {high:.7f}, and each interval covers both; exact=True (--exact) keeps every score"
        )
    if costs is not None:
        choice = threshold_by_cost(given.ranking, costs=costs, prevalence=share)
        nouns |= {"threshold": lambda: choice, "costs": lambda: cost_matrix(costs)}
        if not choice.undefined:
            notes.append(
                f"these costs ask for the threshold {choice.threshold:.4g} on the score; it was found on these same "
                "cases, so counts at it would be optimistic"
            )
    if prevalence is not None:
        notes.append("average precision, lift, Brier score and log loss are in the class shares of the test set")
    return nouns, notes


def _curves(given: Answers, level: float, seed: int, share: float | None) -> dict[str, Callable[[], Noun]]:
    """What makes the curves of a ranking, thinned, and those of probabilities; the ranking is all that they keep."""
    ranking = given.ranking
    table = given.confusion.binary() if given.has_labels and given.weights is None else None
    hull = cache(lambda: roc_hull(ranking))
    out: dict[str, Callable[[], Noun]] = {
        "roc": lambda: thin_curve(roc(ranking), keep=[*hull().thresholds, *_cuts(ranking, table)]),
        "precision_recall": lambda: thin_curve(precision_recall(ranking)),
        "gain": lambda: thin_curve(gain_curve(ranking)),
        "hull": hull,
        "cost": lambda: thin_curve(cost_curve(hull())),
        "scores": lambda: score_histogram(ranking),
    }
    if not given.is_probability or given.n < FEW_FOR_CALIBRATION or ranking.n_positive * ranking.n_negative == 0:
        return out
    if given.tops is None:
        source = ranking if given.groups is None else given
        out["decision"] = partial(decision_curve, source, prevalence=share, level=level)
    if given.sampling == "cases" and given.tops is None and given.n <= MANY_FOR_CALIBRATION:
        out["reliability"] = partial(reliability_curve, ranking, level=level, rng=seed)
        out["calibration"] = partial(calibration_error, ranking, level=level, rng=seed)
        out["recalibration"] = partial(recalibration, ranking, level=level)
    return out


def _class_curves(given: Answers, level: float, seed: int) -> dict[str, Callable[[], Noun]]:
    """What makes the curves of each class against the rest, where several have a score each and are not too many."""
    size = len(given.labels)
    if not given.has_scores or not 2 < size <= MANY_CURVES or given.n * size > MANY_SORTED:
        return {}
    exact = given.scores is not None and given.tops is None and given.times is None
    calibrated = exact and given.is_probability and given.sampling == "cases" and given.n >= FEW_FOR_CALIBRATION
    ranked = cache(given.ranking_of)
    if given.class_scores:
        held = given.class_scores[0].counts.sum(axis=0)
    else:
        held = np.bincount(given.truth, weights=given.mass, minlength=size)
    makers: dict[str, Callable[[Label], Noun]] = {
        "roc": lambda label: thin_curve(roc(ranked(label)), cells=CELLS),
        "precision_recall": lambda label: thin_curve(precision_recall(ranked(label)), cells=CELLS),
    }
    if calibrated:
        makers["reliability"] = lambda label: reliability_curve(
            ranked(label), level=level, resamples=200, rng=seed
        )
    return {
        f"{name} of class {i}": partial(make, label)
        for i, label in enumerate(given.labels)
        if 0 < held[i] < held.sum()
        for name, make in makers.items()
    }


def _cuts(ranking: Ranking, table: ConfusionMatrix | None) -> list[float]:
    """The scores at which the ranking is cut by the predicted classes, and by one half."""
    found = ranking.scores[ranking.scores >= 0.5][-1:].tolist()
    if table is not None:
        found += ranking.scores[(ranking.tp == table.tp) & (ranking.fp == table.fp)].tolist()
    return found


def crossfit_by_cost(given: Answers, costs: Any, prevalence: Any, seed: int) -> ConfusionMatrix | None:
    """The counts at the threshold that costs imply, each case judged by one chosen without it; None when too few."""
    if given.scores is None or given.scores.ndim != 1 or given.positive is None or given.sampling != "cases":
        return None
    ranking = given.ranking
    if given.times is not None or min(ranking.n_positive, ranking.n_negative) < FOLDS:
        return None
    share = prevalence if isinstance(prevalence, float) else None
    choose = partial(threshold_by_cost, costs=costs, prevalence=share)
    code = given.positive_code
    fit = crossfit_threshold(given.truth == code, given.scores, choose, folds=FOLDS, positive=True, rng=seed)
    if fit.confusion is None:
        return None
    rest = given.labels[1 - code] if len(given.labels) == 2 else "rest"
    return ConfusionMatrix(fit.confusion.binary().counts, (rest, given.positive), given.positive)
