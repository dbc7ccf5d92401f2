"""How far a study is, on stderr, for a person who watches."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from referee import _format
from referee.experiments.store import Outcome

Value = Callable[[Outcome], float]
"""The first metric of a finished run."""


class Watch:
    """Counts runs, and shows done, running, failed, the time left and the best so far when someone watches.

    >>> watch = Watch(10, done=4, shown=False)
    >>> watch.done, watch.failed
    (4, 0)
    """

    def __init__(
        self,
        total: int,
        *,
        done: int = 0,
        failed: int = 0,
        shown: bool | None = None,
        value: Value | None = None,
        sign: float = 1.0,
    ) -> None:
        self.shown = bool(sys.stderr is not None and sys.stderr.isatty()) if shown is None else shown
        self.total, self.done, self.failed, self.running = total, done, failed, 0
        self._before = done + failed
        self._value, self._sign = value, sign
        self._sums: dict[str, dict[str, list[float]]] = {}
        self._dataset = ""
        self._start = self._drawn = time.monotonic()
        self._live: Any = None

    def step(self, outcome: Outcome, *, running: int) -> None:
        """One run more."""
        self.running = running
        if outcome.error:
            self.failed += 1
            return
        self.done += 1
        if self.shown and self._value is not None:
            self._dataset = outcome.task.dataset
            value = self._value(outcome)
            if value == value:
                sums = self._sums.setdefault(self._dataset, {}).setdefault(outcome.task.learner, [0.0, 0.0])
                sums[0] += value
                sums[1] += 1

    @property
    def best(self) -> str:
        """The best learner so far on the dataset at hand, in words."""
        sums = self._sums.get(self._dataset, {})
        if not sums:
            return ""
        means = {learner: total / n for learner, (total, n) in sums.items()}
        learner = max(means, key=lambda name: self._sign * means[name])
        return f"best so far on {_format.label(self._dataset)}: {_format.label(learner)} {means[learner]:.3f}"

    @property
    def line(self) -> str:
        """Done, running, failed and the time left."""
        ended = self.done + self.failed
        new = ended - self._before
        parts = [f"{ended:,} of {self.total:,} runs", f"{self.running} running", f"{self.failed} failed"]
        if new:
            left = (time.monotonic() - self._start) / new * (self.total - ended)
            parts.append(f"{_time(left)} left")
        return ", ".join(parts)

    def draw(self) -> None:
        """Show the line and the best so far, at most four times a second."""
        if not self.shown or time.monotonic() - self._drawn < 0.25:
            return
        self._drawn = time.monotonic()
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(
                console=Console(stderr=True, force_terminal=True), auto_refresh=False, transient=True
            )
            self._live.start()
        from rich.text import Text

        filled = 30 * (self.done + self.failed) // max(1, self.total)
        bar = Text.assemble(("━" * filled, "green"), ("━" * (30 - filled), "dim"), f" {self.line}")
        bar.append(f"\n{self.best}" if self.best else "")
        self._live.update(bar, refresh=True)

    def close(self) -> None:
        """Leave the terminal as it was."""
        if self._live is not None:
            self._live.stop()
            self._live = None


def _time(seconds: float) -> str:
    """A time that is left, in words.

    >>> _time(75), _time(7300)
    ('1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
