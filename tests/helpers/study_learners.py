"""Learners that misbehave on purpose, importable by worker processes, and the rows of a store."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import time
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris, load_wine
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import referee
from referee.learners import CrossValidation
from referee.studies.store_format import SUMMED, checksum, sum_rows


class First(ClassifierMixin, BaseEstimator):
    """Predicts the first class of its training part."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


class Slow(GaussianNB):
    """As slow as the environment says: that is no parameter."""

    def fit(self, X, y):
        time.sleep(float(os.environ.get("REFEREE_TEST_SLEEP", "0")))
        return super().fit(X, y)


class Raises(First):
    """Cannot fit the first cases."""

    def __init__(self, after: float = -np.inf):
        self.after = after

    def fit(self, X, y):
        if X[0, 0] > self.after:
            raise ValueError("no such luck")
        return super().fit(X, y)


class RaisesWhile(First):
    """Raises while a file exists."""

    def __init__(self, path=""):
        self.path = path

    def fit(self, X, y):
        if Path(self.path).exists():
            raise ValueError("not yet")
        return super().fit(X, y)


class Hangs(First):
    """Never comes back; leaves the number of its process in a folder."""

    def __init__(self, folder=""):
        self.folder = folder

    def fit(self, X, y):
        if self.folder:
            (Path(self.folder) / str(os.getpid())).touch()
        time.sleep(3600)


class Talks(First):
    """Prints, and reads what is typed."""

    def fit(self, X, y):
        print("talk", flush=True)
        return super().fit(X, y)


class Kills(First):
    """Takes its process down the first times, as the kernel does when memory is short."""

    def __init__(self, folder="", times=1):
        self.folder = folder
        self.times = times

    def fit(self, X, y):
        # Two workers may be here at once: each death has one file, which one of them makes.
        for death in range(self.times):
            with contextlib.suppress(FileExistsError):
                (Path(self.folder) / str(death)).touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


class GivesNaN(First):
    """Predicts nothing."""

    def predict(self, X):
        return np.full(len(X), np.nan)


def study(*, folds=3, repeats=1, rng=7, slow_only=False, **changes):
    """A small study of a random, a slow and a scoreless learner on two datasets, or of the slow one on one."""
    options = {
        "learners": {"tree": DecisionTreeClassifier(max_features=1), "slow": Slow(), "first": First()},
        "datasets": {"iris": load_iris(return_X_y=True), "wine": load_wine(return_X_y=True)},
        "splits": CrossValidation(folds, repeats=repeats),
        "rng": rng,
    }
    if slow_only:
        options |= {
            "learners": {"slow": Slow()},
            "datasets": {"iris": load_iris(return_X_y=True)},
            "baselines": False,
        }
    return referee.Experiment(**{**options, **changes})


def run_slowly(path, sleep, *, die_in_write=None, **options):
    """The small study, slowed down, in a process that will be killed, or dies after so many steps inside writes."""
    os.environ["REFEREE_TEST_SLEEP"] = str(sleep)
    if die_in_write is not None:
        _die_in_write(die_in_write)
    study(**options).run(path)


def _die_in_write(steps):
    """Let the database kill this process at an instruction of a write to the runs."""
    connect, left, writes = sqlite3.connect, [steps], [False]

    def watched(*args, **options):
        db = connect(*args, **options)

        def told(statement):
            writes[0] = statement.lstrip().startswith(("UPDATE runs", "COMMIT"))

        def step():
            left[0] -= writes[0]
            if left[0] <= 0:
                os.kill(os.getpid(), signal.SIGKILL)

        db.set_trace_callback(told)
        db.set_progress_handler(step, 1)
        return db

    sqlite3.connect = watched


def run_hanging(path, folder):
    """A study that hangs in worker processes."""
    study(learners={"hangs": Hangs(folder)}, baselines=False).run(path, n_jobs=2)


COLUMNS = "d.name, l.name, r.split, r.state, r.predicted_type, r.predicted, r.scores_type, r.scores, r.error, r.split_print"


def change(path, statement, *values, summed=True):
    """Change a store by hand; `summed` as whoever knows how its checksums are made, else as a bit that flips."""
    db = sqlite3.connect(path)
    db.create_function("checksum_of", -1, checksum)
    try:
        db.execute(statement, values)
        for table in SUMMED if summed else ():
            sum_rows(db, table)
        db.commit()
    finally:
        db.close()


def rows(path, columns=COLUMNS):
    """The runs of a store, in one order."""
    query = f"SELECT {columns} FROM runs r JOIN datasets d ON d.id = r.dataset JOIN learners l ON l.id = r.learner"
    db = sqlite3.connect(path)
    try:
        return db.execute(query + " ORDER BY d.name, l.name, r.split").fetchall()
    finally:
        db.close()
