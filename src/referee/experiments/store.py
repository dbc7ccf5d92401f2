"""A study on disk: crash-safe, resumable, shared by several processes."""

from __future__ import annotations

import json
import os
import re
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from numpy.typing import NDArray

from referee import _check
from referee.errors import FileError, RefereeError
from referee.experiments.packing import packed
from referee.experiments.store_format import APPLICATION, CLAIMED, DONE, FAILED, FORMAT, TABLES, WAITING

EVERY = 0.4
"""Seconds between commits of finished runs."""

BEAT = 10.0
"""Seconds between signs of life."""

STALE = 120.0
"""Seconds without a sign of life after which the claims of a process are free again."""

OURS = """dataset IN (SELECT id FROM datasets WHERE name IN (SELECT value FROM json_each(?)))
    AND learner IN (SELECT id FROM learners WHERE name IN (SELECT value FROM json_each(?)))"""
"""The runs of some datasets and learners."""

TROUBLES = {
    "full": ("have room on its disk", "What was kept before is safe; make room and run again to go on."),
    "readonly|unable to open": (
        "be a file that can be written",
        "Name a file in a folder that exists and is not read-only.",
    ),
    "not a database|malformed|no such": ("be a store that referee wrote", ""),
    "locked": ("be free to write within a minute", "Another process holds it."),
    "": ("be a disk that takes writes", "What was kept before is safe."),
}
"""What SQLite says when something is wrong, with the rule and the hint of our sentence; the first that fits holds."""

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
    predicted: NDArray[Any] | None = None
    scores: NDArray[Any] | None = None
    error: str = ""


class Store:
    """A SQLite file that keeps every run as it finishes.

    Writes are keyed by (dataset, learner, split): a finished run is never written over. Runs are claimed in one
    transaction, so that several processes share a store; the claims of a process that died are free at once, on
    another host after two minutes without a sign of life. A thread commits what has finished every 0.4 seconds.
    Nothing in a store is executed when it is read.
    """

    def __init__(self, path: str | os.PathLike[str], *, create: bool = True) -> None:
        self.path = Path(path)
        self._lock = threading.RLock()
        self._pending: list[Outcome] = []
        self._written = 0
        self._error: FileError | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._owner: int | None = None
        self._environment: int | None = None
        self._beat = self._last = 0.0
        self.kept = 0
        if not create and not self.path.is_file():
            _check.fail("path", "be the store of a study", f"{self.path}, which is no file", error=FileError)
        with self._said():
            self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None, check_same_thread=False)
            try:
                self._open(create)
            except BaseException:
                self._db.close()
                raise

    def _open(self, create: bool) -> None:
        db = self._db
        db.execute("BEGIN")  # one look: another process may be making the store
        tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        (mark,), (number,) = (db.execute(f"PRAGMA {key}").fetchone() for key in ("application_id", "user_version"))
        db.execute("COMMIT")
        if mark != APPLICATION:
            if tables or not create:
                _check.fail("path", "be a store that referee wrote", str(self.path), error=FileError)
        elif number > FORMAT:
            hint = "Update referee to read it."
            got = f"{self.path} of format {number}"
            _check.fail("path", f"be a store of format {FORMAT} or older", got, hint, error=FileError)
        if not create:
            return
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        with self.transaction():
            if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for table in TABLES:
                    db.execute(table)
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {FORMAT}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _said(self) -> Iterator[None]:
        """SQLite's errors as the error sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._sentence(error) from None

    @contextmanager
    def believed(self) -> Iterator[None]:
        """Around what is read from it: contents that referee did not write are refused in one sentence."""
        try:
            yield
        except RefereeError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            why = f"other contents in {self.path} ({type(error).__name__}: {error})"
            raise FileError(_check.sentence("store", "hold what referee wrote", why)) from error

    def _sentence(self, error: sqlite3.Error) -> FileError:
        rule, hint = next(told for words, told in TROUBLES.items() if re.search(words, str(error)))
        return FileError(_check.sentence("path", rule, f"{self.path} ({error})", hint))

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, alone on the store."""
        with self._lock, self._said():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
                del self._pending[: self._written]
                self.kept += self._written
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise
            finally:
                self._written = 0

    def rows(self, query: str, *values: object) -> list[Any]:
        """What a query gives."""
        with self._lock, self._said():
            return self._db.execute(query, values).fetchall()

    @property
    def facts(self) -> dict[str, Any]:
        """The name, seed and metrics of the study; empty in a new store."""
        if not self.rows("SELECT name FROM sqlite_master WHERE name = 'study'"):
            return {}
        with self.believed():
            return {key: json.loads(value) for key, value in self.rows("SELECT key, value FROM study")}

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
        _SIGNED_IN.add((str(self.path.resolve()), self._owner))
        self._beat = self._last = time.monotonic()
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
        with self.transaction() as db:
            self._write(db)
            self._free_stale(db)
            told = db.execute(
                f"""UPDATE runs SET state = {CLAIMED}, owner = ?, attempts = attempts + 1 WHERE id IN (
                    SELECT id FROM runs WHERE state = {WAITING}
                    AND {OURS} ORDER BY id LIMIT ?)
                RETURNING id, (SELECT name FROM datasets WHERE id = dataset),
                    (SELECT name FROM learners WHERE id = learner), split""",
                (self._owner, json.dumps(list(datasets)), json.dumps(list(learners)), most),
            ).fetchall()
        return [Task(*row) for row in sorted(told)]

    def states(self, datasets: Sequence[str], learners: Sequence[str]) -> list[int]:
        """How many runs of these datasets and learners wait, are claimed, are done and have failed."""
        query = f"SELECT state, count(*) FROM runs WHERE {OURS} GROUP BY state"
        found = dict(self.rows(query, json.dumps(list(datasets)), json.dumps(list(learners))))
        return [found.get(state, 0) for state in (WAITING, CLAIMED, DONE, FAILED)]

    def give_back(self) -> None:
        """Commit what has finished, and free the claims of this process."""
        with self.transaction() as db:
            self._write(db)
            self._free(db, self._owner)

    def forget_failures(self, datasets: Sequence[str], learners: Sequence[str]) -> None:
        """Let failed runs wait again."""
        with self.transaction() as db:
            db.execute(
                f"""UPDATE runs SET state = {WAITING}, owner = NULL, error = NULL WHERE state = {FAILED}
                AND {OURS}""",
                (json.dumps(list(datasets)), json.dumps(list(learners))),
            )

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
            with suppress(sqlite3.Error):
                self._db.close()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _write(self, db: sqlite3.Connection) -> None:
        """Write what has finished, within a transaction, and give a sign of life."""
        outcomes = list(self._pending)
        now = time.time()
        rows = []
        for outcome in outcomes:
            said = (outcome.predicted, outcome.scores)
            arrays = [part for array in said for part in ((None, None) if array is None else packed(array))]
            state, error = FAILED if outcome.error else DONE, outcome.error or None
            rows.append((state, outcome.seconds, now, self._environment, error, *arrays, outcome.task.id))
        db.executemany(
            f"""UPDATE runs SET state = ?, owner = NULL, seconds = ?, finished = ?, environment = ?, error = ?,
            predicted_type = ?, predicted = ?, scores_type = ?, scores = ? WHERE id = ? AND state <> {DONE}""",
            rows,
        )
        db.execute("UPDATE owners SET beat = ? WHERE id = ?", (now, self._owner))
        self._beat = self._last = time.monotonic()
        self._written = len(outcomes)

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
            now = time.monotonic()
            due = self._pending and now - self._last >= EVERY * 0.7
            if not due and now - self._beat < BEAT:
                continue
            try:
                with self.transaction() as db:
                    self._write(db)
            except FileError as error:
                self._error = error
                return


def _alive(pid: int) -> bool:
    """Whether a process of this host lives."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
