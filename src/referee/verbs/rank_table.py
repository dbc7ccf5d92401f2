"""The table of scores that is ranked: how it comes in, which end is good, and what it must hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import ScoreTable, StudyResults
from referee.core.types import Better
from referee.data.score_table import read_score_table, score_table_of
from referee.errors import InputError
from referee.metrics.registry import get, resolve
from referee.verbs.score_table import score_table

UNNAMED = "score"


def table_of(results: Any, metric: str | None, better: Better | None) -> ScoreTable:
    """The table of scores that `results` hold, in the direction that the metric or the user says."""
    if isinstance(results, ScoreTable):
        if metric is not None and resolve(metric) != results.metric:
            if results.metric != UNNAMED:
                _check.fail("metric", f"be that of the table, {results.metric!r}", _check.show_value(metric))
            known = direction_of(metric) if better is None else _stated_end(metric, better)
            results = replace(results, metric=resolve(metric), better=known)
        return results if better is None else replace(results, better=better)
    if isinstance(results, StudyResults):
        if better is not None:
            _check.fail("better", "be left to the metric of a study", better)
        return score_table(results, metric)
    end = direction_of(metric) if better is None else _stated_end(metric, better)
    options: dict[str, Any] = {"metric": UNNAMED if metric is None else resolve(metric), "better": end}
    if isinstance(results, str | Path):
        return read_score_table(results, **options)
    return score_table_of(results, **options)


def _stated_end(metric: str | None, better: Better) -> Better:
    """The end that the user calls good, which is not the bad one of a metric that is known."""
    _check.choice("better", better, ("higher", "lower"))
    try:
        known = better if metric is None else get(metric).better
    except InputError:
        return better
    if known not in (None, better):
        _check.fail("better", f"be {known!r} for {metric}, or be left out", _check.show_value(better))
    return better


def refuse_impossible(table: ScoreTable) -> None:
    """Refuse scores that the metric of the table cannot have, as percentages in the place of shares."""
    try:
        low, high = get(table.metric).range
    except InputError:  # scores of another kind
        return
    outside = np.argwhere((table.values < low - 1e-9) | (table.values > high + 1e-9))
    if len(outside):
        i, j = outside[0]
        got = f"{table.values[i, j]:g} for {table.learners[j]!r} on {table.datasets[i]!r}"
        hint = "Divide percentages by 100, or leave the metric out." if high == 1 else ""
        _check.fail("table", f"hold scores from {low:g} to {high:g} for {table.metric}", got, hint)


def direction_of(metric: str | None) -> Better:
    """Which end of a metric is good; of scores without a name the higher, of an unknown name only the user knows."""
    if metric is None:
        return "higher"
    try:
        found = get(_check.instance("metric", metric, str))
    except InputError as error:
        raise type(error)(f"{error} Or say which end is good: better='higher' or 'lower'.") from None
    if found.better is None:
        _check.fail("metric", "have a better and a worse end", found.name, "Or say better=...")
    return found.better


def with_scores(table: ScoreTable) -> tuple[ScoreTable, tuple[tuple[str, str], ...]]:
    """The learners that have a score anywhere, and why the others have none."""
    gaps = {name: [why for _, learner, why in table.missing if learner == name] for name in table.learners}
    empty = {name: why[0] for name, why in gaps.items() if len(why) == len(table.datasets)}
    if not empty or len(table.learners) - len(empty) < 2:
        return table, ()
    return table.only([name for name in table.learners if name not in empty]), tuple(empty.items())


def check_table(table: ScoreTable, baseline: str | None, missing: str) -> None:
    """Refuse a table that no ranking can be made of."""
    _check.choice("missing", missing, ("drop", "refuse"))
    if len(table.learners) < 2:
        _check.fail("table", "hold at least two learners", _format.plural(len(table.learners), "learner"))
    if len(table.datasets) < 2:
        hint = "On one dataset compare the splits: referee.compare_learners."
        _check.fail("table", "hold at least two datasets", _format.plural(len(table.datasets), "dataset"), hint)
    if baseline is not None and baseline not in table.learners:
        known = f"They are {_format.listing(table.learners, 20)}."
        _check.fail("baseline", "be one of the learners", _format.quote(baseline), known)
    if table.missing and missing == "refuse":
        dataset, learner, why = table.missing[0]
        got = f"none for learner {learner!r} on dataset {dataset!r}: {why} ({len(table.missing)} in all)"
        _check.fail("table", "hold a score of every learner on every dataset", got, "Or missing='drop'.")
    whole = [name for name in table.datasets if not any(cell[0] == name for cell in table.missing)]
    if len(whole) < 2 and len(table.learners) > 2:
        gaps = {name: sum(cell[1] == name for cell in table.missing) for name in table.learners}
        worst = max(gaps, key=gaps.__getitem__)
        hint = f"Leave out {worst!r}, which lacks {_format.plural(gaps[worst], 'score')}."
        _check.fail("table", "hold at least 2 datasets with a score of every learner", len(whole), hint)
