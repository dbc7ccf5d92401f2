"""Two models on the same cases: exact coverage of Tango's interval and exact size of the tests."""

from __future__ import annotations

from math import lgamma, log

import numpy as np

from referee.inference.mcnemar import midp_of_discordant
from referee.inference.tango import tango_limits
from tools.validity.cell import Cell, cell

COVERED = (
    (30, 0.1, 0.1),
    (30, 0.2, 0.05),
    (100, 0.02, 0.02),
    (100, 0.05, 0.05),
    (100, 0.15, 0.05),
    (500, 0.03, 0.01),
    (500, 0.1, 0.1),
)
SIZES = tuple((n, disc) for n in (30, 100, 1000) for disc in (0.05, 0.1, 0.2, 0.4))


def cells(runs: int, seed: int) -> list[Cell]:
    """Sums over all outcomes: nothing is simulated."""
    del runs, seed
    out = []
    for n, b, c in COVERED:
        only_a, only_b, chance = _outcomes(n, b, c)
        low, high = tango_limits(only_a, only_b, n, 1.959963984540054)
        covered = float(chance[(low <= b - c) & (b - c <= high)].sum() / chance.sum())
        out.append(cell("V2 paired difference", f"n={n}, b={b}, c={c}", covered, 1, 0.94, 0.97, exact=True))
    for n, disc in SIZES:
        only_a, only_b, chance = _outcomes(n, disc / 2, disc / 2)
        pairs = {(int(x), int(y)) for x, y in zip(only_a, only_b, strict=True)}
        rejects = {pair: midp_of_discordant(*pair) < 0.05 for pair in pairs}
        hit = np.array([rejects[int(x), int(y)] for x, y in zip(only_a, only_b, strict=True)])
        size = float(chance[hit].sum() / chance.sum())
        low = 0.040 if n * disc >= 10 else 0.0
        out.append(cell("V3 McNemar mid-p, size", f"n={n}, discordant {disc}", size, 1, low, 0.052, exact=True))
    return out


def _outcomes(n: int, b: float, c: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All numbers of discordant cases with a chance worth summing, and their chances."""
    wide = 9 * np.sqrt(n * max(b, c)) + 20
    only_a, only_b = (
        np.arange(max(0, int(n * share - wide)), min(n, int(n * share + wide)) + 1) for share in (b, c)
    )
    x, y = (part.ravel() for part in np.meshgrid(only_a, only_b, indexing="ij"))
    keep = x + y <= n
    x, y = x[keep], y[keep]
    fact = np.array([lgamma(k + 1) for k in range(n + 1)])
    chance = np.exp(
        fact[n] - fact[x] - fact[y] - fact[n - x - y] + x * log(b) + y * log(c) + (n - x - y) * log(1 - b - c)
    )
    return x, y, chance
