"""Run what a store has not: claim, run, keep, until nothing is left."""

from __future__ import annotations

import time
from collections.abc import Sequence

from referee.experiments.store import Store
from referee.experiments.watch import Watch
from referee.experiments.workers import Pool

AHEAD = 1.0
"""Seconds of work that is claimed ahead."""


def run_all(store: Store, pool: Pool, datasets: Sequence[str], learners: Sequence[str], watch: Watch) -> None:
    """Run everything that waits, and wait for what other processes have claimed.

    Runs are claimed about a second ahead, so that a store shared by several processes is shared fairly.
    """
    quiet = 0.0
    while True:
        ahead = pool.within(AHEAD)
        room = ahead - pool.left
        if not pool.left or (room > ahead / 2 and time.monotonic() > quiet):
            tasks = store.claim(max(1, room), datasets, learners)
            if len(tasks) < room:
                quiet = time.monotonic() + AHEAD
            if tasks:
                pool.add(tasks)
            elif not pool.left:
                if not sum(store.states(datasets, learners)[:2]):
                    return
                time.sleep(0.2)
                continue
        for outcome in pool.collect(0.5):
            store.keep(outcome)
            watch.step(outcome, running=min(pool.width, pool.left))
        watch.draw()
