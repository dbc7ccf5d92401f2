"""Every check that truth, predictions and columns of scores speak of the same classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.types import Floats, Label
from referee.data.column import Column, numbers_column, plain_value, score_columns
from referee.data.frames import column_of

CODINGS: tuple[tuple[Label, ...], ...] = ((False, True), (0, 1), (-1, 1))
"""Pairs of labels whose second one is the positive class by convention."""


def same_kind(truth: Column, prediction: Column, roles: tuple[str, str]) -> None:
    """Refuse predictions of another type than the truth: text in one column and numbers in the other."""
    kinds = {truth.kind, prediction.kind}
    if "str" in kinds and len(kinds) > 1:
        got = f"{truth.kind} in `{roles[0]}` (such as {_first(truth)!r}) and {prediction.kind} (such as "
        got += f"{_first(prediction)!r})"
        _check.fail(roles[1], f"have labels of the same type as `{roles[0]}`", got, "Convert one of them.")


def share_a_label(truth: tuple[Label, ...], prediction: tuple[Label, ...], roles: tuple[str, str]) -> None:
    """Refuse predictions that have no label in common with the truth, so that none could ever be right.

    A model that is always wrong about 0 and 1 is no such case: those are the classes of one problem by their coding.
    """
    one, two = set(truth), set(prediction)
    if one & two or any(one | two <= set(coding) for coding in CODINGS):
        return
    got = f"{_format.listing(prediction[:3])}, where the truth has {_format.listing(truth[:3])}"
    hint = "Is it the column of predicted classes? Declare labels= when these are classes of one problem."
    _check.fail(roles[1], f"share a label with `{roles[0]}`", got, hint)


def positive_class(labels: tuple[Label, ...], positive: Any, *, written: bool = False) -> Label | None:
    """The positive class: the one named, or the one that 0/1 coding names, or none.

    With `written` a text may stand for a label that it writes, as on the command line: "1" for 1, "true" for True.
    """
    if positive is None:
        return labels[1] if labels in CODINGS else None
    positive = plain_value(positive)
    if not isinstance(positive, str | bool | int | float):
        _check.fail("positive", "be one label", _check.show_value(positive))
    for label in labels:
        if label == positive and isinstance(label, str) == isinstance(positive, str):
            return label
    if written and isinstance(positive, str):
        for label in labels:
            if str(label) == positive or (isinstance(label, bool) and str(label).lower() == positive):
                return label
        for label in labels:
            if not isinstance(label, str | bool) and _is_number(positive, label):
                return label
    hint = f"The labels are {_format.listing(labels)}."
    _check.fail("positive", "be a label that occurs", _check.show_value(positive), hint)


def read_scores(
    arg: str,
    given: Any,
    labels: tuple[Label, ...],
    positive: Label | None,
    truth: Column,
    declared: Sequence[Label] | None,
) -> Floats:
    """One score per case, or one column per class in the order of the labels.

    Columns with names (of a dataframe or a mapping) go by their names; columns without go by the declared labels, else
    by the sorted labels, as scikit-learn gives them. A categorical truth in another order makes that a guess, which is
    refused. Of two columns the one of the positive class says all.
    """
    names = _names(given)
    if names is None:
        columns = score_columns(arg, given)
        if not isinstance(columns, list):
            return columns
        order = _match_unnamed(arg, len(columns), labels, truth, declared)
    else:
        order = _match_names(arg, names, labels)
        columns = [numbers_column(arg, column_of(given, name), infinite=True) for name in names]
    placed = [columns[place] for place in order]
    if len(labels) == 2 and positive is not None:
        return placed[labels.index(positive)]
    return np.stack(placed, axis=1)


def class_columns(score: Mapping[Label, str]) -> dict[Label, str]:
    """The column of each class, checked."""
    columns = dict(score)
    for label, column in columns.items():
        if not isinstance(column, str):
            _check.fail("score", "map classes to names of columns", f"{type(column).__name__} for {label!r}")
    if len(columns) < 2 or len(set(columns.values())) < len(columns):
        _check.fail("score", "map two or more classes to a column each", _format.listing(columns.values()))
    return columns


def find_label(label: Any, labels: tuple[Label, ...]) -> Label:
    """The label of the truth that is meant, by its text where need be."""
    found = next((known for known in labels if known == label or str(known) == str(label)), None)
    if found is None:
        hint = f"There are {_format.listing(labels)}."
        _check.fail("score", "map classes that occur", _check.show_value(label), hint)
    return found


def _match_unnamed(
    arg: str, count: int, labels: tuple[Label, ...], truth: Column, declared: Sequence[Label] | None
) -> list[int]:
    """Which of the columns without names belongs to each label."""
    if count != len(labels):
        rule = f"have one column for each of the {len(labels)} classes ({_format.listing(labels)})"
        hint = "Declare labels= if classes are absent."
        _check.fail(arg, rule, f"{_format.plural(count, 'column')}", hint)
    ranked = sorted(labels, key=lambda label: (isinstance(label, str), label))
    if declared is not None or ranked == list(labels):
        return list(range(count))
    hint = "Name the columns after the classes, or pass labels= in the order of the columns."
    got = f"a truth with the levels {_format.listing(truth.levels or labels)}, which are not sorted"
    _check.fail(arg, "say which class each column is for", got, hint)


def _match_names(arg: str, names: list[Any], labels: tuple[Label, ...]) -> list[int]:
    """Which of the named columns belongs to each label: by the whole name, or by its end, as in p_cat for cat."""
    words = [str(name) for name in names]
    order = []
    for label in labels:
        found = [i for i, word in enumerate(words) if word == str(label)]
        found = found or [i for i, word in enumerate(words) if word.endswith(tuple(f"{s}{label}" for s in "_. -"))]
        order += found if len(found) == 1 else []
    if len(order) != len(labels) or len(set(order)) != len(words):
        rule = f"have one column named after each of the {len(labels)} classes ({_format.listing(labels)})"
        hint = "Rename the columns, or pass .to_numpy() with labels= in their order."
        _check.fail(arg, rule, _format.listing(words), hint)
    return order


def _names(given: Any) -> list[Any] | None:
    """The names of the columns of scores; None for one column, and where a library only numbered them."""
    if isinstance(given, Mapping):
        return list(given)
    if len(getattr(given, "shape", ())) != 2 or isinstance(given, np.ndarray):
        return None
    names = list(given.column_names if hasattr(given, "column_names") else getattr(given, "columns", ()))
    numbered = ([*range(len(names))], [f"column_{i}" for i in range(len(names))])
    return None if not names or names in numbered else names


def _first(column: Column) -> Label:
    return plain_value(column.values[0] if column.levels is None else column.levels[0])


def _is_number(text: str, label: Label) -> bool:
    try:
        return float(text) == label
    except ValueError:
        return False
