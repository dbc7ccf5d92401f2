"""R040: datasets on which every learner is as good as can be, or none better than chance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.checks.registry import Remark, Remarks, check
from referee.core import ScoreTable

NEAR = 0.01
SHARE = 0.25
_CHANCE = {"roc_auc": 0.5, "auc": 0.5, "mcc": 0.0, "kappa": 0.0, "youden_j": 0.0}


@check(
    "R040",
    "Datasets without room to differ",
    about="standings",
    errs="0.01 is a custom, not a law.",
    advice="They can only tie: a difference elsewhere is diluted, and their ties are no sign of equal learners.",
)
def floor_ceiling(full_table: ScoreTable, baselines: Sequence[str] = ()) -> Remarks:
    """Say on which datasets every learner is within 0.01 of the best possible score, or none is above the floor.

    The best possible score is 1 (100 for a table of percentages), of an error 0; the floor is 0.01 above the better of
    the rules that learn nothing (`baselines`, majority and prior), or above what chance gives by metrics whose chance
    is known. Other tables have no floor.

    >>> near = ScoreTable("accuracy", "higher", ("a", "b"), ("x", "y"), [[1.0, 0.995], [0.8, 0.7]])
    >>> floor_ceiling(near)[0].evidence
    "ceiling: every learner is within 0.01 of the best possible accuracy on 1 of 2 datasets: 'a'"
    """
    table = full_table
    unit = _unit(table)
    if unit is None:
        return
    names = [name for name in table.learners if name not in baselines] or list(table.learners)
    scores = np.stack([table.column(name) for name in names], axis=1)
    top = unit if table.better == "higher" else 0.0
    lowest = np.fmin.reduce(scores, axis=1)
    high = [name for name, score in zip(table.datasets, lowest, strict=True) if score >= top - NEAR * unit - 1e-12]
    low = _at_floor(table, scores, baselines, unit)
    metric = _format.words(table.metric.partition(":")[0])
    rules = "the rules that learn nothing" if any(name in table.learners for name in baselines) else "chance"
    sizes = f"within {NEAR * unit:g} of the best possible {metric}", f"more than {NEAR * unit:g} above {rules}"
    ends = (f"ceiling: every learner is {sizes[0]}", high), (f"floor: no learner is {sizes[1]}", low)
    of = _format.plural(len(table.datasets), "dataset")
    parts = [f"{words} on {len(hit)} of {of}: {_format.listing(hit, 4)}" for words, hit in ends if hit]
    if parts:
        many = len({*high, *low}) >= SHARE * len(table.datasets)
        yield Remark("; ".join(parts), severity="warning" if many else "note")


def _unit(table: ScoreTable) -> float | None:
    """The length of the scale: 1, or 100 for percentages; None for scores on no such scale."""
    seen = table.values[np.isfinite(table.values)]
    if not len(seen) or seen.max() > 100 or (seen.min() < 0 and table.metric not in _CHANCE):
        return None
    return 1.0 if seen.max() <= 1 else 100.0 if seen.max() > 2 else None


def _at_floor(table: ScoreTable, scores: np.ndarray, baselines: Sequence[str], unit: float) -> list[str]:
    """The datasets on which no learner is above the floor; NaN, a dataset without scores, is never below it."""
    rules = [table.column(name) for name in baselines if name in table.learners]
    if rules and len(rules) < len(table.learners):
        floor = np.fmax.reduce(rules)
    elif table.metric in _CHANCE and table.better == "higher":
        floor = np.full(len(table.datasets), _CHANCE[table.metric] * unit)
    else:
        return []
    low = np.fmax.reduce(scores, axis=1) <= floor + NEAR * unit
    return [name for name, hit in zip(table.datasets, low, strict=True) if hit]
