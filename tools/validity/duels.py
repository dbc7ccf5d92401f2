"""Random duels over all routes: `python -m tools.validity duels [--count N] [--minutes M] [--seed S] [--replay S:I]`.

A duel draws two models on 6 to 300 cases, a metric, a way of sampling (cases, weights, clusters, different test sets),
a level and an alternative. p and interval must not contradict each other, and exchanging the models must mirror both.
"""

from __future__ import annotations

import argparse
import os
import secrets
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from referee import InputError, compare
from referee.core import Comparison
from referee.core.test_result import OTHER
from tools.validity.worlds.joint import BINARY
from tools.validity.worlds.population import two_models
from tools.validity.worlds.rules import ROUTES, SCORES, mirrored, rows_of
from tools.validity.worlds.world import FINE, dual, log_uniform

COUNT, CHUNK = 100_000, 200
LEVELS = (0.8, 0.9, 0.95, 0.99)


class Duel(NamedTuple):
    """What one duel was, and which rules it broke; `refused` where no test takes such data."""

    route: str
    metric: str
    broken: tuple[str, ...]
    refused: bool = False


def duel(seed: int, index: int) -> Duel:
    """One duel; the same seed and index give the same."""
    rng = np.random.default_rng([seed, index])
    n, prevalence = round(log_uniform(rng, 6, 300)), float(rng.uniform(0.05, 0.6))
    population, _ = two_models(rng, prevalence, null=bool(rng.random() < 0.5), kinds=200)
    route, metric = str(rng.choice(ROUTES)), str(rng.choice(SCORES if rng.random() < 0.6 else BINARY))
    rows = rows_of(population, n, route, rng)
    asked: dict[str, Any] = {"metric": metric, "independent": route == "apart", "rng": index}
    asked |= {"level": float(rng.choice(LEVELS))}
    side: Any = str(rng.choice(["two-sided", "two-sided", "greater", "less"]))
    try:
        a, b = rows.read((0, 1))
        here, back = compare(a, b, alternative=side, **asked), compare(b, a, alternative=OTHER[side], **asked)
    except InputError:
        return Duel(route, metric, (), refused=True)
    broken = [] if _agree(here) else ["p against interval"]
    return Duel(route, metric, (*broken, *([] if mirrored(here, back) else ["models change places"])))


def _agree(found: Comparison) -> bool:
    return dual(found) == FINE


def duels(seed: int, start: int, size: int) -> list[tuple[int, Duel]]:
    """Duels from one index on."""
    return [(index, duel(seed, index)) for index in range(start, start + size)]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the duels, print what was broken and how to run it again; 1 when anything was."""
    parser = argparse.ArgumentParser(prog="python -m tools.validity duels", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help=f"duels (default {COUNT})")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no more after so many minutes")
    parser.add_argument("--seed", type=int, help="seed (default: a new one, which is printed)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--replay", metavar="SEED:INDEX", help="one duel again")
    args = parser.parse_args(argv)
    if args.replay:
        print(duel(*map(int, args.replay.split(":"))))
        return 0
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    end, done, refused, broken = monotonic() + 60 * args.minutes, 0, 0, []
    routes: Counter[str] = Counter()
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        starts = iter(range(0, args.count, CHUNK))
        while monotonic() < end and (batch := list(islice(starts, args.jobs))):
            sizes = [min(CHUNK, args.count - start) for start in batch]
            for found in pool.map(duels, [seed] * len(batch), batch, sizes):
                done += len(found)
                refused += sum(one.refused for _, one in found)
                routes.update(f"{one.route}, {one.metric}" for _, one in found)
                broken += [(index, one) for index, one in found if one.broken]
    for index, one in broken:
        print(f"{', '.join(one.broken)}: {one.route}, {one.metric}; --replay {seed}:{index}")
    print(f"{done} duels on {len(routes)} routes, seed {seed}, {refused} refused in words: {len(broken)} broken")
    return int(bool(broken))
