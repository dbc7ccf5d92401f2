"""The file of a store: its tables, the number of their format (docs/store.md has its history), and how it is read."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from referee import _check, _format
from referee.errors import FileError, RefereeError

FORMAT = 2
"""The number of the format that this version writes, kept in SQLite's `user_version`."""

APPLICATION = 0x52465245
"""What marks a file as a store of referee, kept in SQLite's `application_id`."""

PATIENCE = 60.0
"""Seconds that a process waits for another one that writes."""

WAITING, CLAIMED, DONE, FAILED = range(4)
"""The states of a run."""

TABLES = (
    "CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum BLOB) WITHOUT ROWID",
    """CREATE TABLE datasets (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, source TEXT NOT NULL,
        labels TEXT NOT NULL, positive TEXT NOT NULL, truth_type TEXT NOT NULL, truth BLOB NOT NULL,
        splits_fingerprint TEXT NOT NULL, splits TEXT NOT NULL, split_rows BLOB NOT NULL, checksum BLOB
    )""",
    """CREATE TABLE learners (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, recipe TEXT NOT NULL,
        baseline INTEGER NOT NULL, checksum BLOB
    )""",
    "CREATE TABLE environments (id INTEGER PRIMARY KEY, versions TEXT NOT NULL UNIQUE, checksum BLOB)",
    """CREATE TABLE owners (
        id INTEGER PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, started REAL NOT NULL, beat REAL NOT NULL
    )""",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY, dataset INTEGER NOT NULL REFERENCES datasets, learner INTEGER NOT NULL
        REFERENCES learners, split INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, owner INTEGER
        REFERENCES owners, attempts INTEGER NOT NULL DEFAULT 0, seconds REAL, finished REAL, environment INTEGER
        REFERENCES environments, split_print BLOB NOT NULL, error TEXT, predicted_type TEXT, scores_type TEXT,
        predicted BLOB, scores BLOB, checksum BLOB,
        UNIQUE (dataset, learner, split)
    )""",
    "CREATE INDEX runs_by_state ON runs (state)",
)

SUMMED = {
    "study": "key, value",
    "datasets": "id, name, fingerprint, source, labels, positive, truth_type, truth, splits_fingerprint, splits, "
    "split_rows",
    "learners": "id, name, fingerprint, recipe, baseline",
    "environments": "id, versions",
    "runs": "id, dataset, learner, split, state, seconds, environment, split_print, error, predicted_type, predicted, "
    "scores_type, scores",
}
"""What the checksum of a row is of, by table; a run has one when it is done or has failed."""

OURS = """dataset IN (SELECT id FROM datasets WHERE name IN (SELECT value FROM json_each(?)))
    AND learner IN (SELECT id FROM learners WHERE name IN (SELECT value FROM json_each(?)))"""
"""The runs of some datasets and learners."""

TROUBLES = {
    "full": ("have room on its disk", "What was kept before is safe; make room and run again to go on."),
    "readonly|unable to open": (
        "be a file that can be written",
        "Name a file in a folder that exists and is not read-only.",
    ),
    "not a database|malformed|no such|user-defined": ("be a store that referee wrote", ""),
    "locked": ("be free to write within a minute", "Another process holds it."),
    "": ("be a disk that takes writes", "What was kept before is safe."),
}
"""What SQLite says when something is wrong, with the rule and the hint of our sentence; the first that fits holds."""


class StoreFile:
    """A SQLite file that referee wrote, or makes now: what goes wrong with it is told in the error sentence."""

    def __init__(self, path: str | os.PathLike[str], *, create: bool = True) -> None:
        self.path, self._lock = Path(path), threading.RLock()
        if not create and not self.path.is_file():
            _check.fail("path", "be the store of a study", f"{self.path}, which is no file", error=FileError)
        with self._translate_errors():
            self._db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
            self._db.create_function("checksum_of", -1, checksum, deterministic=True)
            try:
                self._open(create)
            except BaseException:
                self._db.close()
                raise

    def _open(self, create: bool) -> None:
        db, count = self._db, "SELECT count(*) FROM sqlite_master"
        db.execute("BEGIN")  # one look: another process may be making the store
        (tables,) = db.execute(count).fetchone()
        (mark,), (number,) = (db.execute(f"PRAGMA {key}").fetchone() for key in ("application_id", "user_version"))
        db.execute("COMMIT")
        if mark != APPLICATION:
            if tables or not create:
                _check.fail("path", "be a store that referee wrote", str(self.path), error=FileError)
        elif number != FORMAT:
            hint = (
                "Update referee to read it."
                if number > FORMAT
                else "Run the study again: its rows have no checksums."
            )
            got = f"{self.path} of format {number}"
            _check.fail("path", f"be a store of format {FORMAT}", got, hint, error=FileError)
        if not create:
            return
        self._write_ahead()
        db.execute("PRAGMA synchronous = FULL")
        with self.transaction():
            if not db.execute(count).fetchone()[0]:
                marks = f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {FORMAT}"
                for statement in (*TABLES, *marks):
                    db.execute(statement)

    def _write_ahead(self) -> None:
        """Keep a log of writes, so that readers do not wait for writers.

        SQLite does not wait for the lock that the change of the mode needs: where several processes make a store at
        once, all but one are refused, and ask again.
        """
        end = monotonic() + PATIENCE
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
                sleep(0.01)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """SQLite's errors as the error sentence."""
        try:
            yield
        except sqlite3.Error as error:
            rule, hint = next(told for words, told in TROUBLES.items() if re.search(words, str(error)))
            raise FileError(_check.sentence("path", rule, f"{self.path} ({error})", hint)) from None

    @contextmanager
    def guard_reading(self) -> Iterator[None]:
        """Around what is read from it: contents that referee did not write are refused in one sentence."""
        try:
            yield
        except RefereeError:
            raise
        except (ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
            why = f"other contents in {self.path} ({type(error).__name__}: {error})"
            raise FileError(_check.sentence("store", "hold what referee wrote", why)) from error

    def verify(self) -> None:
        """Refuse a store in which a row is not what referee wrote: a bit that flipped, or a change by hand."""
        broken = self.rows("PRAGMA quick_check(1)")[0][0]
        if broken != "ok":
            _check.fail("store", "be whole", f"damage in {self.path} ({broken})", error=FileError)
        for table, columns in SUMMED.items():
            first = columns.partition(",")[0]
            kept = f"state IN ({DONE}, {FAILED}) AND" if table == "runs" else ""
            query = f"SELECT {first} FROM {table} WHERE {kept} checksum IS NOT checksum_of({columns})"
            changed = self.rows(query)
            if changed:
                got = f"{_format.plural(len(changed), 'row')} of {table} in {self.path} that changed since, the first "
                got += f"{_format.quote(changed[0][0])}"
                hint = "Take a copy of the file from before, or run the study into a new store."
                _check.fail("store", "hold the rows that referee wrote", got, hint, error=FileError)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, alone on the store."""
        with self._lock, self._translate_errors():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def rows(self, query: str, *values: object) -> list[Any]:
        """What a query gives."""
        with self._lock, self._translate_errors():
            return self._db.execute(query, values).fetchall()

    @property
    def facts(self) -> dict[str, Any]:
        """The name, seed and metrics of the study; empty in a new store."""
        if not self.rows("SELECT name FROM sqlite_master WHERE name = 'study'"):
            return {}
        with self.guard_reading():
            return {key: json.loads(value) for key, value in self.rows("SELECT key, value FROM study")}

    def close(self) -> None:
        """Close the file."""
        with suppress(sqlite3.Error):
            self._db.close()


def checksum(*values: object) -> bytes:
    """8 bytes that tell whether one of these values changed: numbers, texts, bytes and None.

    >>> checksum(1, "a", b"b", None) == checksum(1, "a", b"c", None)
    False
    """
    digest = hashlib.sha256()
    for value in values:
        data = value if isinstance(value, bytes) else repr(value).encode()
        digest.update(f"{type(value).__name__} {len(data)} ".encode() + data)
    return digest.digest()[:8]


def sum_rows(db: sqlite3.Connection, table: str, where: str = "TRUE", *values: object) -> None:
    """Write the checksums of some rows, in the transaction that wrote the rows."""
    db.execute(f"UPDATE {table} SET checksum = checksum_of({SUMMED[table]}) WHERE {where}", values)


def names_as_json(datasets: Sequence[str], learners: Sequence[str]) -> tuple[str, str]:
    """Names as `OURS` asks for them."""
    return json.dumps(list(datasets)), json.dumps(list(learners))
