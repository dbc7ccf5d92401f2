"""How the sums of all subsets of some numbers are distributed, by size of subset.

Numbers on a grid (whole numbers, decimals, shares of the same n) by dynamic programming, others by listing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.types import Array, Codes, Floats

Whole = Codes


@dataclass(frozen=True)
class Grid:
    """Values as whole numbers of steps: value = base + steps / per."""

    steps: Whole
    per: float
    base: float = 0.0


def on_grid(values: Floats, most: float = 1e7) -> Grid | None:
    """The coarsest regular grid that holds all values, or None when it has more than `most` steps.

    Decimals are tried first, then the greatest common step of the values (thirds, shares of 30 cases).

    >>> on_grid(np.array([0.25, 0.5])).per, on_grid(np.array([1 / 3, 2 / 3, 0.0])).steps.tolist()
    (100.0, [1, 2, 0])
    """
    span = float(np.ptp(values))
    for places in range(7):
        per = 10.0**places
        if span * per > most or np.abs(values).max() * per > 2**52:
            break
        steps = np.rint(values * per)
        if np.abs(values * per - steps).max() <= 1e-9 * max(1.0, span * per):
            return Grid(steps.astype(np.int64), per)
    if span == 0:
        return Grid(np.zeros(len(values), dtype=np.int64), 1.0, float(values[0]))
    base = float(values.min())
    step = _common_step(values - base, span * 1e-9)
    if step == 0 or span / step > most:
        return None
    # Euclid's remainders carry rounding errors: the step is made to divide the whole span, then every value is checked.
    step = span / round(span / step)
    steps = np.rint((values - base) / step)
    if np.abs((values - base) / step - steps).max() > 1e-6:
        return None
    return Grid(steps.astype(np.int64), 1 / step, base)


def _common_step(values: Floats, zero: float) -> float:
    """Euclid's algorithm on floats, where anything below `zero` is 0; 0 when there is no common step."""
    step = 0.0
    for value in np.unique(values).tolist():
        a, b = value, step
        while b > zero:
            a, b = b, a % b
            if a - b < zero:
                b = 0.0
        step = a
        if 0 < step < 1e3 * zero:
            return 0.0
    return step


def subset_rows(values: Whole, most: int) -> list[tuple[int, Floats]]:
    """For each size up to `most`: the least sum, and the share of the subsets of that size at each sum from it.

    >>> [(least, shares.tolist()) for least, shares in subset_rows(np.array([1, 2, 4]), 2)]
    [(0, [1.0]), (1, [0.3..., 0.3..., 0.0, 0.3...]), (3, [0.3..., 0.0, 0.3..., 0.3...])]
    """
    z = np.sort(values)
    n = len(z)
    assert n >= most
    head = np.concatenate([[0], np.cumsum(z)])
    half = min(most, (n + 1) // 2)
    rows = [np.zeros(length) for length in _lengths(z, half)]
    rows[0][0] = 1.0
    for i, value in enumerate(z.tolist()):
        # Larger sizes first, so that no subset takes the new value twice. Row k begins at the sum of the k smallest
        # values; only the sums that k - 1 of the values before can have are added.
        for k in range(min(i + 1, half), 0, -1):
            reached = int(head[i] - head[i - k + 1] - head[k - 1]) + 1
            start = value - int(z[k - 1])
            rows[k][start : start + reached] += rows[k - 1][:reached]
    shares = [row / row.sum() for row in rows]
    # Each large subset is what a small one leaves: the sums are those of the rest, from the other end.
    shares += [shares[n - k][::-1] for k in range(half + 1, most + 1)]
    return [(int(head[k]), row) for k, row in enumerate(shares)]


def rows_cost(values: Whole, most: int) -> float:
    """Additions that `subset_rows` needs; infinite when the counts would overflow."""
    if len(values) > 1000:
        return float("inf")
    return float(len(values) * _lengths(np.sort(values), most).sum(dtype=float))


def _lengths(z: Whole, most: int) -> Whole:
    head = np.concatenate([[0], np.cumsum(z)])
    sizes = np.arange(most + 1)
    return np.asarray(head[-1] - head[len(z) - sizes] - head[sizes] + 1)


def subset_sums(values: Floats, most: int) -> list[Floats]:
    """All sums of the subsets of each size up to `most`, sorted.

    >>> [sums.tolist() for sums in subset_sums(np.array([0.5, 2.0]), 2)]
    [[0.0], [0.5, 2.0], [2.5]]
    """
    rows: list[Floats] = [np.zeros(1)] + [np.zeros(0) for _ in range(most)]
    for value in values.tolist():
        for k in range(most, 0, -1):
            if len(rows[k - 1]):
                rows[k] = np.concatenate([rows[k], rows[k - 1] + value])
    return [np.sort(row) for row in rows]


def difference_row(x: tuple[int, Floats], y: tuple[int, Floats]) -> tuple[int, Floats]:
    """The distribution of s - t for independent s and t, each given as (least value, shares)."""
    (low, p), (least, q) = x, y
    reverse = q[::-1]
    if min(len(p), len(q)) <= 64:
        row = np.convolve(p, reverse)
    else:
        size = len(p) + len(q) - 1
        fast = 1 << (size - 1).bit_length()
        row = np.fft.irfft(np.fft.rfft(p, fast) * np.fft.rfft(reverse, fast), fast)[:size]
        row = np.maximum(row, 0.0)
    return low - (least + len(q) - 1), row


def signed_sums(values: Array) -> tuple[int, Floats]:
    """The distribution of a sum of whole numbers with random signs: its least value, and shares in steps of 2.

    >>> signed_sums(np.array([1, 2]))
    (-3, array([0.25, 0.25, 0.25, 0.25]))
    """
    size = np.sort(np.abs(np.asarray(values, dtype=np.int64)))
    total = int(size.sum())
    shares = np.zeros(total + 1)
    shares[0] = 1.0
    top = 0
    for value in size.tolist():
        grown = shares[: top + 1] * 0.5
        shares[: top + 1] = grown
        shares[value : value + top + 1] += grown
        top += value
    return -total, shares


def all_sums(values: Floats) -> Floats:
    """All subset sums, sorted."""
    sums = np.zeros(1)
    for value in values.tolist():
        sums = np.sort(np.concatenate([sums, sums + value]), kind="stable")
    return sums
