"""Measure random worlds: `python -m tools.validity worlds [--minutes M] [--family F ...] [--replay F:SEED:INDEX]`."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from tools.validity.docs import put
from tools.validity.worlds.engine import AGAIN, code, measure, still_answers_so, world_of
from tools.validity.worlds.families import FAMILIES
from tools.validity.worlds.report import lines, promises_kept
from tools.validity.worlds.schedule import Plan, Task, next_task
from tools.validity.worlds.store import Store
from tools.validity.worlds.summary import summary
from tools.validity.worlds.tally import Record, show_rate

WORLDS, RUNS, FRESH = 100, 400, 4000
STORE = Path("docs/validity/worlds.jsonl")


def main(argv: Sequence[str] | None = None) -> int:
    """Measure until nothing is left or the minutes are over, print the report; 1 when a promise is broken."""
    args = _parser().parse_args(argv)
    families = tuple(args.family or FAMILIES)
    if unknown := [name for name in families if name not in FAMILIES]:
        raise SystemExit(f"no family is named {unknown[0]!r}; they are {', '.join(FAMILIES)}")
    if args.replay:
        return replay(args.replay, args.runs or FRESH)
    store = Store(args.store, None if args.report else code())
    if args.report:
        print(f"{len(store.records)} records in {args.store}, code {store.code}")
    else:
        plan = Plan(families, args.worlds, args.runs or RUNS, args.fresh)
        _adopt_measured(store, families)
        _choose_seeds(plan, store, args.seed)
        seeds = ", ".join(str(seed) for seed in sorted({store.seeds[family] for family in families}))
        print(f"seed {seeds}; code {store.code}; {len(store.records)} records in {args.store}", flush=True)
        _measure_all(plan, store, args)
    print("\n".join(lines(store, families)))
    if args.docs:
        part = "worlds" if families == tuple(FAMILIES) else f"worlds of {' '.join(families)}"
        put(args.docs / "worlds.md", part, summary(store, families))
    return 0 if promises_kept(store, families) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.validity worlds", description=__doc__)
    parser.add_argument("--minutes", type=float, help="start no world after so many minutes")
    parser.add_argument("--seed", type=int, help="seed of the worlds (default: that of the store, or a new one)")
    parser.add_argument("--family", action="append", help="a family to measure, may be repeated (default: all)")
    parser.add_argument("--worlds", type=int, default=WORLDS, help=f"worlds per family (default {WORLDS})")
    parser.add_argument("--runs", type=int, help=f"runs of each world (default {RUNS}; replay {FRESH})")
    parser.add_argument("--fresh", type=int, default=FRESH, help=f"fresh runs of a bad world (default {FRESH})")
    parser.add_argument("--store", type=Path, default=STORE, help=f"file of measured worlds (default {STORE})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--report", action="store_true", help="report what the store holds, measure nothing")
    parser.add_argument("--replay", metavar="FAMILY:SEED:INDEX", help="measure one world alone")
    parser.add_argument("--docs", type=Path, help="folder of the pages; the summary goes to its worlds.md")
    return parser


def _adopt_measured(store: Store, families: tuple[str, ...]) -> None:
    """Count the families that other code measured and for which this code gives the same answers."""
    for family in families:
        measured = [record for record in store.others if record["family"] == family]
        if measured:
            same = all(map(still_answers_so, measured))
            store.adopt(family, same=same)
            word = "are counted, for the answers are the same" if same else "are forgotten: an answer has changed"
            print(f"{family}: {len(measured)} records of other code {word}", file=sys.stderr, flush=True)


def _choose_seeds(plan: Plan, store: Store, asked: int | None) -> None:
    """The seed that was asked for; else families go on with theirs, and all get a new one when nothing is left."""
    seed = secrets.randbelow(2**31) if asked is None else asked
    before = {} if asked is not None else store.seeds
    store.seeds = store.seeds | {family: before.get(family, seed) for family in plan.families}
    if asked is None and next_task(plan, store, frozenset()) is None:
        store.seeds |= dict.fromkeys(plan.families, seed)


def _measure_all(plan: Plan, store: Store, args: argparse.Namespace) -> None:
    """Measure over processes of one thread each; every world is stored as it ends."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    end = monotonic() + 60 * args.minutes if args.minutes is not None else float("inf")
    if args.jobs <= 1:
        while monotonic() < end and (task := next_task(plan, store, frozenset())):
            store.add(_announce(measure(*task)))
        return
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[Record], Task] = {}
        while True:
            while len(running) < args.jobs and monotonic() < end:
                busy = frozenset((t.family, t.number, t.stage) for t in running.values())
                task = next_task(plan, store, busy)
                if task is None:
                    break
                running[pool.submit(measure, *task)] = task
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                running.pop(done)
                store.add(_announce(done.result()))


def _announce(record: Record) -> Record:
    """Say that a world ended."""
    word = "fresh runs of " if record["stage"] == AGAIN else ""
    about = f"{word}{record['family']}:{record['seed']}:{record['index']}"
    print(f"measured {about}, {record['runs']} runs, {record['seconds']:.0f} s", file=sys.stderr, flush=True)
    return record


def replay(asked: str, runs: int) -> int:
    """Draw one world again and measure everything in it."""
    try:
        family, seed, index = asked.rsplit(":", 2)
        numbers = int(seed), int(index)
    except ValueError:
        raise SystemExit(f"--replay must be FAMILY:SEED:INDEX; got {asked!r}") from None
    print(json.dumps(world_of(family, *numbers).facts))
    record = measure(family, *numbers, runs, AGAIN)
    for name, counts in sorted(record["counts"].items()):
        print(f"{name:<44}{show_rate(name, counts)}")
    for text, times in (record["crashes"] | record["refusals"]).items():
        print(f"{times} runs: {text}")
    return 0
