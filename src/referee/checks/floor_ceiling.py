"""R040: datasets on which no learner has room left to differ."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core.finding import Finding
from referee.core.scoretable import ScoreTable

NEAR = 0.01
SHARE = 0.25
_CHANCE = {"roc_auc": 0.5, "auc": 0.5, "mcc": 0.0, "kappa": 0.0, "youden_j": 0.0}


def floor_ceiling(table: ScoreTable, baselines: Sequence[str] = ()) -> list[Finding]:
    """Say on which datasets every learner is within 0.01 of the best possible score, or none is above the floor.

    The best possible score is 1 (100 for a table of percentages), of an error 0; the floor is 0.01 above the better of
    the rules that learn nothing (`baselines`, majority and prior), or above what chance gives by metrics whose chance
    is known. Other tables have no floor.

    >>> near = ScoreTable("accuracy", "higher", ("a", "b"), ("x", "y"), [[1.0, 0.995], [0.8, 0.7]])
    >>> floor_ceiling(near)[0].evidence
    "ceiling: every learner is within 0.01 of the best possible accuracy on 1 of 2 datasets: 'a'"
    """
    unit = _unit(table)
    if unit is None:
        return []
    parts = []
    names = [name for name in table.learners if name not in baselines] or list(table.learners)
    scores = np.stack([table.column(name) for name in names], axis=1)
    with np.errstate(invalid="ignore"):
        top = unit if table.better == "higher" else 0.0
        ceiling = np.array([bool(np.nanmin(row) >= top - NEAR * unit - 1e-12) for row in _some(scores)])
    metric = table.metric.partition(":")[0].replace("_", " ")
    high = [name for name, hit in zip(table.datasets, ceiling, strict=True) if hit]
    if high:
        where = f"{len(high)} of {_format.plural(len(ceiling), 'dataset')}: {_format.listing(high, 4)}"
        parts.append(f"ceiling: every learner is within {NEAR * unit:g} of the best possible {metric} on {where}")
    low = _at_floor(table, scores, baselines, unit)
    if low:
        where = f"{len(low)} of {_format.plural(len(ceiling), 'dataset')}: {_format.listing(low, 4)}"
        parts.append(
            f"floor: no learner is more than {NEAR * unit:g} above {_floor_words(table, baselines)} on {where}"
        )
    if not parts:
        return []
    many = len({*high, *low}) >= SHARE * len(table.datasets)
    title = "Datasets without room to differ"
    advice = "They can only tie: a difference elsewhere is diluted, and their ties are no sign of equal learners."
    return [Finding("R040", "warning" if many else "note", title, "; ".join(parts), advice)]


def _unit(table: ScoreTable) -> float | None:
    """The length of the scale: 1, or 100 for percentages; None for scores on no such scale."""
    seen = table.values[np.isfinite(table.values)]
    if not len(seen) or seen.max() > 100 or (seen.min() < 0 and table.metric not in _CHANCE):
        return None
    return 1.0 if seen.max() <= 1 else 100.0 if seen.max() > 2 else None


def _some(scores: np.ndarray) -> list[np.ndarray]:
    """Rows, a row without any score as one that is never at an end."""
    return [row if np.isfinite(row).any() else np.array([-np.inf]) for row in scores]


def _at_floor(table: ScoreTable, scores: np.ndarray, baselines: Sequence[str], unit: float) -> list[str]:
    rules = [table.column(name) for name in baselines if name in table.learners]
    if rules and len(rules) < len(table.learners):
        floor = np.array([np.nanmax(row) if np.isfinite(row).any() else np.nan for row in np.stack(rules, axis=1)])
    elif table.metric in _CHANCE and table.better == "higher":
        floor = np.full(len(table.datasets), _CHANCE[table.metric] * unit)
    else:
        return []
    best = np.array([np.nanmax(row) for row in _some(scores)])
    return [
        n for n, b, f in zip(table.datasets, best, floor, strict=True) if np.isfinite(b) and b <= f + NEAR * unit
    ]


def _floor_words(table: ScoreTable, baselines: Sequence[str]) -> str:
    return "the rules that learn nothing" if any(name in table.learners for name in baselines) else "chance"
