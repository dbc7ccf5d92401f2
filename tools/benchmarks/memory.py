"""Ten million records in memory: the peak of a process that evaluates them, and of one that compares two models."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from tools.benchmarks.timing import Row, row

LIMIT, OVER = 24 * 1024.0, 400.0
"""Megabytes that 1e7 rows may take, the columns and imports included; and over the columns when they are evaluated."""

MAKE = """
import json, sys
import numpy as np
import referee

n = int(sys.argv[1])
rng = np.random.default_rng(0)
y = rng.integers(0, 2, n)
one, two = (np.clip(g * y + (1 - g) * rng.random(n), 0, 1) for g in (0.3, 0.25))
"""

EVALUATE = """
referee.evaluate(y, (one > 0.5).astype(int), one, positive=1, rng=0)
"""

COMPARE = """
a, b = (referee.read(y, (s > 0.5).astype(int), s, positive=1) for s in (one, two))
referee.compare(a, b, metric="accuracy", rng=0)
referee.compare(a, b, metric="roc_auc", rng=0)
"""

PEAK = """
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1024
print(json.dumps(peak))
"""


def jobs() -> Iterator[Row]:
    """The peaks at 1e6 and 1e7 rows, against the limit and against ten times the smaller one."""
    for name, work in (("evaluate", EVALUATE), ("compare", COMPARE)):
        small, large = (_peak(work, n) for n in (10**6, 10**7))
        job = f"{name} in memory: peak"
        yield row(job, 10**7, large, "the limit of 24 GiB", LIMIT, 1, at_most=True, unit="MB")
        if name == "evaluate":
            over = large - _peak("(one > 0.5).astype(int)\n", 10**7)
            yield row(
                "evaluate in memory: over its columns", 10**7, over, "the goal", OVER, 1, at_most=True, unit="MB"
            )
        yield row(job, 10**7, large, "the peak at n=1e+06 times 10", 10 * small, 1, at_most=True, unit="MB")


def _peak(work: str, n: int) -> float:
    """Megabytes at the peak of a process of its own."""
    code = MAKE + work + PEAK
    done = subprocess.run([sys.executable, "-c", code, str(n)], capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout))
