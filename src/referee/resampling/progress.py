"""How far the fits are, on stderr, for a person who watches."""

from __future__ import annotations

import sys
from time import monotonic

from referee import _check


class Progress:
    """Counts fits; shows itself in a terminal or a notebook when they take longer than a moment.

    >>> bar = Progress(2, shown=False)
    >>> bar.step()
    >>> bar.done
    1
    """

    def __init__(self, total: int, shown: bool | None = None) -> None:
        watched = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self.shown = watched if shown is None else _check.flag("progress", shown)
        self.total, self.done = total, 0
        self.start = self.last = monotonic()
        self.drawn = False

    def step(self) -> None:
        """One fit more."""
        self.done += 1
        if self.shown and monotonic() - self.last > 0.25:
            self.last = monotonic()
            left = (self.last - self.start) / self.done * (self.total - self.done)
            filled = 30 * self.done // self.total
            bar = "━" * filled + " " * (30 - filled)
            sys.stderr.write(f"\r  {bar} {self.done:,} of {self.total:,} fits, {left:,.0f} s left \x1b[K")
            sys.stderr.flush()
            self.drawn = True

    def close(self) -> None:
        """Leave the line as it was."""
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
