"""How far fits are, for a person who watches: one bar in place, or a line now and then where lines are kept."""

from __future__ import annotations

import importlib
import sys
from time import monotonic
from typing import Any

from referee import _check

WIDTH = 30
IN_PLACE, IN_LOGS = 0.25, 10.0
"""Seconds between two drawings in a terminal or a notebook, and between two lines of a log."""


class Progress:
    """Counts fits and shows how many are done and the time left.

    A terminal and a notebook have one bar that is drawn over; anything else, such as a log, gets one line per ten
    seconds, so that short work leaves none. `shown` is False for nothing at all.

    >>> bar = Progress(2, shown=False)
    >>> bar.step()
    >>> bar.done
    1
    """

    def __init__(self, total: int, shown: bool | None = None, *, done: int = 0) -> None:
        self.shown = sys.stderr is not None and (shown is None or _check.flag("progress", shown))
        self.total, self.done, self._before = total, done, done
        self._start = self._last = monotonic()
        self._drawn = False
        self._display: Any = None

    def step(self) -> None:
        """One fit more."""
        self.done += 1
        self.draw()

    @property
    def line(self) -> str:
        """How far it is, and the time left."""
        return f"{self.done:,} of {self.total:,} fits{self.left}"

    @property
    def left(self) -> str:
        """The time left, in words, as soon as something is known of it."""
        new, more = self.done - self._before, self.total - self.done
        if not new or not more:
            return ""
        return f", {time_in_words((monotonic() - self._start) / new * more)} left"

    def draw(self) -> None:
        """Show the bar, or the line, if the last one is long enough ago."""
        kept = not (in_terminal() or in_notebook())
        if not self.shown or monotonic() - self._last < (IN_LOGS if kept else IN_PLACE):
            return
        self._last, self._drawn = monotonic(), True
        filled = WIDTH * self.done // max(1, self.total)
        if kept:
            sys.stderr.write("  " + self.line.replace("\n", "; ") + "\n")
        elif in_notebook():
            self._update(f"{'━' * filled}{'─' * (WIDTH - filled)} {self.line}")
        else:
            bar = f"\x1b[32m{'━' * filled}\x1b[0;2m{'━' * (WIDTH - filled)}\x1b[0m"
            lines = f"{bar} {self.line}".split("\n")
            sys.stderr.write("\r" + "\x1b[K\n".join(lines) + "\x1b[K" + "\x1b[A" * (len(lines) - 1))
        sys.stderr.flush()

    def close(self) -> None:
        """Leave the terminal as it was, and the notebook with the last count."""
        if self._display is not None:
            self._update(self.line)
        elif self._drawn and in_terminal():
            sys.stderr.write("\r\x1b[J")
            sys.stderr.flush()

    def _update(self, text: str) -> None:
        """Show text in the one place of the cell that is this bar's."""
        if self._display is None:
            display = importlib.import_module("IPython.display").display
            self._display = display({"text/plain": text}, raw=True, display_id=True)
        else:
            self._display.update({"text/plain": text}, raw=True)


def in_terminal() -> bool:
    """Whether a person reads standard error as it is written."""
    return sys.stderr is not None and sys.stderr.isatty()


def in_notebook() -> bool:
    """Whether the process is a notebook's kernel; a shell of IPython that another program made is none."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return getattr(shell, "kernel", None) is not None


def time_in_words(seconds: float) -> str:
    """A time, in words.

    >>> time_in_words(7), time_in_words(75), time_in_words(120), time_in_words(7320)
    ('7 s', '1 min 15 s', '2 min', '2 h 2 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    unit, parts, least = (3600, ("h", "min"), 60) if whole >= 3600 else (60, ("min", "s"), 1)
    rest = whole % unit // least
    return f"{whole // unit} {parts[0]}" + (f" {rest} {parts[1]}" if rest else "")
