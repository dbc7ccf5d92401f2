"""The process that fits: it reads jobs from its standard input and writes what came of them."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import socket
import threading
import time
from dataclasses import replace
from typing import Any, BinaryIO

from referee.resampling.fitting import Fitting
from referee.resampling.one_thread import one_thread


def timed(fitting: Fitting, split: int) -> tuple[float, Any, Any, str]:
    """One fit: its seconds, predicted codes, scores, and why there are none."""
    start = time.perf_counter()
    _, codes, scores, why = fitting.fit(split)
    return time.perf_counter() - start, codes, scores, why


def light(fitting: Fitting) -> Fitting:
    """The fits without the data, which travel once a dataset."""
    empty: Any = None
    return replace(fitting, table=empty, y=empty, splits=empty, levels=empty)


def heavy(fitting: Fitting) -> dict[str, Any]:
    """The data that the fits of a dataset share."""
    return {name: getattr(fitting, name) for name in ("table", "y", "splits", "levels")}


def serve(asked: BinaryIO, told: BinaryIO) -> None:
    """Fit what is asked until the input ends; the process ends when its parent does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()

    def tell(*message: object) -> None:
        pickle.dump(message, told, protocol=5)
        told.flush()

    tell("ready")
    data: dict[str, dict[str, Any]] = {}
    fittings: dict[tuple[str, str], Fitting] = {}
    while True:
        try:
            kind, *parts = pickle.load(asked)
        except EOFError:
            return
        if kind == "data":
            name, content = parts
            data[name] = pickle.loads(content)
        elif kind == "learner":
            name, learner, content = parts
            fittings[name, learner] = replace(pickle.loads(content), **data[name])
        else:
            with one_thread():
                for key, name, learner, split, mark in parts[0]:
                    if mark:
                        tell("start", key)
                    tell("done", key, *timed(fittings[name, learner], split))


def alone() -> None:
    """Serve over the standard input and output; what a learner prints goes to the standard error."""
    asked, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    _hide()
    serve(asked, told)


def nursery(modules: list[str]) -> None:
    """Import once, then fork a worker for each socket that comes in over the standard input.

    A request is "f" with a socket, answered by the number of the new process, or "w" and such a number, answered by
    how the process ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=os.dup(0))
    _hide()
    for module in modules:
        with contextlib.suppress(Exception):
            importlib.import_module(module)
    while True:
        asked, fds, _, _ = socket.recv_fds(control, 9, 1)
        if not asked:
            return
        if asked[:1] == b"w":
            _, status = os.waitpid(int.from_bytes(asked[1:9], "big"), 0)
            control.sendall(os.waitstatus_to_exitcode(status).to_bytes(8, "big", signed=True))
            continue
        pid = os.fork()
        if pid:
            os.close(fds[0])
            control.sendall(pid.to_bytes(8, "big"))
            continue
        control.close()
        pipe = socket.socket(fileno=fds[0])
        try:
            serve(pipe.makefile("rb"), pipe.makefile("wb"))
        finally:
            os._exit(0)


def _hide() -> None:
    """Give learners an empty standard input, and the standard error to print to."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)


def _end_with(parent: int) -> None:
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
