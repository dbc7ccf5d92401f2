"""Run every benchmark, print the ratios, write them as JSON: `python -m tools.benchmarks --out out/bench.json`.

`python -m tools.benchmarks --rows out/bench.json --docs docs/benchmarks.md` makes the page of rows that were measured.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
import time
import traceback
from pathlib import Path

from tools import benchmarks
from tools.benchmarks.page import meets_goal, page
from tools.benchmarks.timing import Row

SKIP = {"__main__", "page", "timing"}
LONG = {"audit", "experiment", "files", "growth", "loo", "memory", "sources"}
"""Modules that take minutes, which a quick run leaves out."""


def main() -> None:
    """Run the chosen modules (all by default); each is written when it ends, and one that fails stops no other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="modules to run; all when none is named")
    parser.add_argument("--quick", action="store_true", help="leave out the modules that take minutes")
    parser.add_argument("--out", type=Path, help="file for the rows as JSON")
    parser.add_argument("--rows", type=Path, help="file with rows that were measured: nothing is run")
    parser.add_argument("--docs", type=Path, help="page of the documentation to write")
    args = parser.parse_args()
    if args.rows:
        found = json.loads(args.rows.read_text())
    else:
        machine = {"python": platform.python_version(), "processor": platform.machine(), "cores": os.cpu_count()}
        found = {"machine": machine, "parts": {}, "failed": {}, "seconds": {}}
        every = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in SKIP]
        print(f"{'job':<66}{'ours':>10}{'engine':>11}{'peer':>11}  {'ratio':>9}{'goal':>9}  peer")
        for name in args.names or [name for name in every if not (args.quick and name in LONG)]:
            run(name, found)
            if args.out:
                args.out.parent.mkdir(parents=True, exist_ok=True)
                args.out.write_text(json.dumps(found, indent=1) + "\n")
    if args.docs:
        args.docs.write_text(page(found["parts"], found["machine"]))
    rows = [row for part in found["parts"].values() for row in part]
    missed, failed = sum(not meets_goal(row) for row in rows), ", ".join(found["failed"])
    print(f"{len(rows)} rows, {missed} goals missed on this machine" + (f"; failed: {failed}" if failed else ""))
    sys.exit(1 if missed or failed else 0)


def run(name: str, found: dict) -> None:
    """Run one module, print its rows as they come and keep them."""
    started, rows = time.monotonic(), found["parts"].setdefault(name, [])
    try:
        for row in importlib.import_module(f"tools.benchmarks.{name}").jobs():
            rows.append(row)
            print(line_of(row), flush=True)
    except Exception as error:
        traceback.print_exc()
        found["failed"][name] = f"{type(error).__name__}: {error}"
    found["seconds"][name] = round(time.monotonic() - started)


def line_of(row: Row) -> str:
    """A row as a line of text."""
    goal = f"{'<=' if row.get('at_most', False) else '>='}{row['goal']:g}"
    job = f"{row['job']}, n={row['n']:.0e}" if row["n"] > 1 else row["job"]
    unit = row.get("unit", "ms")
    ours, peer = (row[side] * (1 if "unit" in row else 1e3) for side in ("ours_seconds", "peer_seconds"))
    engine = f"{1e3 * row['engine_seconds']:.1f}ms" if "engine_seconds" in row else ""
    ratio = f"{row['ratio']:.{2 if row['ratio'] < 10 else 1}f}"
    verdict = f"{'' if meets_goal(row) else '  MISSED'}  {row['peer']}{' (scaled)' if row['scaled'] else ''}"
    sides = f"{ours:>8.{2 if unit == 'x' else 1}f}{unit}{engine:>11}{peer:>9.0f}{unit}"
    return f"{job:<66}{sides}  {ratio:>9}{goal:>9}{verdict}"


if __name__ == "__main__":
    main()
