"""Scores of models on the same cases, checked: what every test of scores begins with."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check
from referee.core import Answers
from referee.core.types import Floats
from referee.data.column import labels_column, numbers_column, same_length
from referee.data.read import read


def scored_cases(
    y_true: Any,
    columns: list[tuple[str, Any]],
    positive: Any,
    weights: Any = None,
    groups: Any = None,
    name: str = "y_true",
) -> tuple[Answers, Floats]:
    """The cases, checked, and their scores, one row a column."""
    n = len(labels_column(name, y_true))
    rows = []
    for arg, column in columns:
        row = numbers_column(arg, column, infinite=True)
        same_length(arg, row, name, n)
        rows.append(row)
    yes_no = isinstance(y_true, np.ndarray) and y_true.dtype == np.bool_
    labels = (False, True) if yes_no else None
    cases = read(y_true, y_score=rows[0], positive=positive, labels=labels, weights=weights, groups=groups)
    if cases.positive is None:
        _check.fail("positive", "name the positive class", "None", f"There are {cases.labels}.")
    return cases, np.stack(rows)
