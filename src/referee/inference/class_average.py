"""The interval of a macro average: the limits of the classes, joined by how the classes vary together."""

from __future__ import annotations

import numpy as np

from referee.core import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.core.types import Bools, Codes, Counts, Floats
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
    tables = matrix.class_tables.astype(float)[used]
    values = metric.formula(tables)
    spread = _Spread(metric, matrix, used)
    least = z_of((1 - level) / 2) * spread.errors
    down = np.maximum(values - lows[limited], least)
    up = np.maximum(highs[limited] - values, least)
    bias = float(_bias(metric, tables / _unit(matrix)).mean()) if metric.shape == "overlap" else 0.0
    value = float(values.mean())
    low, high = (float(np.sqrt(max(0.0, spread.join(d)))) / len(used) for d in (down, up))
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
    tables = matrix.class_tables / _unit(matrix)
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


class _Spread:
    """How the values of the `used` classes vary together: the delta method on a table with some cases more.

    The covariance of two classes is the sum over cells (i, j) of cells_ij g_k(i, j) g_l(i, j), g_k the slope of k:
    rest_k everywhere, plus column_k where j = k, plus row_k where i = k, plus both_k where both. Sums over pairs of
    classes therefore need one product with the cells, and no table of all pairs.
    """

    def __init__(self, metric: LabelMetric, matrix: ConfusionMatrix, used: Codes) -> None:
        unit = _unit(matrix)
        right = (np.trace(matrix.counts) + unit) / (matrix.counts.sum() + 2 * unit)
        smooth = _add_cases(matrix.counts, right, unit)
        self.cells = smooth if matrix.squares is None else _add_cases(matrix.squares, right, unit**2)
        slopes = gradient(metric.formula, one_vs_rest(smooth).reshape(-1, 4), (2, 2)).reshape(-1, 2, 2)
        self.used, self.rest = used, slopes[:, 0, 0]
        self.column, self.row = slopes[:, 0, 1] - self.rest, slopes[:, 1, 0] - self.rest
        both = slopes[:, 1, 1] - self.rest - self.column - self.row
        truths, answers, hits = self.cells.sum(axis=1), self.cells.sum(axis=0), np.diagonal(self.cells)
        self.total, self.means = float(truths.sum()), self.column * answers + self.row * truths + both * hits
        self.own = self.column**2 * answers + self.row**2 * truths
        self.own += both * (both + 2 * self.column + 2 * self.row) * hits
        shared = self.rest * (self.rest * self.total + 2 * self.means)
        self.variances = (shared + 2 * self.row * self.column * hits + self.own)[used]
        self.errors = np.sqrt(np.maximum(self.variances, 0.0))

    def join(self, distances: Floats) -> float:
        """Sum over pairs of used classes of r_kl d_k d_l, r their correlation: 1 with itself, 0 where none varies."""
        scaled = np.divide(distances, self.errors, out=np.zeros_like(distances), where=self.errors > 0)
        x = np.zeros(len(self.rest))
        x[self.used] = scaled
        level = float((x * self.rest).sum())
        crossed = float(((x * self.row) * (self.cells @ (x * self.column))).sum())
        pairs = level * (level * self.total + 2 * float((x * self.means).sum()))
        pairs += 2 * crossed + float((x**2 * self.own).sum())
        return pairs + float((distances**2 - scaled**2 * self.variances).sum())


def _add_cases(counts: Counts, right: float, unit: float) -> Floats:
    """Counts with some cases of this size more in each true class, a share `right` of them in its own cell."""
    more = unit * ADDED * (1 - right) / max(1, len(counts) - 1)
    cells = counts + more
    np.fill_diagonal(cells, np.diagonal(counts) + unit * ADDED * right)
    return np.asarray(cells)


def _bias(metric: LabelMetric, tables: Counts) -> Floats:
    """The jackknife's bias of an overlap (F-beta, Jaccard) in each table, over the cases that it looks at."""
    value, size = metric.formula(tables), tables.sum(axis=(-2, -1)) - tables[..., 0, 0]
    cells = np.eye(4)[1:].reshape(3, 2, 2)  # TN is not looked at
    without = tables - cells[:, None] * np.minimum(tables, 1.0)
    moved = metric.formula(without) - value
    shares = tables.reshape(-1, 4)[:, 1:].T
    moves = np.where(np.isnan(moved), 0.0, shares * moved).sum(axis=0)
    return np.asarray(np.maximum(size - 1, 0.0) / size * moves)
