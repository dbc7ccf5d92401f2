"""A study on disk: crash-safe, resumable, shared by several processes."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from referee.core.types import Array
from referee.errors import FileError
from referee.studies.packing import pack
from referee.studies.store_format import CLAIMED, DONE, FAILED, OURS, WAITING, StoreFile, names_as_json, sum_rows

EVERY = 0.4
"""Seconds between commits of finished runs."""

BEAT = 10.0
"""Seconds between signs of life."""

STALE = 120.0
"""Seconds without a sign of life after which the claims of a process are free again."""

_SIGNED_IN: set[tuple[str, int | None]] = set()
"""The stores and owners of this process: a number of a process is used again, in a container at once."""


@dataclass(frozen=True)
class Task:
    """A run that this process has claimed."""

    id: int
    dataset: str
    learner: str
    split: int

    @property
    def pair(self) -> tuple[str, str]:
        """The names of its dataset and its learner."""
        return self.dataset, self.learner


@dataclass(frozen=True)
class Outcome:
    """What came of a run: predicted codes and scores, or why there are none."""

    task: Task
    seconds: float
    predicted: Array | None = None
    scores: Array | None = None
    error: str = ""


class Store(StoreFile):
    """A SQLite file that keeps every run as it finishes.

    Writes are keyed by (dataset, learner, split): a finished run is never written over. Runs are claimed in one
    transaction, so that several processes share a store; the claims of a process that died are free at once, on
    another host after two minutes without a sign of life. A thread commits what has finished every 0.4 seconds.
    Nothing in a store is executed when it is read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._pending: list[Outcome] = []
        self._error: FileError | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._owner: int | None = None
        self._environment: int | None = None
        self._last = 0.0
        super().__init__(path)

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        """A transaction that writes what has finished too, and gives a sign of life."""
        with self._lock:
            with self.transaction() as db:
                self._write(db)
                yield db
            self._pending.clear()

    def start(self, versions: dict[str, str]) -> None:
        """Sign in as a process that will claim runs, and commit in the background from now on."""
        now = time.time()
        with self.transaction() as db:
            values = (socket.gethostname(), os.getpid(), now, now)
            told = db.execute("INSERT INTO owners (host, pid, started, beat) VALUES (?, ?, ?, ?)", values)
            self._owner = told.lastrowid
            text = json.dumps(versions)
            db.execute("INSERT OR IGNORE INTO environments (versions) VALUES (?)", (text,))
            found = db.execute("SELECT id FROM environments WHERE versions = ?", (text,)).fetchone()
            self._environment = found[0]
            sum_rows(db, "environments", "checksum IS NULL")
        _SIGNED_IN.add((str(self.path.resolve()), self._owner))
        self._last = time.monotonic()
        self._thread = threading.Thread(target=self._commit_often, name="referee-store", daemon=True)
        self._thread.start()

    def keep(self, outcome: Outcome) -> None:
        """Keep a finished run: committed within half a second."""
        self._raise()
        with self._lock:
            self._pending.append(outcome)

    def claim(self, most: int, datasets: Sequence[str], learners: Sequence[str]) -> list[Task]:
        """Claim up to `most` runs that wait, of these datasets and learners; what has finished is committed too."""
        self._raise()
        with self._commit() as db:
            self._free_stale(db)
            told = db.execute(
                f"""UPDATE runs SET state = {CLAIMED}, owner = ?, attempts = attempts + 1 WHERE id IN (
                    SELECT id FROM runs WHERE state = {WAITING}
                    AND {OURS} ORDER BY id LIMIT ?)
                RETURNING id, (SELECT name FROM datasets WHERE id = dataset),
                    (SELECT name FROM learners WHERE id = learner), split""",
                (self._owner, *names_as_json(datasets, learners), most),
            ).fetchall()
        return [Task(*row) for row in sorted(told)]

    def states(self, datasets: Sequence[str], learners: Sequence[str]) -> list[int]:
        """How many runs of these datasets and learners wait, are claimed, are done and have failed."""
        query = f"SELECT state, count(*) FROM runs WHERE {OURS} GROUP BY state"
        found = dict(self.rows(query, *names_as_json(datasets, learners)))
        return [found.get(state, 0) for state in (WAITING, CLAIMED, DONE, FAILED)]

    def give_back(self) -> None:
        """Commit what has finished, and free the claims of this process."""
        with self._commit() as db:
            self._free(db, self._owner)

    def forget_failures(self, datasets: Sequence[str], learners: Sequence[str]) -> None:
        """Let failed runs wait again."""
        with self.transaction() as db:
            query = (
                f"UPDATE runs SET state = {WAITING}, owner = NULL, error = NULL WHERE state = {FAILED} AND {OURS}"
            )
            db.execute(query, names_as_json(datasets, learners))

    def close(self) -> None:
        """Commit what has finished, free the claims, and close the file."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        try:
            if self._owner is not None and self._error is None:
                self.give_back()
        finally:
            _SIGNED_IN.discard((str(self.path.resolve()), self._owner))
            super().close()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _write(self, db: sqlite3.Connection) -> None:
        """Write what has finished, within a transaction, and give a sign of life."""
        now, rows = time.time(), []
        for outcome in self._pending:
            said = (outcome.predicted, outcome.scores)
            arrays = [part for array in said for part in ((None, None) if array is None else pack(array))]
            state, error = FAILED if outcome.error else DONE, outcome.error or None
            rows.append((state, outcome.seconds, now, self._environment, error, *arrays, outcome.task.id))
        db.executemany(
            f"""UPDATE runs SET state = ?, owner = NULL, seconds = ?, finished = ?, environment = ?, error = ?,
            predicted_type = ?, predicted = ?, scores_type = ?, scores = ? WHERE id = ? AND state <> {DONE}""",
            rows,
        )
        sum_rows(db, "runs", "id IN (SELECT value FROM json_each(?))", json.dumps([row[-1] for row in rows]))
        db.execute("UPDATE owners SET beat = ? WHERE id = ?", (now, self._owner))
        self._last = time.monotonic()

    def _free_stale(self, db: sqlite3.Connection) -> None:
        """Free the claims of processes that are gone."""
        claimed = f"SELECT DISTINCT owner FROM runs WHERE state = {CLAIMED} AND owner <> ?"
        query = f"SELECT id, host, pid, beat FROM owners WHERE id IN ({claimed})"
        for owner, host, pid, beat in db.execute(query, (self._owner,)).fetchall():
            here = host == socket.gethostname()
            gone = here and (
                (str(self.path.resolve()), owner) not in _SIGNED_IN if pid == os.getpid() else not _alive(pid)
            )
            if gone or time.time() - beat > STALE:
                self._free(db, owner)

    def _free(self, db: sqlite3.Connection, owner: int | None) -> None:
        query = f"UPDATE runs SET state = {WAITING}, owner = NULL WHERE state = {CLAIMED} AND owner = ?"
        db.execute(query, (owner,))

    def _commit_often(self) -> None:
        """Commit what has finished every so often, and give a sign of life."""
        while not self._stop.wait(EVERY / 4):
            if time.monotonic() - self._last < (EVERY * 0.7 if self._pending else BEAT):
                continue
            try:
                with self._commit():
                    pass
            except FileError as error:
                self._error = error
                return


def _alive(pid: int) -> bool:
    """Whether a process of this host lives."""
    try:
        os.kill(pid, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True
