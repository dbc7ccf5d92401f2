"""Children to kill, limits to run into, and a slow learner to stop, for the tests of faults."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import referee

SOURCES = [str(Path(referee.__file__).parents[1]), str(Path(__file__).parents[1])]

SLOW = """
import pathlib, time
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

class Slow(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        with open("fits", "a") as file:
            file.write(".")
        time.sleep(0.01)
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])
"""


def child(*command, cwd=None, **options):
    """A Python process that finds referee and the helpers of the tests, in a session of its own."""
    path = os.pathsep.join([*SOURCES, *([] if cwd is None else [str(cwd)])])
    return subprocess.Popen(
        [sys.executable, *map(str, command)],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        **({"stdout": subprocess.PIPE} | options),
    )


def stopped(folder, *args, after):
    """Exit code, output and errors of a command that gets Ctrl-C, as a terminal sends it, after some fits."""
    fits = Path(folder) / "fits"
    fits.unlink(missing_ok=True)
    process = child("-m", "referee", *args, cwd=folder)
    while process.poll() is None and not (fits.exists() and fits.stat().st_size >= after):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err, process.pid


def living(session):
    """The processes of a session that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, owner = (place / "stat").read_text().rpartition(")")[2].split()[:4]
        except (OSError, ValueError):
            continue
        if int(owner) == session and state != "Z":
            found.append(int(place.name))
    return found


@contextmanager
def small_disk(size):
    """Files of at most `size` bytes: writing beyond fails half way, as on a disk that fills up."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
