"""Several models of the same cases, read together so that each pair of them is a pair."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee import _check, _format
from referee.core import Answers
from referee.core.types import Column, Label, Table
from referee.data.read import answers_of_columns, read
from referee.data.source import Keep, Missing, Progress, Reading


def read_models(
    *data: Any,
    truth: str | None = None,
    preds: Any = None,
    scores: Any = None,
    case_ids: Column = None,
    by_position: bool = False,
    independent: bool = False,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    groups: Column = None,
    weights: Column = None,
    missing: Missing = "refuse",
    keep: Keep = "auto",
    exact: bool = False,
    table: Table = None,
    query: Any = None,
    encoding: str = "utf-8",
    delimiter: str = "",
    progress: Progress | None = None,
) -> tuple[Answers, ...]:
    r"""Read the answers of several models about the same cases.

    - `read_models(y_true, preds={"svm": p1, "tree": p2})`: columns in memory beside one truth; `scores` likewise.
    - `read_models(source, truth="y", preds=["svm", "tree"])`: columns of one file, dataframe or table.
    - `read_models(one, two, truth="y", preds="yhat", case_ids="case")`: the same column of two files or tables, whose
      rows are matched by the column `case_ids`, or by their place when `by_position` says so; with `independent=True`
      they are different test sets. Two tables of one database are `table=("old", "new")`.

    `preds` and `scores` may both be given, in the same order of models. The rest is as in `read`. A large source is
    counted where it is: the models together, so that their answers stay paired.

    >>> a, b = read_models([1, 0, 1, 0], preds={"svm": [1, 0, 1, 1], "tree": [1, 0, 0, 0]})
    >>> a.name, b.name, a.confusion.tp, b.confusion.tp
    ('svm', 'tree', 2, 1)
    """
    how = Reading(positive, labels, missing, keep, exact, table, query, encoding, delimiter, progress)
    roles = {"weights": weights, "groups": groups, "case_ids": case_ids}
    if len(data) not in (1, 2):
        hint = "Of more models read one source with a column for each."
        _check.fail("data", "be one source, or two", _format.plural(len(data), "source"), hint)
    if truth is None:
        if len(data) != 1:
            _check.fail("truth", "name the column of the true class in several sources", "None")
        return _of_columns(data[0], preds, scores, how, roles)
    from referee.data.counter import count_models
    from referee.data.join import count_joined
    from referee.data.table import is_counted, read_records

    two = len(data) == 2 or any(isinstance(x, tuple | list) and len(x) == 2 for x in (table, query))
    if not two:
        how = replace(how, table=_single("table", table), query=_single("query", query))
        named = _columns_by_model(preds, scores)
        if is_counted(data[0], how, roles):
            return count_models(data[0], truth=truth, **_one_kind(named), **vars(how))
        return read_records(data, truth, [(0, name, *columns) for name, columns in named.items()], how, roles)
    _one_column(preds=preds, scores=scores)
    names = _names(data, table)
    kept = roles if independent else roles | {"case_ids": None}
    asked: dict[str, Any] = {"truth": truth, "pred": preds, "score": scores}
    counted = [is_counted(source, how, kept) for source in data]
    if any(counted):
        if independent:
            return tuple(
                read(data[i % len(data)], name=names[i], **asked, **roles, **vars(how.side(i))) for i in (0, 1)
            )
        if case_ids is None or by_position:
            _check.fail("case_ids", "name the column that tells which case a row is", "None", "In both tables.")
        other = data[1] if len(data) == 2 else None
        return count_joined(data[0], other, on=case_ids, names=names, **asked, **vars(how))
    if not independent and (case_ids is None) != by_position:
        got = "both" if by_position else "neither"
        hint = "Or say independent=True (--independent) when they are different test sets."
        _check.fail("case_ids", "name the column of case ids, unless by_position=True says it", got, hint)
    models = [(i, name, preds, scores) for i, name in enumerate(names)]
    return read_records(data, truth, models, how, roles)


def _one_column(**named: Any) -> None:
    """Refuse anything but the name of a column that both tables have."""
    for arg, value in named.items():
        if value is not None and not isinstance(value, str):
            _check.fail(arg, "be one column that both tables have", _check.show_value(value))


def _of_columns(
    y_true: Column, preds: Any, scores: Any, how: Reading, roles: dict[str, Any]
) -> tuple[Answers, ...]:
    """Models from columns beside one truth, by name."""
    for arg, value in (("preds", preds), ("scores", scores)):
        if value is not None and not isinstance(value, Mapping):
            _check.fail(arg, "map the name of each model to its column", type(value).__name__)
    names = list(dict.fromkeys([*(preds or {}), *(scores or {})]))
    _differ(names)
    made = []
    for name in names:
        pred, score = ((given or {}).get(name) for given in (preds, scores))
        made.append(answers_of_columns((y_true, pred, score), how, roles, str(name)))
    return tuple(made)


def _columns_by_model(preds: Any, scores: Any) -> dict[str, tuple[str | None, Any]]:
    """The columns of class and score of each model; a model is named by its mapping, or after its column."""
    found = []
    for arg, given in (("preds", preds), ("scores", scores)):
        if given is not None and not isinstance(given, Mapping):
            columns = list(_check.items(arg, [given] if isinstance(given, str) else given, "names of columns"))
            given = {name: name for name in columns}
            if len(given) < len(columns):
                again = next(name for name in columns if columns.count(name) > 1)
                _check.fail(arg, "name different columns", f"{again} twice")
        found.append({} if given is None else dict(given))
    by_pred, by_score = found
    if by_pred and by_score and not set(by_pred) & set(by_score):
        if len(by_pred) != len(by_score):
            _check.fail("scores", f"name as many columns as `preds` ({len(by_pred)})", str(len(by_score)))
        by_score = dict(zip(by_pred, by_score.values(), strict=True))
    names = list(dict.fromkeys([*by_pred, *by_score]))
    _differ(names)
    return {str(name): (by_pred.get(name), by_score.get(name)) for name in names}


def _one_kind(named: dict[str, tuple[str | None, Any]]) -> dict[str, Any]:
    """Classes or scores of all models: those of a source that is counted are one or the other."""
    preds = {name: pred for name, (pred, _) in named.items() if pred is not None}
    scores = {name: score for name, (_, score) in named.items() if score is not None}
    if preds and scores:
        hint = "Read classes and scores in two calls, or keep='records'."
        _check.fail("scores", "not be counted together with `preds`", "both", hint)
    return {"preds": preds} if preds else {"scores": scores}


def _differ(names: list[Any]) -> None:
    if len({str(name) for name in names}) < len(names):
        _check.fail("models", "have different names as text", f"{len(names)} models")
    if len(names) < 2:
        _check.fail("models", "be at least two", _format.plural(len(names), "model"))


def _single(arg: str, value: Any) -> str | None:
    if isinstance(value, tuple | list):
        if len(value) > 1:
            _check.fail(arg, "be named once or twice", str(len(value)))
        return value[0] if value else None
    return value


def _names(data: tuple[Any, ...], table: Table) -> tuple[str, str]:
    """What the models are called: by table, by file, or A and B."""
    if isinstance(table, tuple | list) and len(table) == 2 and table[0] != table[1]:
        return _format.label(table[0], 60), _format.label(table[1], 60)
    if not all(isinstance(source, str | Path) for source in data) or len(data) != 2:
        return "A", "B"
    names = [Path(source).stem for source in data]
    if names[0] == names[1]:
        root = os.path.commonpath([Path(source).absolute().parent for source in data])
        names = [os.path.relpath(source, root) for source in data]
    return ("A", "B") if names[0] == names[1] else (_format.label(names[0], 60), _format.label(names[1], 60))
