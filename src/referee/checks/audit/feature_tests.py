"""Tests of one feature: alike in two sets, or related to the classes."""

from __future__ import annotations

import numpy as np

from referee.core.types import Array, Codes, Floats

FEW = 5


def two_sample_p(a: Floats, b: Floats, categories: bool) -> tuple[float, float]:
    """P and size of the difference of a feature between two sets: Kolmogorov-Smirnov, or chi-square for categories.

    The size is the largest difference of the distribution functions, or half the sum of differences of shares.
    NaN values are left out; p is 1 where a set has fewer than 5.
    """
    a, b = a[~np.isnan(a)], b[~np.isnan(b)]
    if min(len(a), len(b)) < FEW:
        return 1.0, 0.0
    if not categories:
        from scipy.stats import ks_2samp

        found = ks_2samp(a, b, method="asymp")
        return float(found.pvalue), float(found.statistic)
    size = int(max(a.max(), b.max())) + 1
    table = np.stack([np.bincount(x.astype(np.int64), minlength=size) for x in (a, b)])
    return table_p(table), total_variation(table)


def class_p(column: Floats, y: Codes, categories: bool) -> float:
    """P of the relation of a feature to the classes: Kruskal-Wallis, or chi-square for categories."""
    known = ~np.isnan(column)
    x, classes = column[known], y[known]
    parts = [x[classes == k] for k in np.unique(classes)]
    parts = [part for part in parts if len(part) >= FEW]
    if len(parts) < 2 or (x == x[0]).all():
        return 1.0
    if categories:
        return table_p(cross_tabulate(classes, x.astype(np.int64)))
    from scipy.stats import kruskal

    if (np.concatenate(parts) == parts[0][0]).all():
        return 1.0
    return float(kruskal(*parts).pvalue)


def cross_tabulate(rows: Codes, columns: Codes) -> Codes:
    """How often each pair of codes occurs.

    >>> cross_tabulate(np.array([0, 1, 1]), np.array([0, 2, 2])).tolist()
    [[1, 0, 0], [0, 0, 2]]
    """
    width = int(columns.max()) + 1
    return np.bincount(rows * width + columns, minlength=(int(rows.max()) + 1) * width).reshape(-1, width)


def table_p(table: Array) -> float:
    """P of independence of rows and columns: exact for two by two, else chi-square with rare columns put together."""
    from scipy.stats import chi2_contingency, fisher_exact

    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(table.shape) >= 2 and table.shape != (2, 2):
        rare = table.sum(axis=0) < FEW * table.sum() / table.sum(axis=1).min()
        if rare.sum() > 1:
            table = np.concatenate([table[:, ~rare], table[:, rare].sum(axis=1, keepdims=True)], axis=1)
    if min(table.shape) < 2:
        return 1.0
    if table.shape == (2, 2):
        return float(fisher_exact(table).pvalue)
    return float(chi2_contingency(table, correction=False).pvalue)


def total_variation(table: Array) -> float:
    """Half the sum of the differences of the shares of two rows."""
    shares = table / np.maximum(table.sum(axis=1, keepdims=True), 1)
    return float(np.abs(shares[0] - shares[1]).sum() / 2)
