"""A world with the scores of two models, on the same cases or on different ones."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import compare, metrics, read
from tools.validity.worlds.population import Population, two_models
from tools.validity.worlds.world import (
    Outcomes,
    judge,
    log_uniform,
    measure_names,
    seed_for,
    size_and_prevalence,
    size_of,
)

KINDS_OF_MEASURES = ("cover", "false", "dual")


@dataclass(frozen=True)
class Scores:
    """Two models, the number of cases (a second number where the cases differ), true differences and margins."""

    population: Population
    sizes: tuple[int, ...]
    truths: dict[str, float]
    margins: dict[str, float | None]
    about: dict[str, Any]

    @classmethod
    def draw(
        cls,
        rng: np.random.Generator,
        names: tuple[str, ...],
        *,
        apart: bool = False,
        low: float = 20,
        high: float = 5000,
    ) -> Scores:
        """A world at random; a true null in half of them. The margin is the true difference, so that it is a limit."""
        n, prevalence = size_and_prevalence(rng, low, high)
        null = bool(rng.random() < 0.5)
        population, about = two_models(rng, prevalence, null=null)
        sizes = (n, max(size_of(rng, low, high), math.ceil(2 / prevalence))) if apart else (n,)
        # NaN where both losses are infinite
        gaps = {name: population.truth(name, 0) - population.truth(name, 1) for name in names}
        truths = {name: favouring(name, gap) for name, gap in gaps.items()}
        margins = {name: margin_of(name, gap, rng) for name, gap in truths.items()}
        return cls(population, sizes, truths, margins, {"prevalence": round(prevalence, 4)} | about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        size = {"n": self.sizes[0]} if len(self.sizes) == 1 else {"n": list(self.sizes)}
        return size | self.about | {f"d {k}": round(v, 5) for k, v in self.truths.items()}

    @property
    def measures(self) -> tuple[str, ...]:
        """Coverage, false verdicts and contradictions of each metric."""
        return tuple(m for kind in KINDS_OF_MEASURES for m in measure_names(kind, self.truths))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, or one for each model, compared by the wanted metrics."""
        samples = [self.population.draw(rng, n) for n in self.sizes]
        (y, scores), (z, others) = samples[0], samples[-1]
        a = read(y, y_score=scores[0], positive=1, labels=[0, 1])
        b = read(z, y_score=others[1], positive=1, labels=[0, 1])
        seed = seed_for(rng)
        out: Outcomes = {}
        for name, truth in self.truths.items():
            if not any(f"{kind}:{name}" in wanted for kind in KINDS_OF_MEASURES):
                continue
            margin = self.margins[name]
            duel = compare(a, b, metric=name, margin=margin, independent=len(samples) > 1, rng=seed)
            out |= {f"{kind}:{name}": word for kind, word in judge(duel, truth, margin).items()}
        return {measure: word for measure, word in out.items() if measure in wanted}


def favouring(name: str, gap: float) -> float:
    """A true difference, positive where the first model is better; 0 exactly where the models are alike."""
    if abs(gap) < 1e-12:
        return 0.0
    return gap if metrics.get(name).better == "higher" else -gap


def margin_of(name: str, gap: float, rng: np.random.Generator) -> float | None:
    """The size of the true difference, or a random margin where there is none; None where no margin is allowed."""
    if not math.isfinite(gap):
        return None
    width = metrics.get(name).width
    margin = abs(gap) if gap else log_uniform(rng, 0.005, 0.1)
    return margin if 0 < margin < width else None
