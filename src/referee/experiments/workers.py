"""Runs in this process, or spread over processes of this machine that can be ended one by one."""

from __future__ import annotations

import contextlib
import pickle
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from referee import _format
from referee.errors import RefereeError
from referee.experiments.processes import Child, Nursery, close, send
from referee.experiments.store import Outcome, Task
from referee.experiments.worker import heavy, light, timed
from referee.resampling.fitting import Fitting
from referee.resampling.one_thread import one_thread

Fittings = Callable[[str, str], Fitting]
"""The fits of a dataset and a learner, by their names."""

ATTEMPTS = 3
"""How often a run may take its worker down before it counts as failed."""

A_CHUNK = 0.05
"""Seconds of work sent to a worker at a time."""


class Pool(Protocol):
    """Where runs are done: tasks in, outcomes out."""

    width: int

    def add(self, tasks: list[Task]) -> None:
        """Take more tasks."""
        ...

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        ...

    def collect(self, timeout: float) -> list[Outcome]:
        """What has finished; waits up to `timeout` seconds for the first."""
        ...

    def close(self) -> None:
        """Stop at once; tasks without outcome are dropped."""
        ...


class Here:
    """Runs one after the other in this process."""

    width = 1

    def __init__(self, fittings: Fittings) -> None:
        self._fittings = fittings
        self._tasks: deque[Task] = deque()
        self._limits = contextlib.ExitStack()
        self._limits.enter_context(one_thread())

    def add(self, tasks: list[Task]) -> None:
        """Take more tasks."""
        self._tasks.extend(tasks)

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        return len(self._tasks)

    def collect(self, timeout: float) -> list[Outcome]:
        """Run the next task."""
        if not self._tasks:
            time.sleep(timeout)
            return []
        task = self._tasks.popleft()
        return [outcome_of(task, timed(self._fittings(task.dataset, task.learner), task.split))]

    def close(self) -> None:
        """Drop what is left."""
        self._tasks.clear()
        self._limits.close()


def outcome_of(task: Task, told: Any) -> Outcome:
    """The outcome of a task from what the worker told."""
    seconds, predicted, scores, why = told
    return Outcome(task, seconds, None if why else predicted, None if why else scores, why)


class _Worker:
    """A worker process, what it was given, and the thread that listens to it."""

    def __init__(self, child: Child, inbox: queue.SimpleQueue[Any]) -> None:
        self.child = child
        self.tasks: deque[Task] = deque()
        self.known: set[Any] = set()
        self.deadline = float("inf")
        self.overdue = self.ready = False
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()

    def _listen(self, inbox: queue.SimpleQueue[Any]) -> None:
        with contextlib.suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                inbox.put((self, pickle.load(self.child.told)))
        inbox.put((self, None))


class Processes:
    """Runs spread over worker processes; one that dies or takes too long is replaced, the others keep their work."""

    def __init__(
        self, fittings: Fittings, width: int, limit: float | None = None, modules: list[str] | None = None
    ) -> None:
        self.width = width
        self._fittings = fittings
        self._limit = limit
        self._tasks: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stillborn = 0
        self._mean = 0.0
        self._packed: dict[Any, bytes] = {}
        self._nursery = Nursery(modules)
        self._workers = [_Worker(self._nursery.child(), self._inbox) for _ in range(width)]

    def add(self, tasks: list[Task]) -> None:
        """Take more tasks."""
        self._tasks.extend(tasks)
        self._feed()

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        return len(self._tasks) + sum(len(worker.tasks) for worker in self._workers)

    def collect(self, timeout: float) -> list[Outcome]:
        """What has finished; a worker past its time is ended."""
        out: list[Outcome] = []
        until = time.monotonic() + timeout
        while not out and time.monotonic() < until:
            self._end_overdue()
            next_end = min(until, *(worker.deadline for worker in self._workers))
            try:
                out += self._heard(*self._inbox.get(timeout=max(0.001, next_end - time.monotonic())))
            except queue.Empty:
                continue
            while not self._inbox.empty():
                out += self._heard(*self._inbox.get())
        self._feed()
        return out

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            close(worker.child)
        self._workers = []
        self._nursery.close()
        self._tasks.clear()

    def _end_overdue(self) -> None:
        for worker in self._workers:
            if time.monotonic() >= worker.deadline:
                worker.overdue, worker.deadline = True, float("inf")
                worker.child.kill()

    def _heard(self, worker: _Worker, message: Any) -> list[Outcome]:
        if worker not in self._workers:
            return []
        if message is None:
            return self._replaced(worker)
        if message[0] == "ready":
            worker.ready, self._stillborn = True, 0
        elif message[0] == "start" and self._limit is not None:
            worker.deadline = time.monotonic() + self._limit
        elif message[0] == "done":
            worker.deadline = float("inf")
            task = worker.tasks.popleft()
            self._mean += 0.1 * (message[2] - self._mean) if self._mean else message[2]
            return [outcome_of(task, message[2:])]
        return []

    def _replaced(self, worker: _Worker) -> list[Outcome]:
        """A new worker for one that has ended, and what becomes of its tasks."""
        code = close(worker.child)
        out: list[Outcome] = []
        if worker.tasks and worker.ready:
            task = worker.tasks.popleft()
            deaths = self._deaths[task.id] = self._deaths.get(task.id, 0) + 1
            if worker.overdue and self._limit is not None:
                out.append(Outcome(task, self._limit, error=f"TimeLimit: it took longer than {self._limit:g} s"))
            elif deaths >= ATTEMPTS:
                how = f"signal {-code}" if code < 0 else f"exit code {code}"
                times = _format.plural(deaths, "time")
                out.append(Outcome(task, 0.0, error=f"WorkerEnded: its worker process ended {times} ({how})"))
            else:
                self._tasks.appendleft(task)
        self._tasks.extendleft(reversed(worker.tasks))
        worker.tasks.clear()
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > ATTEMPTS:
                raise RefereeError(f"Worker processes end as they start (exit code {code}); run with n_jobs=1.")
        self._workers[self._workers.index(worker)] = _Worker(self._nursery.child(), self._inbox)
        return out

    def _feed(self) -> None:
        """Give each idle worker its next tasks."""
        fair = -(-len(self._tasks) // self.width)
        size = max(1, min(fair, 64, int(A_CHUNK / self._mean) if self._mean else 1))
        for worker in self._workers:
            if worker.tasks or not self._tasks:
                continue
            chunk = [self._tasks.popleft() for _ in range(min(size, len(self._tasks)))]
            worker.tasks.extend(chunk)
            for task in chunk:
                self._teach(worker, task)
            mark = self._limit is not None
            send(worker.child, "run", [(task.id, task.dataset, task.learner, task.split, mark) for task in chunk])

    def _teach(self, worker: _Worker, task: Task) -> None:
        """Send a worker the data and the learner that it has not met."""
        if task.dataset not in worker.known:
            send(worker.child, "data", task.dataset, self._bytes(task.dataset, task))
            worker.known.add(task.dataset)
        if (task.dataset, task.learner) not in worker.known:
            send(
                worker.child,
                "learner",
                task.dataset,
                task.learner,
                self._bytes((task.dataset, task.learner), task),
            )
            worker.known.add((task.dataset, task.learner))

    def _bytes(self, key: Any, task: Task) -> bytes:
        """The data or the learner of a task as bytes; made once."""
        import cloudpickle

        if key not in self._packed:
            fitting = self._fittings(task.dataset, task.learner)
            self._packed[key] = cloudpickle.dumps(heavy(fitting) if isinstance(key, str) else light(fitting))
        return self._packed[key]
