"""Weighted cases of one model: labels and scores, with weights that do not know the answer, and with weights that do.

Weights are log-normal and independent of the case; or all alerts were checked and a share of the rest, each with the
inverse of its chance to be checked; or the positive and the negative cases were taken at different rates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee import evaluate, read
from referee.core import Answers
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.population import TRUTHS, Population, one_model, two_models
from tools.validity.worlds.tables import called_table, truth_of
from tools.validity.worlds.world import (
    Family,
    Outcomes,
    coverage,
    log_uniform,
    measure_names,
    seed_for,
    size_and_prevalence,
)

ROUNDS = 50
"""Times that more cases are drawn until enough were checked."""


@dataclass(frozen=True)
class Weighted:
    """A population, a threshold that makes alerts, the number of cases checked, and how they were taken."""

    population: Population
    n: int
    cut: float
    how: str
    size: float
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator, *, null: bool | None = None) -> Weighted:
        """A world at random: of one model, or of two that are equally good or not."""
        n, prevalence = size_and_prevalence(rng, 30)
        population, about = one_model(rng, prevalence) if null is None else two_models(rng, prevalence, null=null)
        scores = population.scores[0]
        alerts = log_uniform(rng, 0.5, 3) * prevalence
        cut = float(np.quantile(scores, 1 - min(0.9, alerts)))
        how = str(rng.choice(["independent", "by answer", "by answer", "by truth"]))
        size = float(rng.uniform(0.2, 1.5)) if how == "independent" else log_uniform(rng, 0.02, 0.5)
        alert = float((scores >= cut).mean())
        about = {"prevalence": prevalence, "alerts": alert, "weights": how, "size": size} | about
        return cls(population, n, cut, how, size, about)

    def truth(self, name: str, model: int = 0) -> float:
        """The true value of a metric of scores, or of the classes that the threshold makes."""
        if name in TRUTHS:
            return self.population.truth(name, model)
        return truth_of(name, called_table(self.population.chance, self.population.scores[model] >= self.cut))

    @cached_property
    def truths(self) -> dict[str, float]:
        """The true values of everything that has an interval by default."""
        (answers,) = self.sample(np.random.default_rng(0), 2000)
        names = [m.name for m in evaluate(answers, rng=0).measures if m.name not in ("ks", "equal_error_rate")]
        return {name: self.truth(name) for name in names}

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | round_facts(self.about)

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric."""
        return measure_names("cover", self.truths)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One weighted sample, evaluated by the wanted metrics."""
        (answers,) = self.sample(rng, self.n)
        names = [name for name in self.truths if f"cover:{name}" in wanted]
        made = evaluate(answers, metrics=names, rng=seed_for(rng))
        return {f"cover:{name}": coverage(made[name], self.truths[name]) for name in names}

    def sample(self, rng: np.random.Generator, n: int | None = None) -> list[Answers]:
        """The answers of each model to the first n cases that were taken."""
        n = self.n if n is None else n
        parts: list[tuple[Any, Any, Any]] = []
        count = 0
        for _ in range(ROUNDS):
            y, scores = self.population.draw(rng, max(4 * n, 200))
            chance = self._chance(y, scores[0])
            taken = rng.random(len(y)) < chance
            parts.append((y[taken], scores[:, taken], chance[taken]))
            count += int(taken.sum())
            if count >= n:
                break
        y, scores, chance = (np.concatenate(c, axis=-1)[..., :n] for c in zip(*parts, strict=True))
        weights = rng.lognormal(0, self.size, len(y)) if self.how == "independent" else 1 / chance
        known: Any = {"positive": 1, "labels": [0, 1], "weights": weights}
        return [read(y, (s >= self.cut).astype(int), s, **known) for s in scores]

    def _chance(self, y: Any, scores: Any) -> Any:
        """The chance of each case to be taken."""
        if self.how == "independent":
            return np.ones(len(y))
        return np.where(scores >= self.cut if self.how == "by answer" else y == 1, 1.0, self.size)


FAMILY = Family("weights", "weighted cases, weights of both kinds", Weighted.draw)
