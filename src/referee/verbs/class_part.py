"""The part of an evaluation that looks at the scores of several classes through their counts by true class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np

from referee import _check
from referee.core.class_scores import ClassScores
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.ranking import Ranking
from referee.intervals.auc import auc_interval
from referee.verbs.ranking_part import NO_RECORDS, within_limits
from referee.verbs.scoring import ALIASES, ScorePart

SIMULTANEOUS = "mean of simultaneous limits of the areas, conservative"
NO_WEIGHTS = "no interval from counts: the weights are shares of these cases"


def class_part(
    columns: Sequence[ClassScores], *, level: float, seed: int, asked: Sequence[str] | None
) -> ScorePart:
    """The areas of several classes; only those asked for, when some are."""
    jobs = class_jobs(columns, level, seed)
    if asked is None:
        return ScorePart(tuple(job() for job in jobs.values()), tuple(jobs), notes=(NO_RECORDS,))
    names = [ALIASES.get(name, name) for name in asked]
    for name in names:
        if name not in jobs:
            _check.fail(
                "metric", "be a measure that these counts allow", name, _check.near(name, {*jobs, *ALIASES})
            )
    return ScorePart(tuple(jobs[name]() for name in names), tuple(names))


def class_jobs(columns: Sequence[ClassScores], level: float, seed: int) -> dict[str, Callable[[], Estimate]]:
    """The measures by name, each computed when called.

    The columns were counted apart, so how their areas vary together is not known: the interval of a mean is the mean
    of the limits of all areas at a Bonferroni level, which covers at least as often as it says.
    """

    def areas(rankings: Sequence[Ranking], at: float) -> list[Estimate]:
        return [within_limits(r, lambda x: auc_interval(x, level=at, rng=seed)) for r in rankings]

    def mean(name: str, title: str, rankings: Callable[[], Sequence[Ranking]]) -> Callable[[], Estimate]:
        def made() -> Estimate:
            given = rankings()
            parts = areas(given, 1 - (1 - level) / len(given))
            return _mean(parts, name, title, np.full(len(parts), 1 / len(parts)), level, n)

        return made

    def weighted() -> Estimate:
        parts = areas([c.ranking() for c in columns], level)
        found = _mean(parts, "provost_domingos", "multi-class AUC (Provost and Domingos)", shares, level, n)
        return replace(found, interval=None, note=NO_WEIGHTS) if found.defined else found

    def one(column: ClassScores) -> Callable[[], Estimate]:
        title = f"AUC of {column.label} against the rest"
        return mean(f"ovr_auc:{column.label}", title, lambda: [column.ranking()])

    sizes = columns[0].counts.sum(axis=0)
    n = float(sizes.sum())
    shares = sizes / n
    pairs = [(c, other) for c, other in permutations(columns, 2)]
    return {
        "hand_till": mean(
            "hand_till", "multi-class AUC (Hand and Till)", lambda: [c.ranking(other.label) for c, other in pairs]
        ),
        "provost_domingos": weighted,
        "ovr_auc": mean("ovr_auc", "one-vs-rest AUC, macro", lambda: [c.ranking() for c in columns]),
    } | {f"ovr_auc:{c.label}": one(c) for c in columns}


def _mean(
    parts: Sequence[Estimate], name: str, title: str, weights: np.ndarray, level: float, n: float
) -> Estimate:
    """The weighted mean of areas, with the mean of their limits."""
    why = next((part.undefined for part in parts if not part.defined), None)
    if why is not None:
        return Estimate(name, float("nan"), n, undefined=why, title=title)
    value = float(weights @ [part.value for part in parts])
    limits = None
    if any(part.limits is not None for part in parts):
        ends = [part.limits or (part.value, part.value) for part in parts]
        limits = (float(weights @ [low for low, _ in ends]), float(weights @ [high for _, high in ends]))
    found = [part.interval for part in parts]
    interval = None
    if all(i is not None for i in found):
        low, high = (float(weights @ [getattr(i, end) for i in found]) for end in ("low", "high"))
        method = found[0].method if len(found) == 1 and found[0] is not None else SIMULTANEOUS
        interval = Interval(low, high, level, method)
    note = "" if limits is None else f"on bins of the score, between {limits[0]:.7g} and {limits[1]:.7g}"
    return Estimate(name, value, n, interval, note=note, title=title, limits=limits)
