"""A study for other programs: predictions with OpenML's columns, results as tables, and runs of MLflow."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check
from referee.core import Results, StudyResults
from referee.core.types import Table
from referee.core.whole_file import whole_file
from referee.learners.per_split import per_split
from referee.metrics.registry import directed_metric

SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet may run."""


MOST = 1000
"""The most metrics that MLflow takes at once."""


def export_predictions(study: StudyResults, path: str | os.PathLike[str]) -> Path:
    """Write every prediction, a row each, to a Parquet or CSV file (by its name), and give its path.

    Columns: dataset, learner, repeat, fold, row_id, prediction, truth, and confidence.<class> for every class of the
    study, empty where a dataset has no such class or a learner no scores. Labels are text. A confidence is a
    probability, or what the decision function of a learner without probabilities gave. In CSV a text that a
    spreadsheet would run as a formula gets an apostrophe in front.

    >>> import tempfile
    >>> from referee.core.splits import Splits
    >>> folds = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> cell = Results("rule", (0, 1), [0, 1, 0, 1], folds, ([0, 1], [1, 1]))
    >>> study = StudyResults("study", ("toy",), ("rule",), (cell,), ("accuracy",), (((0.75,),),))
    >>> print(export_predictions(study, Path(tempfile.mkdtemp()) / "p.csv").read_text().splitlines()[3])
    "toy","rule",0,1,2,"1","0",,
    """
    import pyarrow as pa

    classes = list(dict.fromkeys(str(label) for cell in study.cells for label in cell.labels))
    texts, wholes = ("dataset", "learner", "prediction", "truth"), ("repeat", "fold", "row_id")
    order = ("dataset", "learner", "repeat", "fold", "row_id", "prediction", "truth")
    kinds = {**dict.fromkeys(texts, pa.string()), **dict.fromkeys(wholes, pa.int64())}
    schema = pa.schema([(n, kinds[n]) for n in order] + [(f"confidence.{name}", pa.float64()) for name in classes])
    parts = (
        pa.table(_prediction_columns(dataset, learner, cell, i, schema), schema)
        for dataset, learner, cell in study
        for i in cell.finished
    )
    return _write_tables(path, schema, parts)


def export_results(study: StudyResults, path: str | os.PathLike[str]) -> Path:
    """Write a row for every run to a Parquet or CSV file (by its name), and give its path.

    Columns: dataset, learner, baseline, split, repeat, fold, n_train, n_test, each metric, seconds, and error: why
    there is none. A run that has not finished has no row, unless it failed.

    >>> import tempfile
    >>> from referee.core.splits import Splits
    >>> folds = Splits("2-fold", 4, ([0, 1], [2, 3]))
    >>> cell = Results("rule", (0, 1), [0, 1, 0, 1], folds, ([0, 1], [1, 1]))
    >>> study = StudyResults("study", ("toy",), ("rule",), (cell,), ("accuracy",), (((0.75,),),))
    >>> print(export_results(study, Path(tempfile.mkdtemp()) / "r.csv").read_text().splitlines()[2])
    "toy","rule",false,1,0,1,2,2,0.5,,
    """
    import pyarrow as pa

    schema = pa.schema(
        [
            *(("dataset", pa.string()), ("learner", pa.string()), ("baseline", pa.bool_())),
            *((name, pa.int64()) for name in ("split", "repeat", "fold", "n_train", "n_test")),
            *((name, pa.float64()) for name in (*study.metrics, "seconds")),
            ("error", pa.string()),
        ]
    )
    rows = [row for dataset, learner, _ in study for row in _runs(study, dataset, learner)]
    return _write_tables(path, schema, [pa.Table.from_pylist(rows, schema)])


def _prediction_columns(dataset: str, learner: str, cell: Results, i: int, schema: Any) -> dict[str, Any]:
    """The columns of one finished split."""
    rows, codes = cell.test(i)
    names = np.array([str(label) for label in cell.labels], dtype=object)
    n = len(rows)
    out: dict[str, Any] = {name: [None] * n for name in schema.names}
    out |= {"dataset": [dataset] * n, "learner": [learner] * n, "row_id": rows}
    out |= {"repeat": [cell.splits.repeat(i)] * n, "fold": [_fold(cell, i)] * n}
    out |= {"prediction": names[codes], "truth": names[cell.truth[rows]]}
    if cell.scores and cell.scores[i] is not None:
        values = _by_class(cell, cell.test_scores(i))
        out |= {f"confidence.{name}": values[:, k] for k, name in enumerate(names)}
    return out


def _by_class(cell: Results, scores: Any) -> Any:
    """A column of scores for each class; two classes keep the positive one's, and the other is its complement."""
    if scores.ndim == 2:
        return scores
    chances = bool(len(scores)) and scores.min() >= 0 and scores.max() <= 1
    last = len(cell.labels) - 1
    positive = last if cell.positive is None else cell.labels.index(cell.positive)
    other = 1 - scores if chances else -scores
    return np.stack([scores if k == positive else other for k in range(2)], axis=1)


def _runs(study: StudyResults, dataset: str, learner: str) -> Iterator[dict[str, Any]]:
    """The rows of one learner on one dataset."""
    cell = study.of(dataset, learner)
    values = {}
    for name in study.metrics:
        measure = directed_metric(name)
        scored = not measure.by_scores or bool(cell.scores)
        values[name] = per_split(cell, measure) if scored and cell.finished else np.full(len(cell.splits), np.nan)
    failures = dict(cell.failures)
    d, a = study.datasets.index(dataset), study.learners.index(learner)
    for i in sorted({*cell.finished, *failures}):
        yield {
            "dataset": dataset,
            "learner": learner,
            "baseline": learner in study.baselines,
            "split": i,
            "repeat": cell.splits.repeat(i),
            "fold": _fold(cell, i),
            "n_train": len(cell.splits.train(i)),
            "n_test": len(cell.splits.tests[i]),
            **{name: _number_or_none(values[name][i]) for name in study.metrics},
            "seconds": _number_or_none(study.seconds[d][a][i]) if study.seconds else None,
            "error": failures.get(i),
        }


def _number_or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _fold(cell: Results, i: int) -> int:
    return i % (len(cell.splits) // cell.splits.repeats)


def _write_tables(path: str | os.PathLike[str], schema: Any, parts: Iterator[Any] | Sequence[Any]) -> Path:
    """Write tables one after the other, whole or not at all."""
    from pyarrow import csv, parquet

    file = Path(path)
    kind = file.suffix.lower()
    _check.choice("path", kind, (".parquet", ".csv"))
    text = kind == ".csv"
    with whole_file(file) as unfinished:
        writer: Any = csv.CSVWriter(unfinished, schema) if text else parquet.ParquetWriter(unfinished, schema)
        with writer:
            for part in parts:
                writer.write_table(plain_cells(part) if text else part)
    return file


def plain_cells(table: Table) -> Table:
    """An Arrow table whose texts a spreadsheet shows and does not run: an apostrophe goes before a sign.

    Numbers stay as they are, and so does a text that is a number, such as -1.

    >>> import pyarrow as pa
    >>> plain_cells(pa.table({"a": ["=1+1", "-1", "-x", "b"]})).column("a").to_pylist()
    ["'=1+1", '-1', "'-x", 'b']
    """
    import pyarrow as pa

    for i, field in enumerate(table.schema):
        if pa.types.is_string(field.type):
            cells = [_plain_cell(cell) for cell in table.column(i).to_pylist()]
            table = table.set_column(i, field, pa.array(cells, pa.string()))
    return table


def _plain_cell(cell: str | None) -> str | None:
    if cell is None or not cell.startswith(SIGNS):
        return cell
    try:
        float(cell)
    except ValueError:
        return "'" + cell
    return cell


def log_to_mlflow(study: StudyResults, tracking_uri: str | None = None) -> int:
    """Log a study to MLflow and give the number of runs that it made there. Needs the extra `mlflow`.

    The experiment has the name of the study. Each run has the dataset, the learner, the splits and the seed as
    parameters, the mean of each metric, and its value on each split as the steps of `<metric>.split`. A metric that
    is undefined is not logged. `tracking_uri` is MLflow's own setting unless given.

    >>> log_to_mlflow(study, "http://127.0.0.1:5000")  # doctest: +SKIP
    15
    """
    refused = _check.package("mlflow.exceptions", "mlflow").MlflowException
    try:
        client = _check.package("mlflow.tracking", "mlflow").MlflowClient(tracking_uri=tracking_uri)
        found = client.get_experiment_by_name(study.name)
        experiment = client.create_experiment(study.name) if found is None else found.experiment_id
        for dataset, learner, cell in study:
            _log(client, experiment, study, dataset, learner, cell)
    except refused as error:
        words = " ".join(str(error).split())
        _check.fail("mlflow", "be a tracking store that takes runs", _check.show_value(tracking_uri), words)
    return len(study.cells)


def _log(client: Any, experiment: str, study: StudyResults, dataset: str, learner: str, cell: Results) -> None:
    """One run of MLflow: a learner on a dataset."""
    from mlflow.entities import Metric, Param, RunTag

    facts = {
        "dataset": dataset,
        "learner": learner,
        "seed": study.seed,
        "splits": cell.splits.kind,
        "splits.number": len(cell.splits),
        "splits.fingerprint": cell.splits.fingerprint,
        "data.fingerprint": cell.data,
    }
    tags = {"baseline": str(learner in study.baselines).lower(), "failures": str(len(cell.failures))}
    now = int(time.time() * 1000)
    values = []
    for metric in study.metrics:
        name, mean = re.sub(r"[^\w\-. :/]", "_", metric), study.mean(metric, dataset, learner)
        if mean == mean:
            values.append(Metric(name, mean, now, 0))
            tested = per_split(cell, metric).tolist()
            values += [Metric(f"{name}.split", v, now, i) for i, v in enumerate(tested) if v == v]
    run = client.create_run(experiment, run_name=f"{learner} on {dataset}").info.run_id
    params = [Param(key, str(value)) for key, value in facts.items()]
    client.log_batch(run, params=params, tags=[RunTag(key, value) for key, value in tags.items()])
    for start in range(0, len(values), MOST):
        client.log_batch(run, metrics=values[start : start + MOST])
    client.set_terminated(run, "FINISHED" if cell.complete else "FAILED")
