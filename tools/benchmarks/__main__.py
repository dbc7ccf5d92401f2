"""Run every benchmark, print the ratios, write them as JSON: `python -m tools.benchmarks --out out/bench.json`."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pkgutil
import platform
import sys
from pathlib import Path

from tools import benchmarks
from tools.benchmarks.page import meets_goal, page
from tools.benchmarks.timing import Row

SKIP = {"__main__", "page", "timing"}


def main() -> None:
    """Run the chosen modules (all by default)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="modules to run; all when none is named")
    parser.add_argument("--out", type=Path, help="file for the rows as JSON")
    parser.add_argument("--docs", type=Path, help="page of the documentation to write")
    args = parser.parse_args()
    found = [m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name not in SKIP]
    parts: dict[str, list[Row]] = {}
    print(f"{'job':<66}{'ours':>10}{'engine':>11}{'peer':>11}  {'ratio':>9}{'goal':>9}  peer")
    for name in args.names or found:
        for row in importlib.import_module(f"tools.benchmarks.{name}").jobs():
            parts.setdefault(name, []).append(row)
            goal = f"{'<=' if row.get('at_most', False) else '>='}{row['goal']:g}"
            job = f"{row['job']}, n={row['n']:.0e}" if row["n"] > 1 else row["job"]
            scaled = " (scaled)" if row["scaled"] else ""
            unit = row.get("unit", "ms")
            ours, peer = (row[side] * (1 if "unit" in row else 1e3) for side in ("ours_seconds", "peer_seconds"))
            engine = f"{1e3 * row['engine_seconds']:.1f}ms" if "engine_seconds" in row else ""
            digits = 2 if row["ratio"] < 10 else 1
            print(
                f"{job:<66}{ours:>8.{2 if unit == 'x' else 1}f}{unit}{engine:>11}{peer:>9.0f}{unit}"
                f"  {row['ratio']:>9.{digits}f}{goal:>9}{'' if meets_goal(row) else '  MISSED'}  {row['peer']}{scaled}",
                flush=True,
            )
    rows = [row for part in parts.values() for row in part]
    machine = {"python": platform.python_version(), "processor": platform.machine(), "cores": os.cpu_count()}
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n")
    if args.docs:
        args.docs.write_text(page(parts, machine))
    missed = sum(not meets_goal(row) for row in rows)
    print(f"{len(rows)} rows, {missed} goals missed on this machine")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
