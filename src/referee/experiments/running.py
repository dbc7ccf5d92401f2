"""Run what a store has not: claim, run, keep, until nothing is left."""

from __future__ import annotations

import time
from collections.abc import Sequence

from referee.experiments.store import Outcome, Store
from referee.experiments.watch import Watch
from referee.experiments.workers import Pool

AHEAD = 1.0
"""Seconds of work that is claimed ahead."""

MOST = 2000
"""Runs that are claimed ahead at most."""


def run_all(store: Store, pool: Pool, datasets: Sequence[str], learners: Sequence[str], watch: Watch) -> None:
    """Run everything that waits, and wait for what other processes have claimed.

    Runs are claimed about a second ahead, so that a store shared by several processes is shared fairly.
    """
    pace, quiet = Pace(pool.width), 0.0
    while True:
        room = pace.ahead - pool.left
        if not pool.left or (room > pace.ahead / 2 and time.monotonic() > quiet):
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
            pace.step(outcome)
            watch.step(outcome, running=min(pool.width, pool.left))
        watch.draw()


class Pace:
    """How many runs make a second of work.

    >>> pace = Pace(2)
    >>> pace.ahead
    4
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._mean = 0.0

    def step(self, outcome: Outcome) -> None:
        """Learn from a finished run."""
        self._mean += 0.1 * (outcome.seconds - self._mean) if self._mean else outcome.seconds

    @property
    def ahead(self) -> int:
        """How many runs to have claimed."""
        a_second = self._width * AHEAD / self._mean if self._mean > 0 else 0
        return int(min(MOST, max(2 * self._width, a_second)))
