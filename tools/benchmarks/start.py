"""What it costs to start."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from tools.benchmarks.timing import Row, row


def _cpu_of(command: list[str], repeats: int = 7) -> float:
    """The least CPU time of a child process."""
    best = float("inf")
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONWARNINGS": "ignore"}
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def jobs() -> list[Row]:
    """`referee --version` against `import numpy`."""
    version = _cpu_of([sys.executable, "-m", "referee", "--version"])
    numpy = _cpu_of([sys.executable, "-c", "import numpy"])
    return [row("referee --version", 1, version, "python -c 'import numpy'", numpy, 2.5, at_most=True)]
