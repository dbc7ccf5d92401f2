"""The delta method for a metric of multinomial counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.core.types import Counts, Floats, Values


def delta_standard_error(formula: Callable[[Counts], Values], counts: Counts) -> float:
    """Standard error of a smooth metric under multinomial sampling: sqrt((sum p g^2 - (sum p g)^2) / n).

    p are the cell shares and g the derivatives of the metric by each share, taken by complex steps, which lose no
    digits. It errs when a cell that matters is empty or nearly so: the interval is then too short.

    >>> from referee.metrics import accuracy
    >>> round(delta_standard_error(accuracy.formula, np.array([[50, 10], [10, 30]])), 4)
    0.04
    """
    total = float(counts.sum())
    shares = counts.ravel() / total
    g = gradient(formula, shares, counts.shape)
    variance = (shares * g**2).sum() - (shares * g).sum() ** 2
    return float(np.sqrt(max(0.0, variance) / total))


def gradient(formula: Callable[[Counts], Values], shares: Floats, shape: tuple[int, ...]) -> Floats:
    """Derivatives of a metric by each cell, by complex steps (by differences where it has no complex form)."""
    cells = len(shares)
    try:
        stepped = shares.astype(complex) + 1e-30j * np.eye(cells)
        return formula(stepped.reshape(cells, *shape)).imag / 1e-30
    except TypeError:  # a formula that compares values, such as a maximum, has no complex form
        h = 1e-6
        up = formula((shares + h * np.eye(cells)).reshape(cells, *shape))
        down = formula((shares - h * np.eye(cells)).reshape(cells, *shape))
        return np.asarray((up - down) / (2 * h))
