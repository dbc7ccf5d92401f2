"""The table of scores of a study: the mean of a metric over the splits of each dataset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee import _check, _format
from referee.core import Comparison, Results, ScoreTable, StudyResults
from referee.core.types import Floats
from referee.errors import InputError
from referee.learners.per_split import per_split
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric
from referee.verbs.compare_learners import compare_results


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
