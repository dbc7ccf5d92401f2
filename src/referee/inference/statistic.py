"""Statistics of one sample by name, batched over leading axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.types import Floats
from referee.data.column import numbers_column

Statistic: TypeAlias = str | Callable[[Floats], float]
"""A statistic by name, or a function of one sample."""


def sample(arg: str, values: Any, *, least: int = 1) -> Floats:
    """A column of finite numbers with at least `least` of them.

    >>> sample("x", [1, 2]).tolist()
    [1.0, 2.0]
    """
    array = numbers_column(arg, values).astype(np.float64)
    _check.sizable(arg, array)
    if len(array) < least:
        what = "one observation" if len(array) == 1 else f"{len(array)} observations"
        _check.fail(arg, f"hold at least {least} observations", what)
    return array


def batched(statistic: Statistic) -> Callable[[NDArray[Any]], Floats]:
    """The statistic as a function of samples along the last axis.

    >>> batched("iqr")(np.array([[1.0, 2.0, 3.0, 4.0, 5.0]])).tolist()
    [2.0]
    """
    if callable(statistic):
        return lambda rows: np.apply_along_axis(lambda row: float(statistic(row)), -1, rows)
    return NAMED[_check.choice("statistic", statistic, NAMED)]


def title(statistic: Statistic) -> str:
    """The statistic in words."""
    if callable(statistic):
        return getattr(statistic, "__name__", "statistic").strip("<>")
    _check.choice("statistic", statistic, NAMED)
    return {"iqr": "interquartile range", "sd": "standard deviation"}.get(statistic, statistic)


def iqr(rows: NDArray[Any]) -> Floats:
    """Third quartile minus first, quartiles by linear interpolation (type 7)."""
    low, high = np.quantile(rows, [0.25, 0.75], axis=-1)
    return np.asarray(high - low)


NAMED: dict[str, Callable[[NDArray[Any]], Floats]] = {
    "mean": lambda rows: np.asarray(rows.mean(axis=-1)),
    "median": lambda rows: np.asarray(np.median(rows, axis=-1)),
    "iqr": iqr,
    "variance": lambda rows: np.asarray(rows.var(axis=-1, ddof=1)),
    "sd": lambda rows: np.asarray(rows.std(axis=-1, ddof=1)),
}
"""The statistics that have a name."""
