"""Worker processes that do not hear Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started inside ignore Ctrl-C, which a terminal sends to all: their parent ends them.

    A process inherits what its parent ignores, so the parent ignores it too for that moment. Outside the main thread,
    where signals cannot be set, nothing happens.

    >>> with deaf():
    ...     print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
    True
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
