"""A learner that cannot find anything: `against_chance` must call it better than chance in at most 5% of datasets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.learners import against_chance
from referee.learners.run import QUIET
from tools.validity.worlds.fitted import Classes
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.world import ERROR, FINE, Family, Outcomes, note_answers, seed_for


@dataclass(frozen=True)
class Nothing:
    """A kind of dataset whose classes are the same."""

    data: Classes

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Nothing:
        """A world at random: 20 to 100 cases."""
        made = Classes.draw(rng, ("lda", "1nn"), low=20, high=100)
        return cls(Classes(made.n, made.share, (0.0, 0.0), made.kind))

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return round_facts({"n": self.data.n, "share": self.data.share, "learner": self.data.kind})

    @property
    def measures(self) -> tuple[str, ...]:
        """Called better than chance."""
        return ("false:against chance",)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One dataset."""
        X, y = self.data.dataset(rng)
        made = against_chance(self.data.learner(0), X, y, rng=seed_for(rng), run=QUIET)
        note_answers(made.test.p_value)
        return {"false:against chance": ERROR if made.test.p_value < 0.05 else FINE}


FAMILY = Family("chance", "a learner that finds nothing, against chance", Nothing.draw)
