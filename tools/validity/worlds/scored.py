"""A world with the scores of one model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import evaluate, read
from tools.validity.worlds.population import Population, one_model
from tools.validity.worlds.world import Outcomes, coverage, measure_names, seed_for, size_and_prevalence


@dataclass(frozen=True)
class Scored:
    """A population, the number of cases, the metrics and their true values."""

    population: Population
    n: int
    truths: dict[str, float]
    about: dict[str, Any]

    @classmethod
    def draw(
        cls, rng: np.random.Generator, metrics: tuple[str, ...], low: float = 20, high: float = 5000
    ) -> Scored:
        """A world at random."""
        n, prevalence = size_and_prevalence(rng, low, high)
        population, about = one_model(rng, prevalence)
        truths = {metric: population.truth(metric) for metric in metrics}
        return cls(population, n, truths, {"prevalence": round(float(population.chance.mean()), 4)} | about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | self.about | {k: round(v, 5) for k, v in self.truths.items()}

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric."""
        return measure_names("cover", self.truths)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, evaluated by the wanted metrics."""
        y, scores = self.population.draw(rng, self.n)
        metrics = [name for name in self.truths if f"cover:{name}" in wanted]
        answers = read(y, y_score=scores[0], positive=1, labels=[0, 1])
        made = evaluate(answers, metrics=metrics, rng=seed_for(rng))
        return {f"cover:{name}": coverage(made[name], self.truths[name]) for name in metrics}
