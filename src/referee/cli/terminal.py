"""The terminal: how wide it is, whether it has colour, and the line that says how far a long command is."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Mapping

import click

NARROWEST = 80
"""Columns below which output is not made to fit."""


class Watch:
    """A line on standard error once a job has taken two seconds, when that is a terminal: rows where they are known.

    It is a thread of its own, so that a database which counts for an hour has a line too.
    """

    def __init__(self, after: float = 2.0, every: float = 0.5) -> None:
        self.after, self.every = after, every
        self.rows: int | None = None
        self.total: int | None = None
        self._outcome = threading.Event()
        self._thread: threading.Thread | None = None
        self._told = False

    def __enter__(self) -> Watch:
        if sys.stderr is not None and sys.stderr.isatty():
            self._terminal, self._start = sys.stderr, time.monotonic()
            self._thread = threading.Thread(target=self._tell, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the line away, before a result is printed."""
        self._outcome.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            if self._told:
                self._write("\r\033[K")

    def __call__(self, rows: int, total: int | None) -> None:
        """Note how far a counting is."""
        self.rows, self.total = rows, total

    def _tell(self) -> None:
        wait = self.after
        while not self._outcome.wait(wait):
            wait, self._told = self.every, True
            of = "" if self.total is None else f" of {self.total:,}"
            what = "working" if self.rows is None else f"{self.rows:,}{of} rows"
            self._write(f"\r{what}, {time.monotonic() - self._start:.0f} s\033[K")

    def _write(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()


def progress() -> Watch:
    """The watch of the command that runs, which counting tells its rows."""
    context = click.get_current_context(silent=True)
    found = None if context is None else context.find_root().obj
    return found if isinstance(found, Watch) else Watch()


def terminal() -> dict[str, int | bool | None]:
    """The width and colour of standard output, as the view of text takes them; a file or a pipe is of any width."""
    here = sys.stdout is not None and sys.stdout.isatty()  # None where it is closed
    return {
        "width": max(NARROWEST, shutil.get_terminal_size().columns) if here else None,
        "colour": has_colour(os.environ, here),
    }


def has_colour(environment: Mapping[str, str], is_terminal: bool) -> bool:
    """Whether to use colour: NO_COLOR forbids it, then FORCE_COLOR asks for it; else a terminal that is not dumb.

    >>> has_colour({}, True), has_colour({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True), has_colour({}, False)
    (True, False, False)
    >>> has_colour({"FORCE_COLOR": "1"}, False), has_colour({"TERM": "dumb"}, True)
    (True, False)
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return is_terminal and environment.get("TERM") != "dumb"
