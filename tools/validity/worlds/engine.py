"""Worlds from seeds, and one world measured: the same seed gives the same world and the same runs."""

from __future__ import annotations

import hashlib
import math
import time
import traceback
import warnings
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import referee
from referee import RefereeError, RefereeWarning
from tools.validity.worlds.families import FAMILIES
from tools.validity.worlds.tally import Counts, Record, add
from tools.validity.worlds.world import UNDEFINED, World, collect_answers

FIRST, AGAIN = 1, 2
"""The stages of a world: its first runs, and the fresh runs that count for a bad one."""

PROBED = 3
"""Runs whose answers are kept with a world: other code that gives the same ones has been measured too."""

DIGITS = 9
"""Significant digits of an answer that must agree: the last bits differ between processors."""

ROOMS = ("core", "data", "metrics", "inference", "learners", "verbs")


def world_of(family: str, seed: int, index: int) -> World:
    """The world with this index."""
    drawn_as = FAMILIES[family].same_worlds_as or family
    return FAMILIES[family].draw(np.random.default_rng([seed, zlib.crc32(drawn_as.encode()), index]))


def measure(
    family: str, seed: int, index: int, runs: int, stage: int = FIRST, only: tuple[str, ...] = ()
) -> Record:
    """One world measured: what each run showed is counted, by measure; `only` asks for some measures.

    A refusal in words is counted as undefined. Anything else that is raised is a crash and is kept with its place.
    """
    start = time.process_time()
    world = world_of(family, seed, index)
    wanted = frozenset(only or world.measures)
    counts: Counts = {}
    crashes: dict[str, int] = {}
    refusals: dict[str, int] = {}
    probed: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", RefereeWarning)
        for run in range(runs):
            rng = np.random.default_rng([seed, zlib.crc32(family.encode()), index, stage, run])
            with collect_answers() as answers:
                try:
                    add(counts, world.run(rng, wanted))
                except RefereeError as error:
                    words = f"{type(error).__name__}: {error}"[:300]
                    refusals[words] = refusals.get(words, 0) + 1
                    add(counts, dict.fromkeys(wanted, UNDEFINED))
                except Exception as error:
                    words = _place_error(error)
                    crashes[words] = crashes.get(words, 0) + 1
            if run < PROBED:
                probed += [f"{answer:.{DIGITS}g}" for answer in answers]
    return {
        "family": family,
        "seed": seed,
        "index": index,
        "stage": stage,
        "runs": runs,
        "only": sorted(only),
        "code": code(),
        "answers": hashlib.sha256(" ".join(probed).encode()).hexdigest()[:16],
        "facts": _plain(world.facts),
        "counts": counts,
        "crashes": crashes,
        "refusals": refusals,
        "seconds": round(time.process_time() - start, 3),
    }


def still_answers_so(record: Record) -> bool:
    """Whether this code gives the answers with which a world was measured, on the first runs of it."""
    probe = measure(
        record["family"], record["seed"], record["index"], PROBED, record["stage"], tuple(record["only"])
    )
    return bool(probe["answers"] == record["answers"])


def _plain(value: Any) -> Any:
    """Facts as JSON allows them: numbers that are not finite as words."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _place_error(error: Exception) -> str:
    """What was raised, and the last lines of the library that it came through."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "referee" in Path(f.filename).parts]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames[-4:]))
    return f"{type(error).__name__}: {str(error)[:200]} at {places}"


@cache
def code() -> str:
    """A short digest of the library and of the worlds: what was measured with other code is not counted with this."""
    made = hashlib.sha256()
    source = Path(referee.__file__).parent
    folders = [*(source / room for room in ROOMS), Path(__file__).parent]
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            made.update(file.name.encode() + b"\0" + file.read_bytes())
    return made.hexdigest()[:12]
