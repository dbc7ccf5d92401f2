"""The table of scores that is ranked: how it comes in, which end is good, and what it must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Comparison, Results, ScoreTable, StudyResults
from referee.core.types import Better, Floats
from referee.data.score_table import read_score_table, score_table_of
from referee.errors import InputError
from referee.learners.per_split import per_split
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric, get, resolve
from referee.verbs.compare_learners import compare_results

UNNAMED = "score"


def score_table(
    results: StudyResults, metric: str | Metric | None = None, *, learners: Sequence[str] | None = None
) -> ScoreTable:
    """The mean of a metric over the shared splits of each dataset, one row per dataset and one column per learner.

    Without a metric the first of the study. A cell is missing, with the reason, when a run of it failed or was not
    done, or when the metric is undefined for it on a split where it is defined for another: a mean over other splits
    would be no fair comparison. Splits on which it is undefined for all learners are left out for all, and noted.

    >>> from referee.core.splits import Splits
    >>> folds = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> cell = Results("rule", (0, 1), [0, 1, 0, 1], folds, ([0, 1], [1, 1]))
    >>> half = Results("half", (0, 1), [0, 1, 0, 1], folds, ([0, 1], None))
    >>> study = StudyResults("study", ("toy",), ("rule", "half"), (cell, half), ("accuracy",), (((0.75, 1.0),),))
    >>> score_table(study).values.tolist(), score_table(study).missing
    ([[0.75, nan]], (('toy', 'half', '1 of 2 runs not done'),))
    """
    if not isinstance(results, StudyResults):
        _check.fail("results", "be the results of a study", type(results).__name__)
    measure = directed_metric(results.metrics[0] if metric is None else metric)
    names = tuple(results.learners if learners is None else learners)
    values = np.full((len(results.datasets), len(names)), np.nan)
    missing: list[tuple[str, str, str]] = []
    notes = []
    for i, dataset in enumerate(results.datasets):
        cells = {name: results.of(dataset, name) for name in names}
        found, why, left = _row(cells, measure, dataset)
        values[i] = [found.get(name, np.nan) for name in names]
        missing += [(dataset, name, reason) for name, reason in why.items()]
        if left:
            total = len(next(iter(cells.values())).splits)
            notes.append(f"{measure.name} is undefined for all learners on {left} of {total} splits of {dataset}.")
    kinds = sorted({f"{len(cell.splits)} {cell.splits.kind}" for cell in results.cells})
    source = f"{results.name}: means over {', '.join(kinds[:3])}"
    tables = results.datasets, names
    return ScoreTable(measure.name, measure.good_end, *tables, values, tuple(missing), source, tuple(notes))


def _row(cells: dict[str, Results], measure: Metric, dataset: str) -> tuple[dict[str, float], dict[str, str], int]:
    """The means of the learners of a dataset, why others have none, and how many splits are undefined for all."""
    runs: dict[str, Floats] = {}
    why: dict[str, str] = {}
    for name, cell in cells.items():
        if cell.complete:
            try:
                runs[name] = per_split(cell, measure)
            except InputError as error:
                raise type(error)(f"{error} This is dataset {dataset!r}.") from None
        else:
            why[name] = _gap(cell)
    if not runs:
        return {}, why, 0
    defined = {name: np.isfinite(values) for name, values in runs.items()}
    somewhere = np.any(list(defined.values()), axis=0)
    out = {}
    for name, values in runs.items():
        lacking = int((somewhere & ~defined[name]).sum())
        if not somewhere.any():
            why[name] = f"{measure.name} is undefined on every split"
        elif lacking:
            why[name] = f"{measure.name} is undefined on {lacking} of {len(values)} splits"
        else:
            out[name] = float(values[somewhere].mean())
    return out, why, int((~somewhere).sum()) if somewhere.any() else 0


def _gap(cell: Results) -> str:
    """Why a cell is not complete."""
    total, failed = len(cell.splits), [why for i, why in cell.failures if i >= 0]
    if failed:
        return f"{len(failed)} of {_format.plural(total, 'run')} failed: {failed[0]}"
    return f"{total - len(cell.finished)} of {_format.plural(total, 'run')} not done"


def each_dataset(
    results: StudyResults,
    table: ScoreTable,
    reference: str,
    *,
    level: float = 0.95,
    margin: float | None = None,
    rng: int = 0,
) -> tuple[Comparison, ...]:
    """Each learner against the reference on every dataset alone, by the test that is valid for its splits.

    That is `compare` of what the two said on the same splits: the corrected resampled t test, or the difference alone
    where no test holds its level. `dataset` names the dataset. Cells without a score are left out.
    """
    gaps = {(dataset, learner) for dataset, learner, _ in table.missing}
    out = []
    for dataset in table.datasets:
        for name in table.learners:
            if name == reference or {(dataset, name), (dataset, reference)} & gaps:
                continue
            one, two = (results.of(dataset, learner) for learner in (name, reference))
            duel = compare_results(one, two, metric=table.metric, margin=margin, level=level, rng=rng)
            out.append(replace(duel, a=name, b=reference, dataset=dataset))
    return tuple(out)


def table_of(results: Any, metric: str | None, better: Better | None) -> ScoreTable:
    """The table of scores that `results` hold, in the direction that the metric or the user says."""
    if isinstance(results, ScoreTable):
        if metric is not None and resolve(metric) != results.metric:
            if results.metric != UNNAMED:
                _check.fail("metric", f"be that of the table, {results.metric!r}", _check.show_value(metric))
            results = replace(results, metric=resolve(metric), better=good_end(metric, better))
        return results if better is None else replace(results, better=better)
    if isinstance(results, StudyResults):
        if better is not None:
            _check.fail("better", "be left to the metric of a study", better)
        return score_table(results, metric)
    end = good_end(metric, better)
    read = read_score_table if isinstance(results, str | Path) else score_table_of
    return read(results, metric=UNNAMED if metric is None else resolve(metric), better=end)


def good_end(metric: str | None, better: Better | None = None) -> Better:
    """The end of a metric that is good: the one that is known, or that the user says of scores of another kind.

    Of scores without a name it is the higher one where nothing is said.
    """
    if better is not None:
        _check.choice("better", better, ("higher", "lower"))
    if metric is None:
        return better or "higher"
    try:
        found = get(metric if better else _check.instance("metric", metric, str))
    except InputError as error:
        if better is not None:
            return better
        raise type(error)(f"{error} Or say which end is good: better='higher' or 'lower'.") from None
    if better is not None and found.better not in (None, better):
        _check.fail("better", f"be {found.better!r} for {metric}, or be left out", _check.show_value(better))
    if found.better is None and better is None:
        _check.fail("metric", "have a better and a worse end", found.name, "Or say better=...")
    return better or found.good_end


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
