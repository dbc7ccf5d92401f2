"""The compiled forms of a few loops, for large jobs; the extra `fast` installs numba.

Each function has a NumPy twin of the same name and signature, and both give the same integers, so that a result
does not depend on what is installed. Without numba this module can be read but is not used.
"""

# mypy: disable-error-code="untyped-decorator,assignment,return-value"

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from numba import njit

    COMPILED = True
except ImportError:
    COMPILED = False

    def njit(**_: Any) -> Any:
        """Leave a function as it is."""
        return lambda function: function


@njit(cache=True, nogil=True)
def _mixed(state: Any) -> Any:
    z = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True, nogil=True)
def draw_counts(
    start: Any,
    size: int,
    table: NDArray[np.uint8],
    odd: NDArray[np.int64],
    shares: NDArray[np.float64],
    out: NDArray[np.uint8],
) -> bool:
    """As `referee.data.draws.draw_counts`."""
    step, low, state = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xFFFF), np.uint64(start)
    cases = len(out)
    whole = cases - cases % 4
    total, doubts = 0, 0
    for i in range(0, whole, 4):
        state += step
        z = _mixed(state)
        a, b = table[z & low], table[(z >> np.uint64(16)) & low]
        c, d = table[(z >> np.uint64(32)) & low], table[z >> np.uint64(48)]
        out[i], out[i + 1], out[i + 2], out[i + 3] = a, b, c, d
        total += np.int64(a) + np.int64(b) + np.int64(c) + np.int64(d)
        doubts += (a | b | c | d) >= 128
    if whole < cases:
        state += step
        z = _mixed(state)
        for i in range(whole, cases):
            out[i] = table[z & low]
            total += np.int64(out[i])
            z = z >> np.uint64(16)
        doubts += 1
    if doubts:
        for i in range(cases):
            if out[i] >= 128:
                state += step
                fine = np.float64(_mixed(state) >> np.uint64(11)) * 2.0**-53
                place = (odd[255 - out[i]] + fine) / 65536
                count = 0
                while shares[count] <= place:
                    count += 1
                total += count - np.int64(out[i])
                out[i] = count
    for _ in range(size - total):
        state += step
        out[np.int64(np.float64(_mixed(state) >> np.uint64(11)) * 2.0**-53 * cases)] += 1
    return total <= size


@njit(cache=True, nogil=True)
def twice_u(
    positives: NDArray[np.uint8],
    negatives: NDArray[np.uint8],
    last_p: NDArray[np.int64],
    last_n: NDArray[np.int64],
    tied: NDArray[np.bool_],
    tp: NDArray[np.uint32],
    fp: NDArray[np.uint32],
) -> int:
    """As `referee.data.draws.twice_u`."""
    total = np.int64(0)
    tp[0] = fp[0] = 0
    running = np.uint32(0)
    for i in range(len(positives)):
        running += positives[i]
        tp[i + 1] = running
    running = np.uint32(0)
    for i in range(len(negatives)):
        running += negatives[i]
        fp[i + 1] = running
    above = passed = np.int64(0)
    for s in range(len(last_p)):
        upto = np.int64(tp[last_p[s]])
        seen = np.int64(fp[last_n[s]])
        total += (seen - passed) * (upto + (above if tied[s] else upto))
        above, passed = upto, seen
    return total
