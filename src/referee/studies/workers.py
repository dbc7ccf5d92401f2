"""Runs in this process, or spread over processes of this machine that can be ended one by one."""

from __future__ import annotations

import contextlib
import pickle
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any

from referee import _format
from referee.errors import RefereeError
from referee.learners.fitting import Fitting
from referee.learners.same_bits import one_thread
from referee.studies.processes import part_data, start_worker, time_fit
from referee.studies.store import Outcome, Task

Fittings = Callable[[str, str], Fitting]
"""The fits of a dataset and a learner, by their names."""

ATTEMPTS = 3
"""How often a run may take its worker down before it counts as failed."""

A_CHUNK = 0.05
"""Seconds of work sent to a worker at a time."""

MOST = 2000
"""Runs that are claimed ahead at most."""


class Pool(ABC):
    """Where runs are done: tasks in, outcomes out."""

    width = 1

    def __init__(self, fittings: Fittings) -> None:
        self._fittings = fittings
        self._tasks: deque[Task] = deque()
        self._deaths: dict[int, int] = {}
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._mean = 0.0

    def add(self, tasks: list[Task]) -> None:
        """Take more tasks."""
        self._tasks.extend(tasks)
        self._feed()

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        return len(self._tasks)

    def collect(self, timeout: float) -> list[Outcome]:
        """What has finished; waits up to `timeout` seconds for the first."""
        out: list[Outcome] = []
        until = time.monotonic() + timeout
        while not out and time.monotonic() < until:
            wait = min(until, self._next_end()) - time.monotonic()
            with contextlib.suppress(queue.Empty):
                out += self._hear(*self._inbox.get(timeout=max(0.001, wait)))
                while not self._inbox.empty():
                    out += self._hear(*self._inbox.get())
        self._feed()
        return out

    @abstractmethod
    def close(self) -> None:
        """Stop at once; tasks without outcome are dropped."""

    @abstractmethod
    def _feed(self) -> None:
        """Give the next tasks to whoever is idle."""

    def _hear(self, sender: Any, message: Any) -> list[Outcome]:
        """What has finished, by a message of the inbox."""
        return []

    def _next_end(self) -> float:
        """When the time of the next run is over."""
        return float("inf")

    def within(self, seconds: float) -> int:
        """How many runs make so many seconds of work, as far as is known: two for each worker at least."""
        runs = self.width * seconds / self._mean if self._mean > 0 else 0
        return int(min(MOST, max(2 * self.width, runs)))

    def _took(self, seconds: float) -> None:
        """Learn from a run how long runs take."""
        self._mean += 0.1 * (seconds - self._mean) if self._mean else seconds

    @property
    def _size(self) -> int:
        """How many tasks to send at a time: some work, and no more than a fair share."""
        fair = -(-len(self._tasks) // self.width)
        return max(1, min(fair, 64, int(A_CHUNK / self._mean) if self._mean else 1))

    def _chunk(self, size: int) -> list[Task]:
        """The next tasks of one learner on one dataset, up to `size` of them."""
        chunk = [self._tasks.popleft()]
        while len(chunk) < size and self._tasks and self._tasks[0].pair == chunk[0].pair:
            chunk.append(self._tasks.popleft())
        return chunk

    def _outcome(self, task: Task, told: Any) -> Outcome:
        """The outcome of a task from what the worker told."""
        seconds, predicted, scores, why = told
        self._took(seconds)
        return Outcome(task, seconds, None if why else predicted, None if why else scores, why)

    def _lose(self, task: Task, what: str, how: str) -> Outcome | None:
        """The failure of a task that took its worker down too often; nothing while it may be tried again."""
        deaths = self._deaths[task.id] = self._deaths.get(task.id, 0) + 1
        if deaths < ATTEMPTS:
            return None
        return Outcome(task, 0.0, error=f"WorkerEnded: {what} {_format.plural(deaths, 'time')} {how}")


class Here(Pool):
    """Runs one after the other in this process."""

    def __init__(self, fittings: Fittings) -> None:
        super().__init__(fittings)
        self._limits = contextlib.ExitStack()
        self._limits.enter_context(one_thread())

    def collect(self, timeout: float) -> list[Outcome]:
        """Run the next task."""
        if not self._tasks:
            time.sleep(timeout)
            return []
        task = self._tasks.popleft()
        return [self._outcome(task, time_fit(self._fittings(*task.pair), task.split))]

    def _feed(self) -> None:
        """Nothing: a task is run when its outcome is asked for."""

    def close(self) -> None:
        """Drop what is left."""
        self._tasks.clear()
        self._limits.close()


class _Worker:
    """A worker process, what it was given, and the thread that listens to it."""

    def __init__(self, modules: list[str], inbox: queue.SimpleQueue[Any]) -> None:
        self.process, self.pipe = start_worker(modules)
        self.tasks: deque[Task] = deque()
        self.known: set[Any] = set()
        self.deadline = float("inf")
        self.overdue = self.ready = False
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()

    def _listen(self, inbox: queue.SimpleQueue[Any]) -> None:
        with contextlib.suppress(EOFError, OSError, ValueError, TypeError, pickle.UnpicklingError):
            while True:
                inbox.put((self, self.pipe.recv()))
        inbox.put((self, None))

    def send(self, *message: object) -> None:
        """Tell the worker something; one that is gone hears nothing."""
        with contextlib.suppress(OSError):
            self.pipe.send(message)

    def close(self) -> int:
        """End the worker, and give its exit code: a signal below 0."""
        self.process.kill()
        self.process.join()
        self.pipe.close()
        return self.process.exitcode or 0


class Processes(Pool):
    """Runs spread over worker processes; one that dies or takes too long is replaced, the others keep their work."""

    def __init__(self, fittings: Fittings, width: int, limit: float | None, modules: list[str]) -> None:
        super().__init__(fittings)
        self.width, self._limit, self._modules, self._stillborn = width, limit, modules, 0
        self._packed: dict[Any, bytes] = {}
        self._workers = [_Worker(self._modules, self._inbox) for _ in range(width)]

    @property
    def left(self) -> int:
        """How many tasks have no outcome yet."""
        return super().left + sum(len(worker.tasks) for worker in self._workers)

    def close(self) -> None:
        """End the workers."""
        for worker in self._workers:
            worker.close()
        self._workers = []
        self._tasks.clear()

    def _next_end(self) -> float:
        """When the time of the next run is over; a worker past its time is ended."""
        for worker in self._workers:
            if time.monotonic() >= worker.deadline:
                worker.overdue, worker.deadline = True, float("inf")
                worker.process.kill()
        return min(worker.deadline for worker in self._workers)

    def _hear(self, worker: _Worker, message: Any) -> list[Outcome]:
        if worker not in self._workers:
            return []
        if message is None:
            return self._replace(worker)
        if message[0] == "ready":
            worker.ready, self._stillborn = True, 0
        elif message[0] == "start" and self._limit is not None:
            worker.deadline = time.monotonic() + self._limit
        elif message[0] == "done":
            worker.deadline = float("inf")
            return [self._outcome(worker.tasks.popleft(), message[2:])]
        return []

    def _replace(self, worker: _Worker) -> list[Outcome]:
        """A new worker for one that has ended, and what becomes of its tasks."""
        code = worker.close()
        out: list[Outcome] = []
        if worker.tasks and worker.ready:
            task = worker.tasks.popleft()
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            failed = self._lose(task, "its worker process ended", f"({how})")
            if worker.overdue and self._limit is not None:
                self._took(self._limit)
                failed = Outcome(task, self._limit, error=f"TimeLimit: it took longer than {self._limit:g} s")
            if failed is None:
                self._tasks.appendleft(task)
            else:
                out.append(failed)
        self._tasks.extendleft(reversed(worker.tasks))
        worker.tasks.clear()
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn > ATTEMPTS:
                raise RefereeError(f"Worker processes end as they start (exit code {code}); run with n_jobs=1.")
        self._workers[self._workers.index(worker)] = _Worker(self._modules, self._inbox)
        return out

    def _feed(self) -> None:
        """Give each idle worker its next tasks."""
        size = self._size
        for worker in self._workers:
            if worker.tasks or not self._tasks:
                continue
            chunk = self._chunk(size)
            worker.tasks.extend(chunk)
            if chunk[0].pair not in worker.known:
                self._teach(worker, *chunk[0].pair)
            worker.send("run", chunk, self._limit is not None)

    def _teach(self, worker: _Worker, dataset: str, learner: str) -> None:
        """Send a worker a learner that it has not met, and its data where another learner has not brought them."""
        import cloudpickle

        fitting, data = part_data(self._fittings(dataset, learner))
        for key, part in (((dataset, fitting.as_numbers), data), ((dataset, learner), fitting)):
            if key not in self._packed:
                self._packed[key] = cloudpickle.dumps(part)
            if key not in worker.known:
                worker.send("know", key, self._packed[key])
                worker.known.add(key)
