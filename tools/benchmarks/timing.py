"""CPU time of a call, and the rows that benchmarks are made of."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NotRequired, TypedDict


class Row(TypedDict):
    """One comparison: our CPU seconds, a peer's, their ratio, and the ratio that is the goal.

    `scaled` says that the peer's loop was timed on some replicates and multiplied up. `engine_seconds` is the time of
    the engine behind the public call that was timed.
    """

    job: str
    n: int
    ours_seconds: float
    peer: str
    peer_seconds: float
    ratio: float
    goal: float
    scaled: bool
    at_most: NotRequired[bool]
    unit: NotRequired[str]
    engine_seconds: NotRequired[float]


def cpu(call: Callable[[], Any], repeats: int = 5) -> float:
    """The least CPU time of a few calls, after one to warm up when it is short."""
    start = time.process_time()
    call()
    best = time.process_time() - start
    for _ in range(repeats - 1 if best < 5 else 0):
        start = time.process_time()
        call()
        best = min(best, time.process_time() - start)
    return best


def row(
    job: str,
    n: int,
    ours: float,
    peer: str,
    theirs: float,
    goal: float,
    *,
    scaled: bool = False,
    at_most: bool = False,
    unit: str = "",
    engine: float | None = None,
) -> Row:
    """A row whose ratio says how many times faster we are, or (`at_most`) how many times the peer's cost we take.

    `unit` is of what is no time in seconds.
    """
    ratio = ours / theirs if at_most else theirs / ours
    out: Row = {
        "job": job,
        "n": n,
        "ours_seconds": ours,
        "peer": peer,
        "peer_seconds": theirs,
        "ratio": ratio,
        "goal": goal,
        "scaled": scaled,
    }
    if at_most:
        out["at_most"] = True
    if unit:
        out["unit"] = unit
    if engine is not None:
        out["engine_seconds"] = engine
    return out
