"""Shared and nearly shared rows of training and test, in seconds of CPU.

There is no peer that does the same: exact overlap is beside pandas' merge of the rows, on a tenth of them and scaled;
near overlap beside brute force by matrix products, on a hundredth of the test rows and scaled. The limits that matter
are 20 s and 60 s on two cores.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.data.near_rows import near_rows
from referee.data.row_keys import find_in, row_keys
from tools.benchmarks.timing import Row, cpu, row


def exact() -> Row:
    """1e7 rows of 10 numbers against 1e7."""
    import pandas as pd

    n, d, common = 10**7, 10, 1000
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(n, d)), rng.normal(size=(n, d))
    b[:common] = a[5 * common : 6 * common]
    found = find_in(row_keys(b), row_keys(a))
    assert (found >= 0).sum() == common
    ours = cpu(lambda: find_in(row_keys(b), row_keys(a)), 1)
    assert ours < 20
    part = n // 10
    one, two = pd.DataFrame(a[:part]), pd.DataFrame(b[:part])
    theirs = 10 * cpu(lambda: one.merge(two.drop_duplicates()), 1)
    return row(f"exact overlap, d={d}", n, ours, "pandas merge of the rows", theirs, 1, scaled=True)


def near() -> Row:
    """1e5 rows of 50 numbers against 1e5."""
    n, d, common = 10**5, 50, 2000
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=(n, d)), rng.normal(size=(n, d))
    b[:common] = a[:common] + 0.05 * rng.normal(size=(common, d))
    found = near_rows(a, b)
    assert (found.match[:common] == np.arange(common)).mean() > 0.99
    assert (found.match[common:] >= 0).sum() == 0
    ours = cpu(lambda: near_rows(a, b), 1)
    assert ours < 60
    part = n // 100

    def brute() -> Any:
        some = b[:part]
        apart = (a**2).sum(axis=1)[:, None] + (some**2).sum(axis=1) - 2 * a @ some.T
        return apart.argmin(axis=0)

    return row(f"near rows, d={d}", n, ours, "distances of all pairs", 100 * cpu(brute, 1), 1, scaled=True)


def jobs() -> list[Row]:
    """Both rows."""
    return [exact(), near()]
