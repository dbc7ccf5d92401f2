"""Processes that can be talked to and ended: forked where that is safe, started anew elsewhere."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

SAFE = ("sklearn", "numpy", "scipy")
"""Packages that may be imported before a fork."""

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
            self._process = _started(f"from referee.experiments.worker import nursery; nursery({safe!r})", theirs)
            theirs.close()
            self._control = ours

    def child(self) -> Child:
        """A new worker."""
        if self._process is None:
            code = "from referee.experiments.worker import alone; alone()"
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
