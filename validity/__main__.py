"""Measure every promise, print the worst first, write all as JSON: `python -m validity --out out/validity.json`."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from pathlib import Path

import validity
from validity.cell import Cell, kept
from validity.docs import section, written

SKIP = {"__main__", "cell", "docs"}


def main() -> None:
    """Run the chosen modules (all by default)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="modules to run; all when none is named")
    parser.add_argument("--runs", type=int, default=2000, help="simulated test sets a cell")
    parser.add_argument("--seed", type=int, default=20261115)
    parser.add_argument("--out", type=Path, help="file for the cells as JSON")
    parser.add_argument("--docs", type=Path, help="folder of the pages that show the measured tables")
    args = parser.parse_args()
    found = [m.name for m in pkgutil.iter_modules(validity.__path__) if m.name not in SKIP]
    cells: list[Cell] = []
    for name in args.names or found:
        part = importlib.import_module(f"validity.{name}")
        measured = part.cells(args.runs, args.seed)
        cells += measured
        if args.docs:
            written(args.docs, name, part, section(name, part, measured, args.runs, args.seed))
        print(f"measured {name}", file=sys.stderr, flush=True)
    cells.sort(key=lambda c: min(c["rate"] - c["low"], c["high"] - c["rate"]))
    for c in cells:
        error = f"+-{c['error']:.3f}" if c["error"] else "exact"
        word = "" if kept(c) else "  BROKEN"
        band = f"[{c['low']:.3f}, {c['high']:.3f}]"
        undefined = f"  undefined {c['undefined']:.3f}" if c["undefined"] else ""
        print(f"{c['promise']:<38}{c['world']:<44}{c['rate']:.3f} {error:<8}{band}{word}{undefined}")
    broken = sum(not kept(c) for c in cells)
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(json.dumps({"runs": args.runs, "seed": args.seed, "cells": cells}, indent=1) + "\n")
    print(f"{len(cells)} cells, {broken} outside their band")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
