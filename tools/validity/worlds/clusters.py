"""Cases in clusters, one model: labels and scores, `read(..., groups=...)`.

Clusters are of six types at random, each with its own share of positives and its own level of the scores; sizes are 1
to 20, and in half of the worlds the size depends on the type. Truths are those of all cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import expit

from referee import evaluate, read
from referee.core import Answers
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.population import TRUTHS, Population, log_odds, state_probabilities
from tools.validity.worlds.tables import called_table, truth_of
from tools.validity.worlds.world import (
    Family,
    Outcomes,
    coverage,
    log_uniform,
    measure_names,
    seed_for,
)

TYPES, KINDS, MOST = 6, 4000, 20


@dataclass(frozen=True)
class Clustered:
    """For each type of cluster its population and mean size; the number of clusters; the threshold."""

    types: tuple[Population, ...]
    sizes: tuple[int, ...]
    clusters: int
    cut: float
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator, *, null: bool | None = None) -> Clustered:
        """A world at random: 6 to 300 clusters, at least 4 cases of the class expected; of one model, or of two."""
        while True:
            clusters, prevalence = round(log_uniform(rng, 6, 300)), log_uniform(rng, 0.02, 0.5)
            largest = int(rng.integers(2, MOST + 1))
            if clusters * prevalence * (1 + largest) / 2 >= 4:
                break
        z, about = log_odds(rng, prevalence, TYPES * KINDS)
        said, z, more = state_probabilities(
            rng, z, str(rng.choice(["calibrated", "sharpened", "dulled", "noisy"]))
        )
        spread, shift = log_uniform(rng, 0.1, 3), log_uniform(rng, 0.1, 3)
        odds = np.log(said / (1 - said)).reshape(TYPES, KINDS)
        level, move = spread * rng.normal(size=(TYPES, 1)), shift * rng.normal(size=(TYPES, 1))
        chance, scores = expit(z.reshape(TYPES, KINDS) + level), expit(np.clip(odds + move, -13, 13))
        types = tuple(_models(rng, c, s, null) for c, s in zip(chance, scores, strict=True))
        informative = bool(rng.random() < 0.5)
        sizes = rng.integers(1, largest + 1, TYPES) if informative else np.full(TYPES, largest)
        cut = float(np.quantile(scores, 1 - min(0.9, prevalence * log_uniform(rng, 0.5, 2))))
        about |= {} if null is None else {"null": null}
        about |= more | {"between chances": spread, "between scores": shift, "sizes by type": informative}
        return cls(types, tuple(int(s) for s in sizes), clusters, cut, about | {"largest": list(map(int, sizes))})

    @cached_property
    def all_cases(self) -> Population:
        """All kinds of cases; a type counts by its mean size, (1 + s) / 2."""
        times = [size + 1 for size in self.sizes]
        chance = np.concatenate([np.tile(t.chance, k) for t, k in zip(self.types, times, strict=True)])
        scores = np.concatenate([np.tile(t.scores, k) for t, k in zip(self.types, times, strict=True)], axis=1)
        return Population(chance, scores)

    @cached_property
    def truths(self) -> dict[str, float]:
        """The true values of everything that has an interval by default."""
        (answers,) = self.sample(np.random.default_rng(0), 300)
        names = [m.name for m in evaluate(answers, rng=0).measures if m.name not in ("ks", "equal_error_rate")]
        return {name: self.truth(name) for name in names}

    def truth(self, name: str, model: int = 0) -> float:
        """The true value of a metric of scores, or of the classes that the threshold makes."""
        every = self.all_cases
        if name in TRUTHS:
            return every.truth(name, model)
        return truth_of(name, called_table(every.chance, every.scores[model] >= self.cut))

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        found = {"clusters": self.clusters, "prevalence": float(self.all_cases.chance.mean())}
        return round_facts(found | self.about)

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric."""
        return measure_names("cover", self.truths)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample of clusters, evaluated by the wanted metrics."""
        (answers,) = self.sample(rng)
        names = [name for name in self.truths if f"cover:{name}" in wanted]
        made = evaluate(answers, metrics=names, rng=seed_for(rng))
        return {f"cover:{name}": coverage(made[name], self.truths[name]) for name in names}

    def sample(self, rng: np.random.Generator, clusters: int | None = None) -> list[Answers]:
        """The answers of each model to the cases of some clusters; sizes are uniform from 1 to that of the type."""
        clusters = self.clusters if clusters is None else clusters
        kind = rng.integers(TYPES, size=clusters)
        size = rng.integers(1, np.array(self.sizes)[kind] + 1)
        groups = np.repeat(np.arange(clusters), size)
        of = kind[groups]
        chance = np.stack([t.chance for t in self.types])
        scores = np.stack([t.scores for t in self.types], axis=1)
        place = rng.integers(chance.shape[1], size=len(groups))
        y = (rng.random(len(groups)) < chance[of, place]).astype(int)
        known: Any = {"positive": 1, "labels": [0, 1], "groups": groups}
        return [read(y, (s >= self.cut).astype(int), s, **known) for s in scores[:, of, place]]


def _models(rng: np.random.Generator, chance: Any, scores: Any, null: bool | None) -> Population:
    """A type of cluster: one model, or two, which change places on half of the kinds where `null`."""
    if null is None:
        return Population(chance, scores[None])
    size = log_uniform(rng, 0.05, 2)
    odds = np.log(scores / (1 - scores)) + size * rng.normal(size=len(scores)) + size * rng.normal()
    both = np.stack([scores, expit(np.clip(odds, -13, 13))])
    if null:
        chance, both = np.concatenate([chance, chance]), np.concatenate([both, both[::-1]], axis=1)
    return Population(chance, both)


FAMILY = Family("clusters", "cases in clusters of 1 to 20", Clustered.draw)
