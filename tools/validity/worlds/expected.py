"""`estimate_error(method="expected")` in the worlds of `estimates`: does its interval hold the mean over datasets."""

from __future__ import annotations

import numpy as np

from referee import estimate_error
from referee.learners.run import QUIET
from tools.validity.worlds.estimates import MEAN, Estimates, learner_of
from tools.validity.worlds.world import Family, Outcomes, coverage, seed_for


class Expected(Estimates):
    """A learner and a kind of dataset, asked for the mean over training sets."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Coverage of the mean."""
        return (MEAN,)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One dataset."""
        X, y = self.dataset(rng, self.n)
        learner, seed = learner_of(self.kind, None), seed_for(rng)
        made = estimate_error(learner, X, y, method="expected", rng=seed, run=QUIET).estimate
        return {MEAN: coverage(made, self.expected)}


FAMILY = Family("expected", "the mean error over training sets, asked for", Expected.draw, "estimates")
