"""Tables of learners over many datasets."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.scoretable import ScoreTable
from referee.core.standings import Standings
from referee.core.studyresults import StudyResults
from referee.views.numbers import metric_words
from referee.views.pages.standings import score_rows


def scores(table: ScoreTable, result: Standings | None = None) -> dict[str, Any]:
    """The scores as cells: the text, whether it is the best of its row or shares that place, and the verdict there."""
    duels = {} if result is None else {(d.dataset, d.a): str(d.verdict) for d in result.per_dataset}
    missing = {(d, name): why for d, name, why in table.missing}
    rows = []
    counts = dict.fromkeys(table.learners, 0.0)
    for (dataset, row), values in zip(score_rows(table), table.values.tolist(), strict=True):
        ties = sum(best for _, _, best in row)
        cells = []
        for (name, text, best), value in zip(row, values, strict=True):
            mark = "gap" if math.isnan(value) else "" if not best else "best" if ties == 1 else "tie"
            why = _format.label(missing.get((dataset, name), ""), 60) if mark == "gap" else ""
            cells.append((text, mark, duels.get((dataset, name), ""), why))
            counts[name] += 1 / ties if best else 0
        rows.append((_format.label(dataset, 40), cells))
    reference = result.per_dataset[0].b if result is not None and result.per_dataset else ""
    return {
        "learners": [_format.label(name, 24) for name in table.learners],
        "rows": rows,
        "foot": [f"{counts[name]:.3g}" for name in table.learners],
        "reference": _format.label(reference, 30) if reference else "",
        "better": table.better,
        "metric": metric_words(table.metric),
    }


def failures(study: StudyResults, most: int = 100) -> dict[str, Any] | None:
    """The runs that failed or are not done: dataset, learner, split and why."""
    same: dict[tuple[str, str, str], list[int]] = {}
    for dataset, learner, i, why in study.failures:
        same.setdefault((dataset, learner, why), []).append(i)
    rows = [
        (_format.label(d, 40), _format.label(a, 40), _splits(places), _format.label(why, 200))
        for (d, a, why), places in list(same.items())[:most]
    ]
    rows += [
        (_format.label(d, 40), _format.label(a, 40), "", f"{_format.plural(n, 'run')} not done yet")
        for d, a, n in study.missing[:most]
    ]
    if not rows:
        return None
    return {"rows": rows, "more": max(0, len(same) - most)}


def _splits(places: list[int]) -> str:
    """Which splits, in few words."""
    if len(places) <= 6:
        return ", ".join("all cases" if i < 0 else str(i) for i in places)
    return _format.plural(len(places), "split")
