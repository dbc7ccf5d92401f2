"""Learners on one dataset: `compare_learners` where two are equally good, and `estimate_error` of one.

The truth of an estimate is the exact error of the linear discriminant that all cases of the dataset give.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import Verdict, compare_learners, estimate_error
from referee.learners.run import QUIET
from tools.validity.worlds.fitted import Classes
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.world import ERROR, FINE, Family, Outcomes, coverage, seed_for


@dataclass(frozen=True)
class Learners:
    """A kind of dataset, and whether two learners are compared or one is estimated."""

    data: Classes
    compared: bool

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Learners:
        """A world at random: linear discriminant, nearest neighbour or tree."""
        compared = bool(rng.random() < 0.6)
        return cls(Classes.draw(rng, ("lda", "1nn", "tree") if compared else ("lda",)), compared)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        d = self.data
        return round_facts({"n": d.n, "share": d.share, "apart": d.apart[0], "learner": d.kind})

    @property
    def measures(self) -> tuple[str, ...]:
        """A false verdict on two learners, or the coverage of the error."""
        return ("false:two learners",) if self.compared else ("cover:error of the trained model",)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One dataset."""
        (measure,) = self.measures
        (X, y), seed = self.data.dataset(rng), seed_for(rng)
        if self.compared:
            pair = {"a": self.data.learner(0), "b": self.data.learner(1)}
            (duel,) = compare_learners(pair, X, y, rng=seed, run=QUIET)
            return {measure: FINE if duel.verdict is Verdict.UNDECIDED else ERROR}
        made = estimate_error(self.data.learner(0), X, y, rng=seed, run=QUIET)
        return {measure: coverage(made.estimate, self.data.error(X, y))}


FAMILY = Family("learners", "learners on one dataset", Learners.draw)
