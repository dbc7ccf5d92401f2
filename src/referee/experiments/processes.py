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
from typing import Any, Protocol

SAFE = ("sklearn", "numpy", "scipy")
"""Packages that may be imported before a fork."""

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class Child(Protocol):
    """A worker process."""

    pid: int
    asked: Any
    told: Any

    def kill(self) -> None:
        """End it now."""
        ...

    def wait(self) -> int:
        """Its exit code, negative for a signal."""
        ...


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
            return _Started()
        return _Forked(self)

    def fork(self, pipe: socket.socket) -> int:
        """The number of a new process that serves a socket; 0 when the nursery is gone."""
        with self._lock:
            try:
                socket.send_fds(self._control, [b"f"], [pipe.fileno()])
                return int.from_bytes(self._control.recv(8), "big")
            except OSError:
                return 0

    def ended(self, pid: int) -> int:
        """How a worker ended."""
        with self._lock:
            try:
                self._control.sendall(b"w" + pid.to_bytes(8, "big"))
                return int.from_bytes(self._control.recv(8), "big", signed=True)
            except OSError:
                return 1

    def close(self) -> None:
        """End the nursery."""
        if self._process is not None:
            self._control.close()
            self._process.kill()
            self._process.wait()


class _Forked:
    """A worker forked by the nursery."""

    def __init__(self, nursery: Nursery) -> None:
        ours, theirs = socket.socketpair()
        self._nursery = nursery
        self.pid = nursery.fork(theirs)
        theirs.close()
        self.asked, self.told = ours.makefile("wb"), ours.makefile("rb")
        ours.close()

    def kill(self) -> None:
        """End it now."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code, negative for a signal."""
        return self._nursery.ended(self.pid) if self.pid else 1


class _Started:
    """A worker started by itself."""

    def __init__(self) -> None:
        self._process = _started(
            "from referee.experiments.worker import alone; alone()", subprocess.PIPE, subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.pid, self.asked, self.told = self._process.pid, self._process.stdin, self._process.stdout

    def kill(self) -> None:
        """End it now."""
        self._process.kill()

    def wait(self) -> int:
        """Its exit code, negative for a signal."""
        return self._process.wait()


def _started(code: str, stdin: Any, stdout: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """A Python process with our import path and one thread for BLAS."""
    environment = {**os.environ, **dict.fromkeys(ONE_THREAD, "1")}
    environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.Popen([sys.executable, "-c", code], stdin=stdin, stdout=stdout, env=environment)


def send(child: Child, *message: object) -> None:
    """Tell a worker something; one that is gone hears nothing."""
    with contextlib.suppress(OSError):
        pickle.dump(message, child.asked, protocol=5)
        child.asked.flush()


def close(child: Child) -> int:
    """End a worker, close its pipes, and give its exit code."""
    child.kill()
    code = child.wait()
    for pipe in (child.asked, child.told):
        with contextlib.suppress(OSError):
            pipe.close()
    return code
