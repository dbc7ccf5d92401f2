"""A table of scores from a file or a dataframe: rows datasets, columns learners, the first column the name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import ScoreTable
from referee.core.types import Better
from referee.data.column import is_number
from referee.data.frames import index_of
from referee.errors import FileError

MISSING = ("", "na", "n/a", "nan", "null", "none", "-", "–", "?")
"""What an empty cell of a table of scores looks like."""


def read_score_table(
    path: str | Path,
    *,
    metric: str = "score",
    better: Better = "higher",
    learners: Sequence[str] | None = None,
    leave_out: Sequence[str] = (),
    encoding: str = "utf-8",
    delimiter: str = "",
) -> ScoreTable:
    r"""The table of a file; every column but the first is a learner, unless `learners` or `leave_out` name some.

    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "r.csv"
    >>> _ = file.write_text("dataset,svm,tree\niris,0.95,0.93\nwine,,0.91\n")
    >>> read_score_table(file, metric="accuracy").missing
    (('wine', 'svm', 'empty cell'),)
    """
    from referee.data.cells import key_column
    from referee.data.files import column_names, read_columns

    text = {"encoding": encoding, "delimiter": delimiter}
    if learners is not None:
        learners = _check.names("learners", learners)
    names = column_names(path, learners or (), **text)
    head = names[0]
    wanted = [n for n in names[1:] if n not in leave_out] if learners is None else list(learners)
    if len(wanted) < 2:
        got = f"{_format.plural(len(wanted), 'learner')} beside {_format.quote(head)}"
        _check.fail(str(path), "hold a column for the name and at least two learners", got, error=FileError)
    columns = read_columns(path, [head, *wanted], **text)
    datasets = _names(str(path), head, key_column(columns, head).to_pylist())
    values, missing = _cells(datasets, {name: columns[name].to_pylist() for name in wanted}, str(path))
    return ScoreTable(metric, better, tuple(datasets), tuple(wanted), values, missing, Path(path).name)


def score_column(path: str | Path, name: str, *, encoding: str = "utf-8", delimiter: str = "") -> dict[str, float]:
    """One column of such a file, by dataset; a cell without a number is left out."""
    from referee.data.files import column_names, read_columns

    head = column_names(path, [name], encoding=encoding, delimiter=delimiter)[0]
    columns = read_columns(path, [head, name], encoding=encoding, delimiter=delimiter)
    datasets = _names(str(path), head, columns[head].to_pylist())
    values, _ = _cells(datasets, {name: columns[name].to_pylist()}, str(path))
    return {d: float(v) for d, v in zip(datasets, values[:, 0], strict=True) if not math.isnan(v)}


def score_table_of(scores: Any, *, metric: str = "score", better: Better = "higher") -> ScoreTable:
    """The table of a dataframe, or of a mapping from learners to scores by dataset.

    The first column of a dataframe names the dataset, or the index of one in pandas that has but scores beside it.

    >>> score_table_of({"svm": {"iris": 0.95, "wine": 0.9}, "tree": {"iris": 0.93}}).missing
    (('wine', 'tree', 'no score'),)
    """
    if isinstance(scores, Mapping) and all(isinstance(column, Mapping) for column in scores.values()):
        datasets = list(dict.fromkeys(str(d) for column in scores.values() for d in column))
        found = {str(name): {str(d): v for d, v in column.items()} for name, column in scores.items()}
        cells = {name: [column.get(d) for d in datasets] for name, column in found.items()}
    else:
        import narwhals.stable.v2 as nw

        index = index_of(scores)
        named = index is not None and all(isinstance(name, str) for name in index)  # as a pivot table has them
        if named and scores.select_dtypes("number").shape == scores.shape:
            scores = scores.reset_index()
        try:
            frame = nw.from_native(scores, eager_only=True)
        except TypeError:
            rule = "be a ScoreTable, the results of a study, a dataframe, or map learners to scores by dataset"
            _check.fail("table", rule, type(scores).__name__)
        names = list(frame.columns)
        if len(names) < 3:
            _check.fail("table", "hold a column for the name and at least two learners", f"columns {names}")
        datasets = _names("table", names[0], frame.get_column(names[0]).to_list())
        cells = {str(name): frame.get_column(name).to_list() for name in names[1:]}
    if not datasets:
        _check.fail("table", "hold at least one dataset", "none")
    values, missing = _cells(datasets, cells, "table")
    missing = tuple((d, name, "no score") for d, name, _ in missing)
    return ScoreTable(metric, better, tuple(datasets), tuple(cells), values, missing)


def _names(where: str, head: Any, cells: list[Any]) -> list[str]:
    """The names of the datasets; a fraction is a score, and no name."""
    names = [str(cell) for cell in cells]
    for name in names:
        if is_number(name) and not float(name).is_integer():
            got = f"{name} in {_format.quote(str(head))}"
            _check.fail(where, "name the datasets in its first column", got, error=FileError)
    return names


def _cells(datasets: list[str], columns: dict[str, list[Any]], where: str) -> tuple[Any, Any]:
    """Numbers, and the cells that hold none."""
    values = np.full((len(datasets), len(columns)), np.nan)
    missing = []
    for j, (name, column) in enumerate(columns.items()):
        for i, cell in enumerate(column):
            if cell is None or str(cell).strip().lower() in MISSING:
                missing.append((datasets[i], name, "empty cell"))
                continue
            try:
                values[i, j] = float(cell)
            except (TypeError, ValueError):
                got = f"{_format.quote(str(cell))} for {_format.quote(name)} on {_format.quote(datasets[i])}"
                hint = "Write decimals with a point." if "," in str(cell) else ""
                _check.fail(where, "hold a number or nothing in every cell", got, hint, error=FileError)
    return values, tuple(missing)
