"""How fits are run: on how many processes, who watches, what they cost and how long they may take."""

from __future__ import annotations

import importlib
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from referee import _check, _format

UNITS = {"": 1.0, "s": 1.0, "min": 60.0, "h": 3600.0}


@dataclass(frozen=True)
class Run:
    """How fits are run; none of it changes a number, but for a `budget` that is too small for the plan.

    `n_jobs` processes, -1 for all cores; `backend` is one of joblib's, such as "threading" or "dask". `progress` is
    shown to a person who watches when it is None, always or never when it is True or False. `budget` is the time that
    fits may take, in seconds or as "60s", "5min", "2h": above it a smaller plan is taken and recorded.

    >>> Run(n_jobs=2, budget="5min").seconds
    300.0
    """

    n_jobs: int = 1
    backend: str | None = None
    progress: bool | None = None
    budget: float | str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "n_jobs", _check.jobs(self.n_jobs))
        if self.progress is not None:
            object.__setattr__(self, "progress", _check.flag("progress", self.progress))
        if not self.seconds > 0:
            _check.fail("budget", "be a positive time", _check.show_value(self.budget))

    @property
    def seconds(self) -> float:
        """The budget in seconds; infinite without one."""
        if self.budget is None:
            return math.inf
        if not isinstance(self.budget, str):
            return _check.number("budget", self.budget)
        found = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*(s|min|h|)\s*", self.budget)
        if found is None:
            _check.fail("budget", "be a time such as '60s', '5min' or '2h'", _check.show_value(self.budget))
        return float(found[1]) * UNITS[found[2]]


ALONE = Run()
"""One process, shown to a person who watches."""

QUIET = Run(progress=False)
"""One process, and nothing shown: for fits inside others."""


LONG = 60.0
"""Seconds above which smaller plans are offered."""

QUICK = 10.0
"""Seconds below which a price is not written where nobody watches."""


@dataclass(frozen=True)
class Price:
    """What plans cost: a plan is a name and its number of fits, `fit` is the time of one in seconds.

    >>> price = Price(Run(budget="30s"), 0.5)
    >>> price.words("10-fold", 22), price.choose([("30 splits", 90), ("10 splits", 30)])
    ('10-fold: 22 fits, about 11 s', (1, 'the budget of 30s allows no more; 30 splits would take about 45 s'))
    """

    run: Run
    fit: float

    def __post_init__(self) -> None:
        import joblib

        object.__setattr__(self, "fit", self.fit / max(1, joblib.effective_n_jobs(self.run.n_jobs)))

    def words(self, name: str, fits: int) -> str:
        """A plan and its price."""
        return f"{name}: {_format.plural(fits, 'fit')}, {self._cost(fits)}"

    def _cost(self, fits: int) -> str:
        seconds = fits * self.fit
        return "under 1 s" if seconds < 0.5 else f"about {time_in_words(seconds)}"

    def is_long(self, fits: int) -> bool:
        """Whether smaller plans matter: the budget does not allow so many fits, or a person would want less."""
        return fits * self.fit > min(LONG, self.run.seconds)

    def choose(self, plans: Sequence[tuple[str, int]]) -> tuple[int, str]:
        """Which plan is the first that the budget allows, else the cheapest; and why it is not the first of all."""
        limit, (name, fits) = self.run.seconds, plans[0]
        cheapest = min(range(len(plans)), key=lambda i: plans[i][1])
        at = next((i for i, plan in enumerate(plans) if plan[1] * self.fit <= limit), cheapest)
        verb = "allows no more" if plans[at][1] * self.fit <= limit else "is too small for any plan"
        given = self.run.budget if isinstance(self.run.budget, str) else f"{limit:g}s"
        return at, f"the budget of {given} {verb}; {name} would take {self._cost(fits)}" if at else ""

    def tell(self, plans: Sequence[tuple[str, int]], *more: str) -> None:
        """Tell a person who watches the price of the first plan, what is cheaper where that is long, and `more`."""
        price, lines = plans[0][1] * self.fit, [self.words(*plans[0])]
        smaller = [self.words(*plan) for plan in plans[1:] if plan[1] < plans[0][1]]
        if price > LONG and self.run.budget is None and smaller:
            lines.append(f"a budget of 60s takes what it allows of {' or '.join(smaller)}")
        watched = in_terminal() or in_notebook() or price > QUICK
        if sys.stderr is not None and (watched if self.run.progress is None else self.run.progress):
            sys.stderr.write("".join(f"  {line}\n" for line in (*lines, *more)))
            sys.stderr.flush()


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
