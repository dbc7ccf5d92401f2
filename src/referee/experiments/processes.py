"""Processes that can be talked to and ended, and what runs inside them: forked where that is safe."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO

from referee.resampling.fitting import Fitting, one_thread

SAFE = ("sklearn", "numpy", "scipy")
"""Packages that may be imported before a fork."""

HEAVY = ("table", "y", "splits", "levels")
"""What the fits of a dataset share."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


@dataclass(frozen=True, eq=False)
class Child:
    """A worker process: its number, what it hears and tells, how to end it now, and how it ended (a signal below 0)."""

    pid: int
    asked: Any
    told: Any
    kill: Callable[[], None]
    wait: Callable[[], int]

    def send(self, *message: object) -> None:
        """Tell the worker something; one that is gone hears nothing."""
        with contextlib.suppress(OSError):
            pickle.dump(message, self.asked, protocol=5)
            self.asked.flush()

    def close(self) -> int:
        """End the worker, close its pipes, and give its exit code."""
        self.kill()
        code = self.wait()
        for pipe in (self.asked, self.told):
            with contextlib.suppress(OSError):
                pipe.close()
        return code


class Nursery:
    """Starts worker processes.

    On Linux one process imports what workers need and each worker is a fork of it, so that a worker is replaced in
    milliseconds. Elsewhere, where a fork is not safe, each worker is started by itself.
    """

    def __init__(self, modules: list[str] | None = None) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        if sys.platform == "linux":
            safe = [name for name in modules or [] if name.split(".")[0] in SAFE]
            ours, theirs = socket.socketpair()
            self._process = _started(
                f"from referee.experiments.processes import nursery; nursery({safe!r})", theirs
            )
            theirs.close()
            self._control = ours

    def child(self) -> Child:
        """A new worker."""
        if self._process is None:
            code = "from referee.experiments.processes import alone; alone()"
            process = _started(code, subprocess.PIPE, subprocess.PIPE)
            return Child(process.pid, process.stdin, process.stdout, process.kill, process.wait)
        ours, theirs = socket.socketpair()
        pid = self._fork(theirs)
        theirs.close()
        with ours:
            pipes = ours.makefile("wb"), ours.makefile("rb")
        return Child(pid, *pipes, partial(_kill, pid), partial(self._ended, pid))

    def _fork(self, pipe: socket.socket) -> int:
        """The number of a new process that serves a socket; 0 when the nursery is gone."""
        with self._lock, contextlib.suppress(OSError):
            socket.send_fds(self._control, [b"f"], [pipe.fileno()])
            return int.from_bytes(self._control.recv(8), "big")
        return 0

    def _ended(self, pid: int) -> int:
        """How a worker ended."""
        with self._lock, contextlib.suppress(OSError):
            if pid:
                self._control.sendall(b"w" + pid.to_bytes(8, "big"))
                return int.from_bytes(self._control.recv(8), "big", signed=True)
        return 1

    def close(self) -> None:
        """End the nursery."""
        if self._process is not None:
            self._control.close()
            self._process.kill()
            self._process.wait()


def _started(code: str, stdin: Any, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A Python process with our import path and one thread for BLAS."""
    environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}
    environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.Popen([sys.executable, "-c", code], stdin=stdin, stdout=stdout, env=environment)


def _kill(pid: int) -> None:
    if pid:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def timed(fitting: Fitting, split: int) -> tuple[float, Any, Any, str]:
    """One fit: its seconds, predicted codes, scores, and why there are none."""
    start = time.perf_counter()
    _, codes, scores, why = fitting.fit(split)
    return time.perf_counter() - start, codes, scores, why


def light(fitting: Fitting) -> Fitting:
    """The fits without the data, which travel once a dataset."""
    nothing: dict[str, Any] = dict.fromkeys(HEAVY)
    return replace(fitting, **nothing)


def heavy(fitting: Fitting) -> dict[str, Any]:
    """The data that the fits of a dataset share."""
    return {name: getattr(fitting, name) for name in HEAVY}


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
