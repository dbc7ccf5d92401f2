"""A study killed many times and resumed: what was lost, what ran twice, and whether the end is that of a whole run."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helpers.study_learners import rows, run_slowly, study
from referee.studies.store_format import DONE

SLEEP = 0.025
"""Seconds of each fit, so that a kill meets a study at work."""

LONGEST = 0.9
"""Seconds to the latest kill."""

STEPS = 8000
"""Instructions of writes up to which the database kills the study."""

ONCE = "r.id, r.finished, r.seconds, r.attempts"


@dataclass
class Killed:
    """What the kills met and cost: kills at random times and inside a write, and those after which a fold was lost."""

    at_random: int = 0
    in_write: int = 0
    lost_at_random: int = 0
    lost_in_write: int = 0
    idle: int = 0
    finished: int = 0
    folds: int = 0
    different: int = 0
    damaged: bool = False


def forkserver() -> Any:
    """Processes that start at once, for everything is imported before they are forked."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["helpers.study_learners"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    try:
        child = context.Process(target=len, args=("",))
        child.start()
        child.join()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before
    return context


def killed_and_resumed(folder: Path, children: Any, *, kills: int, repeats: int, seed: int) -> Killed:
    """Kill a study of 10 folds, half of the times at a random moment and half inside a write, then let it end.

    A fold that was finished must have the same row, with the same moment of its end, after every later kill.
    """
    whole, path = folder / "whole.db", folder / "killed.db"
    size = {"folds": 10, "repeats": repeats, "slow_only": True}
    study(**size).run(whole)
    draw = random.Random(seed)
    kept: dict[int, tuple[Any, ...]] = {}
    out = Killed(folds=len(rows(whole)))
    for i in range(kills):
        inside = i % 2 == 1
        steps = draw.randrange(1, STEPS) if inside else None
        child = children.Process(target=run_slowly, args=(path, SLEEP), kwargs=size | {"die_in_write": steps})
        child.start()
        child.join(None if inside else draw.uniform(0.02, LONGEST))
        if child.exitcode is None:
            child.kill()
            child.join()
        out.idle += child.exitcode != -signal.SIGKILL
        out.in_write, out.at_random = out.in_write + inside, out.at_random + (not inside)
        if path.exists() and os.path.getsize(path):
            try:
                found = {row[1]: row for row in rows(path, f"r.state, {ONCE}") if row[0] == DONE}
            except sqlite3.OperationalError:  # the kill came before there were tables
                found = {}
            lost = not kept.items() <= found.items()
            out.lost_in_write, out.lost_at_random = (
                out.lost_in_write + (lost and inside),
                out.lost_at_random + (lost and not inside),
            )
            kept = found
    out.finished = len(kept)
    study(**size).run(path)
    now = {row[1]: row for row in rows(path, f"r.state, {ONCE}")}
    out.lost_at_random += not kept.items() <= now.items()
    out.different = sum(a != b for a, b in zip(rows(path), rows(whole), strict=True))
    out.damaged = sqlite3.connect(path).execute("PRAGMA integrity_check").fetchone() != ("ok",)
    return out
