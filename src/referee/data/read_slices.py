"""The answers of a model, and of each slice of its cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from referee import _check
from referee.core import Answers
from referee.data.column import keys_column, same_length
from referee.data.read import read
from referee.data.source import Reading

MOST_SLICES = 10_000
"""Slices that are made at most."""


@dataclass(frozen=True)
class Sliced:
    """All cases, and those of each slice by the values of the columns `by`."""

    by: tuple[str, ...]
    whole: Answers
    parts: dict[tuple[Any, ...], Answers]


def read_slices(source: Any, *, by: Any, truth: str | None = None, name: str = "", **options: Any) -> Sliced:
    r"""Read the answers of a model and slice them by columns such as region or month.

    With `truth` the source is read, or counted where it is, every slice in the same pass, and `by` names its columns;
    options are those of `read`. Answers that were read already are sliced by columns in memory: `by` maps names to
    columns.

    >>> from referee import read
    >>> answers = read([1, 0, 1, 0], [1, 0, 0, 0])
    >>> {key: part.n for key, part in read_slices(answers, by={"region": ["eu", "us", "eu", "eu"]}).parts.items()}
    {('eu',): 3, ('us',): 1}
    """
    if isinstance(source, Answers):
        return _of_answers(source, by)
    if truth is None:
        _check.fail("truth", "name the column of the true class", "None")
    from referee.data.counter import count_slices
    from referee.data.table import is_counted, slice_columns

    columns = _check.names("by", by)
    asked = {role: options.pop(role, None) for role in ("pred", "score", "threshold")}
    roles = {role: options.pop(role, None) for role in ("weights", "groups", "case_ids")}
    for option in options.keys() - {field.name for field in fields(Reading)}:
        _check.fail(option, "be an option of `referee.read`", "no such option")
    how = Reading(**options)
    by_row = isinstance(asked["score"], str) or any(column is not None for column in roles.values())
    if columns and by_row and not is_counted(source, how, roles):
        whole = read(source, truth=truth, name=name, **asked, **roles, **vars(how))
        return _of_answers(whole, slice_columns(source, columns, how))
    found = count_slices(source, by=columns, truth=truth, name=name, **asked, **vars(how))
    whole = found.pop(())
    return Sliced(columns, whole, found)


def _of_answers(answers: Answers, by: Any) -> Sliced:
    if not hasattr(by, "items"):
        _check.fail("by", "map names to columns beside answers", type(by).__name__)
    keys: list[Sequence[Any]] = []
    for name, column in by.items():
        values = keys_column(str(name), column).values
        same_length(str(name), values, "y_true", len(answers.truth))
        keys.append(values.tolist())
    place: dict[tuple[Any, ...], list[int]] = {}
    for i, key in enumerate(zip(*keys, strict=True)):
        place.setdefault(key, []).append(i)
    if len(place) > MOST_SLICES:
        hint = "Choose columns with fewer values."
        _check.fail("by", f"make at most {MOST_SLICES:,} slices", f"{len(place):,}", hint)
    order = sorted(place, key=lambda key: tuple((str(type(value)), value) for value in key))
    return Sliced(tuple(map(str, by)), answers, {key: answers.rows(np.array(place[key])) for key in order})
