"""The delta method: the error of a function of counts, and two models compared on the same weighted cases."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Alternative, Counts, Floats, Values
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric

MOST_MOVED = 1 << 22
"""Numbers that are held at a time in tables of which one cell is moved."""


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
    """Derivatives of a metric by each cell, by complex steps (by differences where it has no complex form).

    Of shares `(..., cells)` of many tables those of each table. Cells are moved some at a time: a table for each of
    them would take as much memory as the square of their number.
    """
    cells, each, parts = shares.shape[-1], shares[..., None, :], []
    some = max(1, MOST_MOVED // shares.size)
    for start in range(0, cells, some):
        step = np.eye(min(some, cells - start), cells, start)
        lead = (*shares.shape[:-1], len(step), *shape)
        try:
            found = formula((each.astype(complex) + 1e-30j * step).reshape(lead)).imag / 1e-30
        except TypeError:  # a formula that compares values, such as a maximum, has no complex form
            up, down = (formula((each + side * 1e-6 * step).reshape(lead)) for side in (1, -1))
            found = (up - down) / 2e-6
        parts.append(found)
    return np.concatenate(parts, axis=-1)


def _heaviest(sums: Counts, squares: Counts) -> Floats:
    """The largest weight that a case of each true class may have, `(K, 1, 1)`.

    Weights that are alike within each true class belong to it; else they hang on the answer, and an unseen case of any
    class may be as heavy as the heaviest.
    """
    means = np.divide(squares, sums, out=np.full(sums.shape, np.nan), where=sums > 0)
    seen = means[~np.isnan(means).all(axis=(1, 2))]
    alike = (np.nanmax(seen, axis=(1, 2)) <= 1.5 * np.nanmin(seen, axis=(1, 2))).all()
    by_class = np.nanmax(np.where(np.isnan(means), 0.0, means), axis=(1, 2), keepdims=True)
    return by_class if alike else np.full_like(by_class, by_class.max())


def weighted_difference(
    sums: Counts,
    squares: Counts,
    *,
    metric: str | LabelMetric = "accuracy",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that two models have the same metric on cases with importance weights, by the delta method.

    `sums` and `squares` are sums of weights and of squared weights by (truth, a, b), shape `(K, K, K)`. The variance of
    the difference is sum of squares x g^2, g its derivative by each cell, and half a case of the largest weight is
    added on either side: where the weight depends on the answer, the few heavy cases that tell the models apart may
    not have been drawn. Multiplying all weights by a constant changes nothing. It errs to the wide side where weights
    are unequal and do not depend on the answer. Reference: kish1965.

    >>> sums = np.zeros((2, 2, 2)); sums[0, 0, 0], sums[1, 1, 1], sums[1, 1, 0], sums[1, 0, 1] = 40, 39, 15, 6
    >>> test = weighted_difference(sums, sums)
    >>> round(test.effect.value, 3), round(test.p_value, 3)
    (0.09, 0.051)
    """
    chosen = label_metric(metric)
    terms, effect = Terms(alternative, level), f"{chosen.name}_difference"
    table, spread = _check.floats("sums", sums), _check.floats("squares", squares)
    for arg, cells in (("sums", table), ("squares", spread)):
        if cells.ndim != 3 or len(set(cells.shape)) != 1 or cells.shape != table.shape:
            _check.fail(
                arg, "have shape (K, K, K), one cell for each truth and two answers", f"shape {cells.shape}"
            )
        if not np.isfinite(cells).all() or cells.min(initial=0.0) < 0 or not 0 < cells.max(initial=0.0) < 1e150:
            _check.fail(arg, "hold sums of weights, not all 0", "others")

    words = Wording(
        "weighted difference by the delta method",
        f"the {chosen.title} of the two models is equal in the weighted population",
        "z",
        "It errs when few cases carry most of the weight or a cell that matters is nearly empty.",
        effect,
        "delta method on weights",
        constant="the cases that tell the models apart do not move the metric at this table",
        same="the models agree on every case",
        bounds=(-chosen.width, chosen.width),
    )
    n = float(table.sum() ** 2 / spread.sum())
    of_a, of_b = table.sum(axis=-1), table.sum(axis=-2)
    value = float(chosen.formula(of_a) - chosen.formula(of_b))
    if math.isnan(value):
        reason = f"{chosen.title} is undefined for one of the models"
        undefined = Estimate(effect, value, n, undefined=reason)
        return words.result(math.nan, undefined, alternative=alternative, inapplicable=reason)
    # a cell (truth, a, b) moves the table of each model in one cell
    moves = [gradient(chosen.formula, cells.ravel(), cells.shape).reshape(cells.shape) for cells in (of_a, of_b)]
    g = moves[0][:, :, None] - moves[1][:, None, :]
    unseen = np.sqrt(0.5) * _heaviest(table, spread) * g * ~np.eye(len(table), dtype=bool)
    pushes = np.append(np.sqrt(spread) * g, [unseen.max(), unseen.min()])
    return pivot(words, Measured(value, float(np.linalg.norm(pushes)), n), terms)
