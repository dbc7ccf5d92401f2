"""Checked data for tests: a sample, pairs, counts and 2 x 2 tables, and scores of learners on datasets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check
from referee.core.types import Codes, Column, Floats, Table


def sample(arg: str, values: Any, *, least: int = 2) -> Floats:
    """A column of finite numbers; a missing one is refused with its position.

    >>> sample("x", [1, 2, 3]).tolist()
    [1.0, 2.0, 3.0]
    """
    try:
        column = np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        _check.fail(arg, "be a column of numbers", values)
    if column.ndim != 1:
        _check.fail(arg, "be a column of numbers", f"shape {column.shape}")
    if len(column) < least:
        _check.fail(arg, f"hold at least {least} values", f"{len(column)}")
    finite = np.isfinite(column)
    if not finite.all():
        bad = np.flatnonzero(~finite)
        _check.fail(arg, "hold finite numbers", f"{column[bad[0]]} at position {bad[0]} ({len(bad)} in all)")
    _check.sizable(arg, column)
    return column


def not_negative(arg: str, value: object) -> float:
    """A finite number of at least 0."""
    number = _check.number(arg, value)
    if number < 0:
        _check.fail(arg, "be at least 0", value)
    return number


def pairs(x: Column, y: Column, *, least: int = 2, names: tuple[str, str] = ("x", "y")) -> tuple[Floats, Floats]:
    """Two columns of the same length, one pair per row."""
    first, second = sample(names[0], x, least=least), sample(names[1], y, least=least)
    if len(first) != len(second):
        rule = f"pair with `{names[0]}` row by row, on the same folds or cases"
        _check.fail(names[1], rule, f"{len(first)} and {len(second)} values")
    return first, second


def differences_of(x: Column, y: Column, *, least: int = 2) -> tuple[Floats, float]:
    """Differences x - y (or x itself when y is None) and the size under which they are rounding noise."""
    if y is None:
        column = sample("x", x, least=least)
        return column, 0.0
    first, second = pairs(x, y, least=least)
    noise = rounding(first, second)
    gap = first - second
    return np.where(np.abs(gap) <= noise, 0.0, gap), noise


def settle_ties(x: Column, y: Column) -> Floats:
    """Differences for ranking: those that agree to 12 digits of the data are made equal, so that ties are ties.

    >>> settle_ties([0.768, 0.936], [0.763, 0.931]).tolist()
    [0.005, 0.005]
    """
    gap, _ = differences_of(x, y, least=1)
    scale = max(float(np.abs(np.asarray(column, dtype=float)).max()) for column in (x, y) if column is not None)
    return gap if scale == 0 else np.round(gap, int(12 - np.ceil(np.log10(scale)))) + 0.0


def median(column: Floats) -> float:
    """The median, of few numbers several times faster than NumPy's.

    >>> median(np.array([4.0, 1.0, 3.0, 2.0]))
    2.5
    """
    ordered, n = np.sort(column), len(column)
    return float(ordered[(n - 1) // 2] + ordered[n // 2]) / 2


def rounding(*columns: Floats) -> float:
    """A difference of this size between such numbers is rounding, not data."""
    return 16 * float(np.finfo(float).eps) * max(float(np.abs(column).max()) for column in columns)


def standard_deviation(column: Floats) -> float:
    """Standard deviation with n - 1; exactly 0 when the values differ by rounding only."""
    gap = column - column.sum() / len(column)
    sd = math.sqrt(float((gap * gap).sum()) / (len(column) - 1))
    return 0.0 if sd <= rounding(column) else sd


def table_2x2(table: Table) -> Codes:
    """A 2 x 2 table of counts with at least one case in each row."""
    cells = _check.floats("table", table)
    if cells.shape != (2, 2):
        _check.fail("table", "be a 2 x 2 table of counts", f"shape {cells.shape}")
    counts = np.array([_check.whole("table", cell) for cell in cells.ravel().tolist()]).reshape(2, 2)
    if (counts.sum(axis=1) == 0).any():
        _check.fail("table", "have cases in each row (two groups)", counts.tolist())
    return counts


def two_counts(x1: object, n1: object, x2: object, n2: object) -> tuple[int, int, int, int]:
    """Successes and cases of two independent samples, checked."""
    out: list[int] = []
    for i, (x, n) in enumerate(((x1, n1), (x2, n2)), start=1):
        cases = _check.whole(f"n{i}", n, least=1)
        successes = _check.whole(f"x{i}", x)
        if successes > cases:
            _check.fail(f"x{i}", f"be at most n{i} = {cases}", x)
        out += [successes, cases]
    return out[0], out[1], out[2], out[3]


def paired_counts(table: Table) -> tuple[int, int, int, int]:
    """Cells of a paired 2 x 2 table: both right, only A right, only B right, both wrong.

    >>> paired_counts([[40, 12], [5, 43]])
    (40, 12, 5, 43)
    """
    cells = _check.floats("table", table)
    if cells.shape != (2, 2):
        rule = "be a 2 x 2 table [[both right, only A right], [only B right, both wrong]]"
        _check.fail("table", rule, f"shape {cells.shape}")
    a, b, c, d = (_check.whole("table", cell) for cell in cells.ravel().tolist())
    if a + b + c + d == 0:
        _check.fail("table", "hold at least one case", "an empty table")
    return a, b, c, d


def score_table(
    scores: Any,
    *,
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    least_learners: int = 3,
) -> tuple[Floats, tuple[str, ...]]:
    """Scores with one row per dataset and one column per learner, and the learners' names.

    A missing score is refused with its dataset and learner; `missing="drop"` leaves out the dataset.
    """
    _check.choice("missing", missing, ("refuse", "drop"))
    try:
        table = np.asarray(scores, dtype=float)
    except (TypeError, ValueError, OverflowError):
        _check.fail("scores", "be a table of numbers with one row per dataset and one column per learner", scores)
    if table.ndim != 2:
        _check.fail("scores", "have one row per dataset and one column per learner", f"shape {table.shape}")
    n, k = table.shape
    if k < _check.whole("least_learners", least_learners, least=1):
        hint = "For two learners use the Wilcoxon signed-rank test or the sign test." if k == 2 else ""
        _check.fail("scores", f"hold at least {least_learners} learners", f"{k}", hint)
    rows = _names("datasets", datasets, n)
    columns = _names("learners", learners, k)
    bad = np.argwhere(~np.isfinite(table))
    if len(bad) and missing == "refuse":
        i, j = bad[0]
        got = f"{table[i, j]} for learner {columns[j]!r} on dataset {rows[i]!r} ({len(bad)} in all)"
        _check.fail("scores", "hold a finite score of every learner on every dataset", got, "Or missing='drop'.")
    table = table[np.isfinite(table).all(axis=1)]
    if len(table) < 2:
        _check.fail("scores", "hold at least 2 datasets", f"{len(table)}", "On one dataset compare its splits.")
    return table, columns


def _names(arg: str, names: Sequence[str] | None, size: int) -> tuple[str, ...]:
    if names is None:
        return tuple(str(i) for i in range(size))
    if len(names) != size:
        _check.fail(arg, f"name all {size}", f"{len(names)} names")
    return tuple(str(name) for name in names)
