"""How fits are run: on how many processes, who watches, and how long they may take."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from referee import _check

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
