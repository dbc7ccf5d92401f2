"""Runs spread over the workers of a Dask cluster."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from dataclasses import replace
from typing import Any

from referee import _check
from referee.errors import RefereeError
from referee.learners.fitting import Fitting
from referee.learners.same_bits import one_thread
from referee.studies.enrolment import differing, versions_of
from referee.studies.processes import part_data, time_fit
from referee.studies.store import Outcome, Task
from referee.studies.workers import ATTEMPTS, Fittings, Pool, Processes

ANSWER = 5
"""Seconds within which a scheduler must answer."""

_THREAD = threading.local()


class Cluster(Pool):
    """Runs as Dask futures; a worker that dies costs a retry, and results come back as they finish.

    The data of a dataset travel once, as a task of their own that Dask runs again where a worker took them along.
    With a time limit each Dask worker fits in a process of its own, which is ended when the time is over.
    """

    def __init__(self, fittings: Fittings, address: Any, limit: float | None, recipes: list[str]) -> None:
        super().__init__(fittings)
        self._client, self._ours = _client(address)
        self._limit, self._name = limit, secrets.token_hex(4)
        self._out: dict[Any, list[Task]] = {}
        self._sent: dict[Any, Any] = {}
        try:
            self._same_versions(recipes)
        except BaseException:
            self.close()
            raise
        self.width = max(1, sum(self._client.nthreads().values()))

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        return super().left + sum(map(len, self._out.values()))

    def close(self) -> None:
        """Cancel what is left; a client that was ours is closed."""
        futures = [*self._out, *self._sent.values()]
        self._out, self._sent = {}, {}
        self._tasks.clear()
        if futures and self._client.status == "running":
            self._client.cancel(futures, force=True)
        if self._ours:
            self._client.close()

    def _same_versions(self, recipes: list[str]) -> None:
        """Refuse workers whose packages differ from ours: their bits might too."""
        deadline = time.monotonic() + ANSWER
        while not self._client.nthreads():
            if time.monotonic() > deadline:
                _check.fail(
                    "cluster", "have at least one worker", f"{self._client.scheduler.address}, which has none"
                )
            time.sleep(0.1)
        try:
            there = self._client.run(versions_of, recipes)
        except ImportError as error:
            _check.fail("cluster", "have workers with referee installed", str(error))
        for worker, found in there.items():
            other = differing(versions_of(recipes), found)
            if other:
                _check.fail("cluster", "have workers with the packages of this process", f"{worker}: {other}")

    def _feed(self) -> None:
        """Submit chunks, two for each thread of the cluster."""
        size = self._size
        while self._tasks and len(self._out) < 2 * self.width:
            self._submit(self._chunk(size))

    def _submit(self, chunk: list[Task]) -> None:
        """Submit tasks of one learner on one dataset, whose data are sent once."""
        fitting, data = part_data(self._fittings(*chunk[0].pair))
        key = chunk[0].dataset, fitting.as_numbers
        if key not in self._sent:
            self._sent[key] = self._client.submit(hold_data, data, pure=False)
        named = [replace(task, dataset=f"{self._name} {task.dataset}") for task in chunk]
        asked = self._sent[key], fitting, named, self._limit
        future = self._client.submit(fit_there, *asked, pure=False, retries=ATTEMPTS - 1)
        self._out[future] = chunk
        future.add_done_callback(lambda done: self._inbox.put((done, None)))

    def _hear(self, future: Any, message: Any) -> list[Outcome]:
        chunk = self._out.pop(future, None)
        if chunk is None:
            return []
        if future.status == "finished":
            return [self._outcome(task, said) for task, said in zip(chunk, future.result(), strict=True)]
        return self._again(chunk, "its worker was lost" if future.cancelled() else str(future.exception()))

    def _again(self, chunk: list[Task], why: str) -> list[Outcome]:
        """Submit the runs of a lost chunk one by one; one that goes on losing its worker has failed."""
        if self._client.status != "running":
            raise RefereeError("The cluster has gone away; what was finished is kept, run again to go on.")
        out = []
        self._sent = {}
        for task in chunk:
            failed = self._lose(task, "it was lost", f"on the cluster ({why})")
            if failed is None:
                self._submit([task])
            else:
                out.append(failed)
        return out


def _client(address: Any) -> tuple[Any, bool]:
    """A client of the cluster, and whether it is ours to close."""
    try:
        from distributed import Client
    except ImportError:
        _check.fail("cluster", "be left out without Dask", _check.show_value(address), "Install referee[dask].")
    if isinstance(address, Client):
        return address, False
    said = _silence(address) if isinstance(address, str) else ""
    if not said:
        try:
            return Client(address, timeout=ANSWER, set_as_default=False), True
        except (OSError, ValueError, TypeError) as error:
            said = str(error).splitlines()[0] if str(error) else type(error).__name__
    hint = "Start one with `dask scheduler`, or leave the option out to run on this machine."
    _check.fail("cluster", "be the address of a Dask scheduler that answers", f"{address} ({said})", hint)


def _silence(address: str) -> str:
    """Why a scheduler does not answer; nothing when it does. Dask's own time limit does not cover a deaf one."""
    from distributed import rpc

    said = ["it does not answer"]

    async def ask() -> None:
        async with rpc(address, timeout=ANSWER) as scheduler:
            await scheduler.identity()

    def hear() -> None:
        try:
            asyncio.run(ask())
            said[0] = ""
        except Exception as error:
            said[0] = str(error).splitlines()[0] if str(error) else type(error).__name__

    thread = threading.Thread(target=hear, daemon=True)
    thread.start()
    thread.join(ANSWER)
    return said[0]


def hold_data(data: dict[str, Any]) -> dict[str, Any]:
    """The data of a dataset, held by a worker."""
    return data


def fit_there(data: dict[str, Any], fitting: Fitting, tasks: list[Task], limit: float | None) -> list[Any]:
    """Fits on a worker: seconds, predicted codes, scores and why there are none, for each task."""
    whole = replace(fitting, **data)
    if limit is None:
        with one_thread():
            return [time_fit(whole, task.split) for task in tasks]
    known, pool = _limit_process(limit)
    known[tasks[0].pair] = whole
    told: dict[int, Any] = {}
    pool.add(tasks)
    while pool.left:
        for outcome in pool.collect(1.0):
            told[outcome.task.id] = (outcome.seconds, outcome.predicted, outcome.scores, outcome.error)
    return [told[task.id] for task in tasks]


def _limit_process(limit: float) -> tuple[dict[tuple[str, str], Fitting], Processes]:
    """The process of this thread that fits within a time limit, and the fits that it may be asked for."""
    if getattr(_THREAD, "limit", None) != limit:
        if hasattr(_THREAD, "pool"):
            _THREAD.pool.close()
        known: dict[tuple[str, str], Fitting] = {}
        _THREAD.known, _THREAD.limit = known, limit
        _THREAD.pool = Processes(lambda dataset, learner: known[dataset, learner], 1, limit, ["sklearn.base"])
    return _THREAD.known, _THREAD.pool
