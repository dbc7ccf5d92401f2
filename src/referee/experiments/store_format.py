"""The tables of a store, and the number of their format; docs/store.md has its history."""

from __future__ import annotations

FORMAT = 1
"""The number of the format that this version writes, kept in SQLite's `user_version`."""

APPLICATION = 0x52465245
"""What marks a file as a store of referee, kept in SQLite's `application_id`."""

WAITING, CLAIMED, DONE, FAILED = range(4)
"""The states of a run."""

TABLES = (
    "CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE datasets (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, source TEXT NOT NULL,
        labels TEXT NOT NULL, positive TEXT NOT NULL, truth_type TEXT NOT NULL, truth BLOB NOT NULL,
        splits_fingerprint TEXT NOT NULL, splits TEXT NOT NULL, split_rows BLOB NOT NULL
    )""",
    """CREATE TABLE learners (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, recipe TEXT NOT NULL,
        baseline INTEGER NOT NULL
    )""",
    "CREATE TABLE environments (id INTEGER PRIMARY KEY, versions TEXT NOT NULL UNIQUE)",
    """CREATE TABLE owners (
        id INTEGER PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, started REAL NOT NULL, beat REAL NOT NULL
    )""",
    """CREATE TABLE runs (
        id INTEGER PRIMARY KEY, dataset INTEGER NOT NULL REFERENCES datasets, learner INTEGER NOT NULL
        REFERENCES learners, split INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, owner INTEGER
        REFERENCES owners, attempts INTEGER NOT NULL DEFAULT 0, seconds REAL, finished REAL, environment INTEGER
        REFERENCES environments, split_print BLOB NOT NULL, error TEXT, predicted_type TEXT, scores_type TEXT,
        predicted BLOB, scores BLOB,
        UNIQUE (dataset, learner, split)
    )""",
    "CREATE INDEX runs_by_state ON runs (state)",
)
