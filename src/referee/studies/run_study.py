"""Run a study into its store, the method `run` of `Experiment`, and show how far it is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from referee import _check, _format
from referee.core import StudyResults
from referee.learners.per_split import per_split
from referee.learners.run import Progress
from referee.studies.enrolment import enrol, versions_of
from referee.studies.reading import results_in
from referee.studies.store import Outcome, Store
from referee.studies.workers import Here, Pool, Processes

if TYPE_CHECKING:
    from referee.studies.experiment import Experiment


AHEAD = 1.0
"""Seconds of work that is claimed ahead."""


Value = Callable[[Outcome], float]
"""The first metric of a finished run."""


def run_study(
    study: Experiment,
    path: str | os.PathLike[str],
    *,
    n_jobs: int = 1,
    cluster: Any = None,
    retry: bool = False,
    progress: bool | None = None,
    other_versions: bool = False,
) -> StudyResults:
    """Run what the store at `path` does not have yet, keep each run as it finishes, and give the results.

    Killed at any moment, the next call goes on where it was. `n_jobs` spreads runs over processes of this machine,
    `cluster` (the address of a Dask scheduler, or a Client) over others; the results are the same to the last bit. A
    run that raises, predicts nonsense or passes the time limit is kept as a failure, and run again only with
    `retry`. Ctrl-C keeps what is finished and gives the results so far. Without `rng` the seed is that of the store.
    """
    study.check()
    datasets = tuple(study.tables)
    learners = tuple(candidate.name for candidate in study.candidates)
    versions = versions_of(candidate.recipe for candidate in study.candidates)
    with Store(path) as store:
        seed = store.facts.get("seed", study.seed)
        if study.rng is None and seed != study.seed:
            study = replace(study, rng=seed)
        enrol(store, study, versions, other_versions=other_versions)
        if retry:
            store.forget_failures(datasets, learners)
        interrupted = False
        watch = _watch(store, study, datasets, learners, progress)
        if watch.done < watch.total:
            store.start(versions)
            try:
                with closing(_pool(study, n_jobs, cluster)) as pool:
                    run_all(store, pool, datasets, learners, watch)
            except KeyboardInterrupt:
                interrupted = True
                store.give_back()
            finally:
                watch.close()
        return results_in(store, datasets, learners, interrupted=interrupted)


def _pool(study: Experiment, n_jobs: int, cluster: Any) -> Pool:
    import joblib

    fittings = lru_cache(maxsize=64)(study.fitting)
    if cluster is not None:
        from referee.studies.on_cluster import Cluster

        return Cluster(fittings, cluster, study.time_limit, [candidate.recipe for candidate in study.candidates])
    width = joblib.effective_n_jobs(_check.jobs(n_jobs))
    if width == 1 and study.time_limit is None:
        return Here(fittings)
    modules = ["sklearn.base", *{type(candidate.learner).__module__ for candidate in study.candidates}]
    return Processes(fittings, width, study.time_limit, modules)


def _watch(
    store: Store, study: Experiment, datasets: tuple[str, ...], learners: tuple[str, ...], shown: bool | None
) -> StudyWatch:
    """What is done already, and how to see the first metric of a run."""
    measure = study.measures[0]

    def value(outcome: Outcome) -> float:
        data, splits = study.tables[outcome.task.dataset], study.splits_of(outcome.task.dataset)
        i = outcome.task.split
        alone = replace(splits, tests=(splits.tests[i],), trains=(splits.train(i),), validations=(), repeats=1)
        scores = () if outcome.scores is None else (outcome.scores,)
        return float(per_split(data.results("", alone, (outcome.predicted,), scores=scores), measure)[0])

    waiting, claimed, done, failed = store.states(datasets, learners)
    total = waiting + claimed + done + failed
    return StudyWatch(total, done=done + failed, failed=failed, shown=shown, value=value, sign=measure.sign)


def run_all(store: Store, pool: Pool, datasets: Sequence[str], learners: Sequence[str], watch: StudyWatch) -> None:
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
            watch.end_run(outcome, running=min(pool.width, pool.left))
        watch.draw()


class StudyWatch(Progress):
    """Counts runs, and shows done, running, failed, the time left and the best so far when someone watches.

    `done` are all that have ended, `failed` those of them that have failed.

    >>> watch = StudyWatch(10, done=4, shown=False)
    >>> watch.done, watch.failed
    (4, 0)
    """

    def __init__(
        self,
        total: int,
        *,
        done: int = 0,
        failed: int = 0,
        shown: bool | None = None,
        value: Value | None = None,
        sign: float = 1.0,
    ) -> None:
        super().__init__(total, shown, done=done)
        self.failed, self.running = failed, 0
        self._value, self._sign = value, sign
        self._sums: dict[str, dict[str, list[float]]] = {}
        self._dataset = ""

    def end_run(self, outcome: Outcome, *, running: int) -> None:
        """One run more."""
        self.running = running
        self.failed += bool(outcome.error)
        if self.shown and self._value is not None and not outcome.error:
            self._dataset = outcome.task.dataset
            value = self._value(outcome)
            if value == value:
                sums = self._sums.setdefault(self._dataset, {}).setdefault(outcome.task.learner, [0.0, 0.0])
                sums[0] += value
                sums[1] += 1
        self.step()

    @property
    def line(self) -> str:
        """Done, running, failed and the time left, and the best learner so far on the dataset at hand."""
        words = f"{self.done:,} of {self.total:,} runs, {self.running} running, {self.failed} failed{self.left}"
        means = {learner: total / n for learner, (total, n) in self._sums.get(self._dataset, {}).items()}
        if not means:
            return words
        best = max(means, key=lambda name: self._sign * means[name])
        return f"{words}\nbest so far on {_format.label(self._dataset)}: {_format.label(best)} {means[best]:.3f}"
