"""Learners that are alike over many datasets: `rank` must distinguish none, in all but 5% of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import ScoreTable, Verdict, rank
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.world import (
    ERROR,
    FINE,
    Family,
    Outcomes,
    log_uniform,
    measure_names,
    note_answers,
    seed_for,
)

NOISE = ("normal", "t2", "skewed", "rounded", "by dataset")


@dataclass(frozen=True)
class Alike:
    """Datasets, learners, the noise of a score, and how many learners share theirs."""

    datasets: int
    learners: int
    noise: str
    block: int
    shared: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Alike:
        """A world at random: 5 to 60 datasets, 2 to 10 learners, some of which can be variants of one."""
        learners = int(rng.integers(2, 11))
        block = int(rng.integers(0, learners + 1)) if rng.random() < 0.5 else 0
        datasets, noise = round(log_uniform(rng, 5, 60)), str(rng.choice(NOISE))
        return cls(datasets, learners, noise, block, float(rng.uniform(0.5, 0.95)))

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        found = {"datasets": self.datasets, "learners": self.learners, "noise": self.noise, "block": self.block}
        return round_facts(found | {"shared": self.shared})

    @property
    def measures(self) -> tuple[str, ...]:
        """A pair called different by the test, and a verdict on any pair."""
        return measure_names("family", ("any pair", "any verdict"))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One table of scores, ranked."""
        datasets = tuple(f"d{i}" for i in range(self.datasets))
        learners = tuple(f"l{j}" for j in range(self.learners))
        table = ScoreTable("score", "higher", datasets, learners, self._scores(rng))
        made = rank(table, rng=seed_for(rng))
        note_answers(*(match.test.p_value for match in made.matches))
        found = {
            "family:any pair": any(made.pairwise.distinguished(m.a, m.b) for m in made.matches),
            "family:any verdict": any(m.verdict is not Verdict.UNDECIDED for m in made.matches),
        }
        return {measure: ERROR if wrong else FINE for measure, wrong in found.items() if measure in wanted}

    def _scores(self, rng: np.random.Generator) -> Any:
        size = (self.datasets, self.learners)
        noise = rng.normal(size=size)
        if self.noise == "t2":
            noise = rng.standard_t(2, size=size)
        elif self.noise == "skewed":
            noise = rng.exponential(size=size) - 1
        if self.block:
            common = np.sqrt(self.shared) * rng.normal(size=(self.datasets, 1))
            noise[:, : self.block] = common + np.sqrt(1 - self.shared) * noise[:, : self.block]
        if self.noise == "by dataset":
            noise = noise * rng.lognormal(0, 1, (self.datasets, 1))
        scores = rng.normal(0.8, 0.1, (self.datasets, 1)) + 0.02 * noise
        return np.round(scores, 2) if self.noise == "rounded" else scores


FAMILY = Family("ranks", "learners alike over many datasets, family-wise", Alike.draw)
