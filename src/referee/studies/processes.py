"""Worker processes: how one is started, and what runs inside it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

from referee.learners.fitting import Fitting
from referee.learners.run_learner import deaf
from referee.learners.same_bits import one_thread

SAFE = ("sklearn", "numpy", "scipy")
"""Packages that may be imported before a fork."""

SHARED = ("table", "y", "levels", "splits")
"""What the fits of a dataset share, of learners that get the same table."""


def start_worker(modules: list[str]) -> tuple[BaseProcess, Connection]:
    """A new worker process, and the connection to it.

    On Linux one process imports the modules that workers need and each worker is a fork of it, so that a worker is
    replaced in milliseconds. Elsewhere, where a fork is not safe, each worker is started by itself.
    """
    if sys.platform == "linux":
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([name for name in modules if name.split(".")[0] in SAFE])
        with deaf():
            forkserver.ensure_running()
    else:
        context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, dict(os.environ)), daemon=True)
    with _alone():
        process.start()
    theirs.close()
    return process, ours


@contextmanager
def _alone() -> Iterator[None]:
    """A process may be started inside, though this one is a daemon, and it does not run the user's script again."""
    here, main = multiprocessing.current_process(), sys.modules["__main__"]
    daemon, here.daemon, sys.modules["__main__"] = here.daemon, False, ModuleType("__main__")
    try:
        yield
    finally:
        here.daemon, sys.modules["__main__"] = daemon, main


def time_fit(fitting: Fitting, split: int) -> tuple[float, Any, Any, str]:
    """One fit: its seconds, predicted codes, scores, and why there are none."""
    start = time.perf_counter()
    _, codes, scores, why = fitting.fit(split)
    return time.perf_counter() - start, codes, scores, why


def part_data(fitting: Fitting) -> tuple[Fitting, dict[str, Any]]:
    """The fits without their data, and the data, which travel once for all learners that share them."""
    nothing: dict[str, Any] = dict.fromkeys(SHARED)
    return replace(fitting, **nothing), {name: getattr(fitting, name) for name in SHARED}


def serve(pipe: Connection, environment: dict[str, str]) -> None:
    """Fit what is asked until the input ends; the process ends when its parent does.

    What a learner prints goes to the standard error, and it may start processes of its own.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    multiprocessing.current_process().daemon = False
    os.environ.update(environment)
    os.dup2(2, 1)
    with suppress(EOFError, OSError):
        _answer(pipe)


def _answer(pipe: Connection) -> None:
    """Take data, learners and runs from a connection, and tell when a run starts and what came of it."""
    known: dict[Any, Any] = {}
    pipe.send(("ready",))
    while True:
        kind, *parts = pipe.recv()
        if kind == "know":
            key, content = parts
            known[key] = pickle.loads(content)
        else:
            tasks, limited = parts
            fitting = known[tasks[0].pair]
            whole = replace(fitting, **known[tasks[0].dataset, fitting.as_numbers])
            with one_thread():
                for task in tasks:
                    if limited:
                        pipe.send(("start", task.id))
                    pipe.send(("done", task.id, *time_fit(whole, task.split)))


def _end_with_parent() -> None:
    """End this process when its parent has ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
