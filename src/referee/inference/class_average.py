"""The interval of a macro average: the limits of the classes, joined by how the classes vary together."""

from __future__ import annotations

import numpy as np

from referee.core import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.core.types import Bools, Counts, Floats
from referee.inference.proportion import z_of
from referee.inference.weighted_difference import gradient
from referee.metrics.label_metric import LabelMetric

ADDED = 2.0
"""Cases added to each true class before errors and correlations are computed."""


def class_average_limits(
    metric: LabelMetric, matrix: ConfusionMatrix, lows: Floats, highs: Floats, level: float
) -> tuple[float, float]:
    """Limits of the plain mean over classes of a two-class metric, from the limits of each class.

    The mean is over the K' classes that have limits; a class where the metric is undefined has NaN and is left out,
    and the limits are for the mean of the others. With v_k, l_k, u_k the value and limits of class k, s_k its standard
    error and r_kl the correlation of two classes (delta method on the table with 2 cases more in each true class, as
    often right as all cases are), the distances are

        down_k = max(v_k - l_k, z s_k),  up_k = max(u_k - v_k, z s_k),
        low = min(v, v - b) - sqrt(sum_kl r_kl down_k down_l) / K',
        high = max(v, v - b) + sqrt(sum_kl r_kl up_k up_l) / K',

    v the mean of the v_k and b that of the classes' jackknife biases (0 for a proportion). One mistake is an error
    of two classes, so that their F1 go together: without r the limits are too close. A class without errors has no
    distance up to its limit, which z s_k mends. `python -m tools.validity labels` measures its coverage. It errs to the
    cautious side where hardly a case is wrong. The limits may leave the range of the metric. Reference: zou2008.

    >>> from referee.inference.overlap import fbeta_interval
    >>> from referee.metrics import f1
    >>> matrix = ConfusionMatrix.from_matrix([[9, 1], [2, 8]], rows="truth")
    >>> lows, highs = np.array([tuple(fbeta_interval(*cells, 0.95)) for cells in ((9, 2, 1), (8, 1, 2))]).T
    >>> low, high = class_average_limits(f1, matrix, lows, highs, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.637, 1.002)
    """
    limited = ~np.isnan(lows)
    seen = limited | (matrix.support > 0) | (matrix.predicted > 0)
    matrix, used = _without(matrix, ~seen), np.flatnonzero(limited[seen])
    tables = one_vs_rest(matrix.counts.astype(float))[used]
    values = metric.formula(tables)
    spread = _covariance(metric, matrix)[np.ix_(used, used)]
    errors = np.sqrt(np.maximum(np.diagonal(spread), 0.0))
    with np.errstate(invalid="ignore", divide="ignore"):
        together = np.where(np.outer(errors, errors) > 0, spread / np.outer(errors, errors), 0.0)
    np.fill_diagonal(together, 1.0)
    least = z_of((1 - level) / 2) * errors
    down = np.maximum(values - lows[limited], least)
    up = np.maximum(highs[limited] - values, least)
    bias = float(_bias(metric, tables / _unit(matrix)).mean()) if metric.shape == "overlap" else 0.0
    value = float(values.mean())
    low, high = (float(np.sqrt(max(0.0, float(d @ together @ d)))) / len(used) for d in (down, up))
    return min(value, value - bias) - low, max(value, value - bias) + high


def weighted_average_bias(metric: LabelMetric, matrix: ConfusionMatrix) -> float:
    """How far the mean over classes weighted by their true cases lies too high: sum_k cov(w_k, v_k) + w_k b_k.

    A class that was drawn often has more cases found too, so that weight w_k and value v_k go together: their
    covariance, by the delta method, is (TP dv/dTP + FN dv/dFN) / n. b_k is the jackknife's bias of an overlap.
    Weighted precision of 10 classes and 100 cases lies .02 too high, a quarter of the way to its limit. Draws of the
    table have the bias once more: moving a limit by twice the bias covers .93-.97 where draws alone cover .82-.95.

    >>> from referee.metrics import precision
    >>> matrix = ConfusionMatrix.from_matrix([[9, 1], [2, 8]], rows="truth")
    >>> round(weighted_average_bias(precision, matrix), 4)
    0.0124
    """
    tables = one_vs_rest(matrix.counts.astype(float)) / _unit(matrix)
    tables = tables[~np.asarray(metric.undefined_in(tables), dtype=bool)]
    n = matrix.counts.sum() / _unit(matrix)
    with np.errstate(invalid="ignore", divide="ignore"):
        slopes = gradient(metric.formula, tables.reshape(-1, 4), (2, 2)).reshape(-1, 2, 2)[:, 1]
        moves = (tables[:, 1] * slopes).sum(axis=-1) / n
    if metric.shape == "overlap":
        moves = moves + tables[:, 1].sum(axis=-1) / n * _bias(metric, tables)
    return float(moves[np.isfinite(moves)].sum())


def _without(matrix: ConfusionMatrix, gone: Bools) -> ConfusionMatrix:
    """The matrix without classes that have no case and are no answer."""
    if not gone.any():
        return matrix
    keep = np.flatnonzero(~gone)
    counts, squares = (None if t is None else t[np.ix_(keep, keep)] for t in (matrix.counts, matrix.squares))
    assert counts is not None
    return ConfusionMatrix(counts, tuple(matrix.labels[k] for k in keep), squares=squares)


def _unit(matrix: ConfusionMatrix) -> float:
    """What one case counts: 1, or with importance weights the mean weight of a unit of weight."""
    return 1.0 if matrix.squares is None else float(matrix.squares.sum() / matrix.counts.sum())


def _covariance(metric: LabelMetric, matrix: ConfusionMatrix) -> Floats:
    """Covariances of the values of the classes, by the delta method on a table with some cases more."""
    counts, k, unit = matrix.counts.astype(float), len(matrix.labels), _unit(matrix)
    right = (np.trace(counts) + unit) / (counts.sum() + 2 * unit)
    more = ADDED * np.where(np.eye(k) == 1, right, (1 - right) / max(1, k - 1))
    smooth = counts + unit * more
    squares = smooth if matrix.squares is None else matrix.squares + unit**2 * more
    slopes = gradient(metric.formula, one_vs_rest(smooth).reshape(-1, 4), (2, 2)).reshape(-1, 2, 2)
    rest, column, row = slopes[:, 0, 0], slopes[:, 0, 1] - slopes[:, 0, 0], slopes[:, 1, 0] - slopes[:, 0, 0]
    both = slopes[:, 1, 1] - slopes[:, 0, 0] - column - row
    return _products(squares, rest, column, row, both)


def _products(cells: Floats, rest: Floats, column: Floats, row: Floats, both: Floats) -> Floats:
    """Sums over cells (i, j) of cells_ij g_k(i, j) g_l(i, j), for all pairs of classes without a table for each.

    g_k is rest_k everywhere, plus column_k where j = k, plus row_k where i = k, plus both_k where both.
    """
    truths, answers, hits = cells.sum(axis=1), cells.sum(axis=0), np.diagonal(cells)
    means = column * answers + row * truths + both * hits
    crossed = row[:, None] * cells * column
    own = column**2 * answers + row**2 * truths + both * (both + 2 * column + 2 * row) * hits
    flat = np.outer(rest, rest) * cells.sum() + np.outer(rest, means) + np.outer(means, rest)
    return np.asarray(flat + crossed + crossed.T + np.diag(own))


def _bias(metric: LabelMetric, tables: Counts) -> Floats:
    """The jackknife's bias of an overlap (F-beta, Jaccard) in each table, over the cases that it looks at."""
    value, size = metric.formula(tables), tables.sum(axis=(-2, -1)) - tables[..., 0, 0]
    moves = np.zeros_like(value)
    for cell in ((0, 1), (1, 0), (1, 1)):
        share = tables[(..., *cell)]
        without = tables.copy()
        without[(..., *cell)] -= np.minimum(share, 1.0)
        moved = metric.formula(without) - value
        moves += np.where(np.isnan(moved), 0.0, share * moved)
    return np.asarray(np.maximum(size - 1, 0.0) / size * moves)
