"""Differences on the same cases in clusters or with weights: `compare(a, b, metric=...)` with a margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import compare
from tools.validity.worlds.clusters import Clustered
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.paired import KINDS_OF_MEASURES, favouring, margin_of
from tools.validity.worlds.weights import Weighted
from tools.validity.worlds.world import Family, Outcomes, judge, measure_names, seed_for

SCORES = ("roc_auc", "average_precision", "lift", "brier_score", "log_loss")
LABELS = ("accuracy", "balanced_accuracy", "f1", "mcc", "precision", "sensitivity", "specificity")


@dataclass(frozen=True)
class Designed:
    """Clusters or weights with two models, true differences and margins."""

    world: Clustered | Weighted
    truths: dict[str, float]
    margins: dict[str, float | None]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Designed:
        """A world at random; a true null in half of them; two metrics of scores and two of classes."""
        kind: Any = Clustered if rng.random() < 0.5 else Weighted
        world = kind.draw(rng, null=bool(rng.random() < 0.5))
        names = [str(name) for of in (SCORES, LABELS) for name in rng.choice(of, 2, replace=False)]
        truths = {name: favouring(name, world.truth(name, 0) - world.truth(name, 1)) for name in names}
        return cls(world, truths, {name: margin_of(name, gap, rng) for name, gap in truths.items()})

    @property
    def route(self) -> str:
        """How the cases were sampled."""
        return "clusters" if isinstance(self.world, Clustered) else "weights"

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return self.world.facts | round_facts({f"d {name}": gap for name, gap in self.truths.items()})

    @property
    def measures(self) -> tuple[str, ...]:
        """Coverage, false verdicts and contradictions of each metric."""
        names = [f"{self.route}, {name}" for name in self.truths]
        return tuple(m for kind in KINDS_OF_MEASURES for m in measure_names(kind, names))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, compared by the wanted metrics."""
        a, b = self.world.sample(rng)
        seed = seed_for(rng)
        out: Outcomes = {}
        for name, truth in self.truths.items():
            ways = {kind: f"{kind}:{self.route}, {name}" for kind in KINDS_OF_MEASURES}
            if not wanted.isdisjoint(ways.values()):
                margin = self.margins[name]
                duel = compare(a, b, metric=name, margin=margin, rng=seed)
                out |= {ways[kind]: word for kind, word in judge(duel, truth, margin).items()}
        return {measure: word for measure, word in out.items() if measure in wanted}


FAMILY = Family("design_differences", "differences with clusters or weights, same cases", Designed.draw)
