"""What it costs to start."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.benchmarks.timing import Row, row


def _cpu_of(command: list[str], repeats: int = 7) -> float:
    """The least CPU time of a child process, compiled as an installed package is."""
    best = float("inf")
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=known | {"PYTHONWARNINGS": "ignore"})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def jobs() -> list[Row]:
    """`referee --version` against `import numpy`, and two commands cold against the seconds that they may take."""
    version = _cpu_of([sys.executable, "-m", "referee", "--version"])
    numpy = _cpu_of([sys.executable, "-c", "import numpy"])
    out = [row("referee --version", 1, version, "python -c 'import numpy'", numpy, 2.5, at_most=True)]
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "small.csv"
        table.write_text("y,yhat\n" + "1,1\n0,0\n1,0\n0,0\n" * 25)
        counts, file = (
            ["--tp", "2", "--fn", "1", "--fp", "1", "--tn", "5"],
            [str(table), "--truth", "y", "--pred", "yhat"],
        )
        for job, options, goal in (("--tp 2 ...", counts, 0.55), ("small.csv", file, 0.8)):
            ours = _cpu_of([sys.executable, "-m", "referee", "evaluate", *options], 5)
            out.append(row(f"referee evaluate {job}, cold", 1, ours, "the goal", goal, 1, at_most=True))
    return out
