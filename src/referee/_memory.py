"""How much memory is free, and the refusal of what would take too much of it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from referee import _check

SHARE = 0.5
"""The share of the free memory that one table may take."""

ALWAYS = 1 << 16
"""Bytes that need no look at what is free: the look takes longer than most small tables."""

_LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def free_memory() -> float:
    """Bytes that this process may still take, by the machine, the container and the limits of the process.

    Infinite where nothing tells.

    >>> free_memory() > 0
    True
    """
    found = [float("inf")]
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        found.append(1024.0 * int(next(line for line in lines if line.startswith("MemAvailable")).split()[1]))
    for most, used in _LIMITS:
        with suppress(OSError, ValueError):  # "max" is no number, and no limit
            found.append(float(Path(most).read_text()) - float(Path(used).read_text()))
    with suppress(ImportError, OSError, ValueError):
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
            if resource.getrlimit(limit)[0] != resource.RLIM_INFINITY:
                found.append(resource.getrlimit(limit)[0] - pages * float(os.sysconf("SC_PAGE_SIZE")))
    return max(0.0, min(found))


def refuse_beyond(arg: str, size: float, what: str, hint: str = "") -> None:
    """Refuse what needs more bytes than its share of the free memory, before any is taken."""
    if size <= ALWAYS:
        return
    free = free_memory()
    if size > SHARE * free:
        rule = f"fit into {SHARE:.0%} of the memory that is free ({free / 1e9:.1f} GB)"
        _check.fail(arg, rule, f"{what}, about {size / 1e9:.1f} GB", hint)
