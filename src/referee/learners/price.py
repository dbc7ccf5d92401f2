"""What fits cost: told before the work, with smaller plans where that is long, and kept below a budget."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from referee import _format
from referee.learners.progress import in_notebook, in_terminal, time_in_words
from referee.learners.run import Run

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
