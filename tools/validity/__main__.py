"""Measure every promise, print the worst first, write all as pages: `python -m tools.validity --docs docs/validity`.

`python -m tools.validity worlds` measures the defaults in worlds drawn at random, `duels` looks for contradictions of
p and interval, `peers` asks other tools in such worlds, and `widths` other methods; `--help` says how.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from tools.validity.cell import Cell, in_band, spare, verdict
from tools.validity.docs import Part, pages
from tools.validity.parts import measure_part, parts

SEED = 20261115
RUNS = 4000

OWN = {
    "worlds": "tools.validity.worlds.command",
    "duels": "tools.validity.duels",
    "peers": "tools.validity.peers",
    "widths": "tools.validity.widths",
}
"""Commands with options of their own."""


def main() -> None:
    """Run the chosen modules (all by default) side by side; the cells do not depend on the number of processes."""
    if sys.argv[1:2] and sys.argv[1] in OWN:
        sys.exit(importlib.import_module(OWN[sys.argv[1]]).main(sys.argv[2:]))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="modules to run; all when none is named")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"simulated test sets a cell (default {RUNS})")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--out", type=Path, help="file for the cells as JSON")
    parser.add_argument("--docs", type=Path, help="folder of the pages that show the measured tables")
    parser.add_argument(
        "--again", action="store_true", help="write the pages from what stands there, measure nothing"
    )
    args = parser.parse_args()
    known = parts()
    if unknown := [name for name in args.names if name not in known]:
        parser.error(f"no part is named {unknown[0]!r}; they are {', '.join(sorted(known))}")
    if args.again:
        if args.docs is None:
            parser.error("--again needs --docs")
        pages(args.docs, {})
        return
    names = [name for name in known if name in args.names or not args.names]
    found = _run(names, args)
    cells = [c for part in found.values() for c in part["cells"]]
    _print(cells)
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(json.dumps({"runs": args.runs, "seed": args.seed, "cells": cells}, indent=1) + "\n")
    sys.exit(0 if len(found) == len(names) and all(in_band(c) for c in cells) else 1)


def _run(names: list[str], args: argparse.Namespace) -> dict[str, Part]:
    """The chosen parts over processes of one thread each; the pages are written as soon as a part ends."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    found: dict[str, Part] = {}
    start = perf_counter()
    with ProcessPoolExecutor(min(args.jobs, len(names)), mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(measure_part, name, args.runs, args.seed): name for name in names}
        for done in as_completed(waiting):
            name = waiting[done]
            if why := done.exception():
                print(f"FAILED {name}: {why!r}", file=sys.stderr, flush=True)
                continue
            cells, seconds = done.result()
            found[name] = Part(runs=args.runs, seed=args.seed, cells=cells)
            if args.docs:
                pages(args.docs, {name: found[name]})
            left = f"{sum(not f.done() for f in waiting)} parts left, {perf_counter() - start:.0f} s in all"
            print(f"measured {name}: {len(cells)} cells, {seconds:.0f} s; {left}", file=sys.stderr, flush=True)
    return {name: found[name] for name in names if name in found}


def _print(cells: list[Cell]) -> None:
    """Every cell, the nearest to its limit first."""
    words = {"yes": "", "within Monte Carlo error": "  within Monte Carlo error", "no": "  BROKEN"}
    for c in sorted(cells, key=spare):
        error = f"+-{c['error']:.3f}" if c["error"] else "exact"
        band = f"[{c['low']:.3f}, {c['high']:.3f}]"
        undefined = f"  undefined {c['undefined']:.3f}" if c["undefined"] else ""
        print(f"{c['promise']:<38}{c['world']:<44}{c['rate']:.3f} {error:<8}{band}{words[verdict(c)]}{undefined}")
    counts = {word: sum(verdict(c) == word for c in cells) for word in words}
    print(f"{len(cells)} cells: {', '.join(f'{word} {count}' for word, count in counts.items())}")


if __name__ == "__main__":
    main()
