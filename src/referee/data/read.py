"""The one door: columns, files, dataframes and databases become answers, checked here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Answers
from referee.core.pair import all_differ, recode
from referee.core.types import Array, Codes, Column, Floats, Label
from referee.data.classes import positive_class, read_scores, same_kind, share_a_label
from referee.data.column import (
    keys_column,
    keys_text,
    labels_column,
    numbers_column,
    refuse_where,
    same_length,
    same_rows,
)
from referee.data.encode import encode_one, relabel
from referee.data.source import Keep, Missing, Progress, Reading, WeightMeaning

ROLES = ("y_true", "y_pred", "y_score")
"""What columns are called that have no name of their own."""

LARGEST_WEIGHT = 1e50
"""Weights beyond it, and those below its inverse, have products of four sums that floats do not hold. It is ours."""


def read(
    data: Any,
    y_pred: Column = None,
    y_score: Column = None,
    *,
    truth: str | None = None,
    pred: str | None = None,
    score: str | Mapping[Label, str] | None = None,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    case_ids: Column = None,
    groups: Column = None,
    weights: Column = None,
    weights_are: WeightMeaning = "importance",
    threshold: float | None = None,
    name: str = "",
    missing: Missing = "refuse",
    keep: Keep = "auto",
    exact: bool = False,
    table: str | None = None,
    query: str | None = None,
    encoding: str = "utf-8",
    delimiter: str = "",
    progress: Progress | None = None,
) -> Answers:
    r"""Read the answers of a model: from columns in memory, or from the named columns of a source.

    `read(y_true, y_pred, y_score)` takes lists, arrays and columns of any dataframe library. With `truth` the first
    argument is a source instead (a file, a glob, a folder, a dataframe, eager or lazy, a mapping of columns, a database
    with `table` or `query`), and `truth`, `pred`, `score`, `weights`, `groups` and `case_ids` name its columns.

    Everything is checked here. Missing values are refused with their number and first position unless
    `missing="drop"`; labels must be of one type; predictions must share a label with the truth. Nothing is guessed: of
    two classes the positive one is `positive`, or True of (False, True), 1 of (0, 1) and of (-1, 1), else none. Scores
    are one column for the positive class (higher means more positive) or one column per class: by name, or in the
    sorted order of the labels, as scikit-learn gives them, or in the order of `labels`. `threshold` makes classes of
    one column of scores.

    `weights` are importance weights (multiplying all by a constant changes nothing) unless `weights_are="counts"` says
    that each row stands for that many cases. `groups` names the cluster of each case (patient, document). `case_ids`
    identify cases, so that two models can be paired whatever the order of rows.

    `keep="records"` keeps one row per case, `keep="counts"` one row per kind of case: the same numbers from less
    memory, scores beyond a million distinct values on bins (`exact=True` keeps every one). By default sources with more
    than `referee.data.table.MOST_RECORDS` rows, and those that live elsewhere, are counted where they are.

    >>> answers = read([1, 0, 1, 0], [1, 0, 0, 0], positive=1, name="logit")
    >>> answers.n, answers.confusion.tp, answers.confusion.fn
    (4, 1, 1)
    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y,p\nyes,0.9\nno,0.4\nyes,0.3\n")
    >>> read(file, truth="y", score="p", positive="yes").ranking.auc
    0.5
    """
    how = Reading(positive, labels, missing, keep, exact, table, query, encoding, delimiter, progress, weights_are)
    roles = {"weights": weights, "groups": groups, "case_ids": case_ids}
    if truth is None:
        for arg, value in (("pred", pred), ("score", score), ("table", table), ("query", query)):
            if value is not None:
                _check.fail(arg, "be given with `truth`, the column of the true class", _check.show_value(value))
        if missing != "refuse":
            hint = "Leave these cases out of your columns, or name columns of a table: read(table, truth=...)."
            _check.fail("missing", "be 'refuse' for columns in memory", missing, hint)
        made = answers_of_columns((data, y_pred, y_score), how, roles, name)
    else:
        for arg, value in (("y_pred", y_pred), ("y_score", y_score)):
            if value is not None:
                hint = f"Name the column: {arg.removeprefix('y_')}=..."
                _check.fail(arg, "not be given with `truth`, which names a column", type(value).__name__, hint)
        from referee.data.counter import count_answers
        from referee.data.table import is_counted, read_records

        if is_counted(data, how, roles):
            asked: dict[str, Any] = {"truth": truth, "pred": pred, "score": score, "threshold": threshold}
            return count_answers(data, name=name, **asked, **vars(how))
        (made,) = read_records([data], truth, [(0, name, pred, score)], how, roles)
    if threshold is None:
        return made
    cut = _check.number("threshold", threshold)
    if made.scores is None or made.scores.ndim != 1:
        _check.fail("threshold", "be given with one column of scores", cut)
    if made.has_labels:
        _check.fail("threshold", "not be given with y_pred", cut)
    return made.cut(cut)


def answers_of(data: Any, y_pred: Column = None, y_score: Column = None, **options: Any) -> Answers:
    """The answers given, or made of columns; what belongs to the reading is refused beside answers."""
    if not isinstance(data, Answers):
        return read(data, y_pred, y_score, **options)
    for arg, value in {"y_pred": y_pred, "y_score": y_score, **options}.items():
        if value is not None:
            _check.fail(arg, "be said when the answers are read", type(value).__name__, "See `referee.read`.")
    return data


def answers_of_columns(
    columns: tuple[Any, Any, Any],
    how: Reading,
    beside: Mapping[str, Any],
    name: str,
    roles: tuple[str, str, str] = ROLES,
    source: str = "",
) -> Answers:
    """Answers from columns in memory: truth, predicted classes and scores, those called `roles`, and those `beside`.

    Each is checked, and all are checked against each other. A `source` says that they were read from there.
    """
    (y_true, y_pred, y_score), labels = columns, how.labels
    if y_pred is None and y_score is None:
        table = isinstance(y_true, str | Path) or hasattr(y_true, "columns")
        hint = "Name the columns of a table or file: referee.read(table, truth=..., pred=...)." if table else ""
        _check.fail("y_pred", "be given, or `y_score`", "neither", hint)
    said = labels_column(roles[0], y_true)
    n, parts = len(said), [encode_one(said)]
    if y_pred is not None:
        answer = labels_column(roles[1], y_pred)
        same_length(roles[1], answer, roles[0], n)
        same_kind(said, answer, roles[:2])
        parts.append(encode_one(answer))
        if labels is None:
            share_a_label(parts[0][1], parts[1][1], roles[:2])
    codes, known = recode(parts)
    if labels is not None:
        codes, known = relabel(codes, known, labels)
    chosen = positive_class(known, how.positive, written=bool(source))
    scores = None if y_score is None else read_scores(roles[2], y_score, known, chosen, said, labels)
    if scores is not None:
        same_length(roles[2], scores, roles[0], n)
    weights, groups, case_ids = (beside[role] for role in ("weights", "groups", "case_ids"))
    mass = None if weights is None else _weights(weights, n, how.weights_are)
    times = mass.astype(np.int64) if mass is not None and how.weights_are == "counts" else None
    for arg, values in {roles[1]: y_pred, roles[2]: y_score, **beside}.items():
        same_rows(arg, values, roles[0], y_true)
    made = Answers(
        labels=known,
        truth=codes[0],
        predicted=codes[1] if len(codes) > 1 else None,
        scores=scores,
        times=times,
        weights=mass if times is None else None,
        groups=None if groups is None else _groups(groups, n),
        case_ids=None if case_ids is None else _unique_ids(case_ids, n),
        positive=chosen,
        positive_was_given=how.positive is not None,
        name=str(name),
        source=source or type(y_true).__module__.split(".")[0],
    )
    return made if times is None or times.all() else made.rows(np.flatnonzero(times))


def _weights(weights: Column, n: int, meaning: WeightMeaning) -> Floats:
    """Checked weights."""
    array = numbers_column("weights", weights).astype(float)
    same_length("weights", array, "y_true", n)
    refuse_where("weights", "be at least 0", array, array < 0)
    if not array.any():
        _check.fail("weights", "not all be 0", "a sum of 0")
    if meaning == "counts":
        refuse_where("weights", "be whole numbers when weights_are='counts'", array, array != np.floor(array))
        if array.sum() > _check.MOST:
            _check.fail("weights", f"stand for at most {_check.MOST} cases", float(array.sum()))
        return array
    rule = f"be 0 or lie between {1 / LARGEST_WEIGHT:g} and {LARGEST_WEIGHT:g}"
    outside = (array > LARGEST_WEIGHT) | ((array > 0) & (array < 1 / LARGEST_WEIGHT))
    refuse_where("weights", rule, array, outside, "Multiply all by a constant, which changes nothing else.")
    return array


def _groups(groups: Column, n: int) -> Array:
    """The cluster of each case, as something that sorts."""
    column = keys_column("groups", groups)
    same_length("groups", column, "y_true", n)
    return column.values if column.values.dtype.kind != "O" else keys_text(column)


def _unique_ids(case_ids: Column, n: int) -> Array:
    """The ids as text, each once."""
    column = keys_column("case_ids", case_ids)
    same_length("case_ids", column, "y_true", n)
    ids = keys_text(column)
    if all_differ(ids):
        return ids
    order = np.argsort(ids, kind="stable")
    again: Codes = np.sort(order[1:][ids[order[1:]] == ids[order[:-1]]])
    if len(again):
        twice = list(dict.fromkeys(ids[again].tolist()))
        ids_words = f"{_format.plural(len(twice), 'repeated id')} ({_format.listing(twice, 3)})"
        got = f"{ids_words}, the first at {_format.row(again[0])}"
        _check.fail("case_ids", "be different for each case", got)
    return ids
