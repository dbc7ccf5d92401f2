"""What makes a fit give the same bits everywhere: one thread, and a seed for what has no random state."""

from __future__ import annotations

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from referee import _rng

_LOCK = threading.Lock()

_HELD: list[tuple[Any, Any]] = []

_USERS = 0


@contextmanager
def one_thread() -> Generator[None, None, None]:
    """Limit BLAS and OpenMP to one thread, so that a fit gives the same bits everywhere.

    The limit of BLAS is the process's: the first thread to ask sets it, the last to leave lifts it, and libraries
    loaded meanwhile are limited too. That of OpenMP is each thread's own.

    >>> with one_thread():
    ...     pass
    """
    global _USERS
    blas, openmp = _pools(len(sys.modules))
    with _LOCK:
        _USERS += 1
        if not _HELD or _HELD[-1][0] is not blas:
            _HELD.append((blas, blas.limit(limits=1)))
    try:
        with openmp.limit(limits=1):
            yield
    finally:
        with _LOCK:
            _USERS -= 1
            while _HELD and not _USERS:
                _HELD.pop()[1].restore_original_limits()


@lru_cache(maxsize=1)
def _pools(modules: int) -> tuple[Any, Any]:
    """The thread pools of this process, looked up again when more modules are loaded."""
    from threadpoolctl import ThreadpoolController

    found = ThreadpoolController()
    return found.select(user_api="blas"), found.select(user_api="openmp")


@contextmanager
def torch_seed(seed: int, i: int) -> Generator[None, None, None]:
    """Seed torch for fit i, whose learners have no random state of their own, and leave its stream as it was.

    Nothing happens where no learner has loaded torch.

    >>> with torch_seed(7, 0):
    ...     pass
    """
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(int(_rng.stream(seed, "fit", "torch", i + 1).integers(2**31 - 1)))
        yield
