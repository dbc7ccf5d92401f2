"""Rules that hold on any data, over all routes: p against interval, order of the models, order of rows, names.

Every run draws a metric, a way of sampling (cases, clusters, weights) and whether the models share their cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import compare, evaluate, read
from referee.core import Comparison, Evaluation
from tools.validity.worlds.joint import BINARY
from tools.validity.worlds.population import Population, two_models
from tools.validity.worlds.world import (
    ERROR,
    FINE,
    Family,
    Outcomes,
    dual,
    measure_names,
    note_answers,
    seed_for,
    size_and_prevalence,
)

SCORES = ("roc_auc", "average_precision", "lift", "brier_score", "log_loss")
ROUTES = ("cases", "weights", "clusters", "apart")
CHECKS = (
    "p against interval",
    "models change places",
    "rows in another order",
    "classes renamed",
    "weights times 7",
    "same model twice",
    "value inside interval",
)
CLOSE = 1e-6


@dataclass(frozen=True)
class Ruled:
    """Two models on a few hundred cases."""

    population: Population
    n: int
    route: str
    metric: str
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Ruled:
        """A world at random."""
        n, prevalence = size_and_prevalence(rng, 20, 500)
        population, about = two_models(rng, prevalence, null=bool(rng.random() < 0.5), kinds=2000)
        metric = str(rng.choice(SCORES if rng.random() < 0.5 else BINARY))
        return cls(population, n, str(rng.choice(ROUTES)), metric, {"prevalence": round(prevalence, 4)} | about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n, "route": self.route, "metric": self.metric} | self.about

    @property
    def measures(self) -> tuple[str, ...]:
        """One for each rule that this route can break."""
        return measure_names("rule", (f"{check}, {self.route}" for check in CHECKS if self._applies(check)))

    def _applies(self, check: str) -> bool:
        if check == "weights times 7":
            return self.route == "weights"
        return not (self.route == "apart" and check == "same model twice")

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, asked in several ways."""
        rows = rows_of(self.population, self.n, self.route, rng)
        seed, order = seed_for(rng), rng.permutation(self.n)
        found = self._checks(rows, order, seed)
        named_so = {f"rule:{check}, {self.route}": ok for check, ok in found.items()}
        return {measure: FINE if ok else ERROR for measure, ok in named_so.items() if measure in wanted}

    def _checks(self, rows: Rows, order: Any, seed: int) -> dict[str, bool]:
        duel, back = self._duel(rows, seed), self._duel(rows.swap(), seed)
        note_answers(*_numbers(duel))
        out = {
            "p against interval": dual(duel) == FINE,
            "models change places": mirrored(duel, back),
            "rows in another order": _same(_numbers(duel), _numbers(self._duel(rows.take(order), seed))),
            "classes renamed": _same(_numbers(duel), _numbers(self._duel(rows, seed, ("no", "yes")))),
        }
        if self.route == "weights":
            out["weights times 7"] = _same(_numbers(duel), _numbers(self._duel(rows.heavier(), seed)))
        if self.route != "apart":
            out["same model twice"] = self._alike(rows, seed)
        made = self._evaluation(rows, seed)[self.metric]
        inside = made.interval is None or made.interval.low - CLOSE <= made.value <= made.interval.high + CLOSE
        out["value inside interval"] = bool(inside)
        return out

    def _duel(self, rows: Rows, seed: int, labels: tuple[Any, Any] = (0, 1)) -> Comparison:
        a, b = rows.read(labels)
        return compare(a, b, metric=self.metric, independent=self.route == "apart", rng=seed)

    def _alike(self, rows: Rows, seed: int) -> bool:
        """A model compared with itself: p is 1, or the test says why there is none."""
        a, _ = rows.read((0, 1))
        test = compare(a, a, metric=self.metric, rng=seed).test
        return test.p_value == 1 or (math.isnan(test.p_value) and bool(test.inapplicable))

    def _evaluation(self, rows: Rows, seed: int) -> Evaluation:
        return evaluate(rows.read((0, 1))[0], metrics=[self.metric], rng=seed)


@dataclass(frozen=True)
class Rows:
    """The rows of two models, and the weights or clusters that they share."""

    y: Any
    a: Any
    z: Any
    b: Any
    design: dict[str, Any]

    def swap(self) -> Rows:
        """The models in the other order."""
        return Rows(self.z, self.b, self.y, self.a, self.design)

    def take(self, order: Any) -> Rows:
        """The rows in another order."""
        design = {name: column[order] for name, column in self.design.items()}
        return Rows(self.y[order], self.a[order], self.z[order], self.b[order], design)

    def heavier(self) -> Rows:
        """All weights times 7."""
        return Rows(self.y, self.a, self.z, self.b, {name: 7 * w for name, w in self.design.items()})

    def read(self, labels: tuple[Any, Any]) -> list[Any]:
        """The answers of both models, with these names of the classes."""
        names = np.array(labels)
        known: Any = {"positive": labels[1], "labels": list(labels)} | self.design
        pairs = ((self.y, self.a), (self.z, self.b))
        return [read(names[y], names[(s >= 0.5).astype(int)], s, **known) for y, s in pairs]


def rows_of(population: Population, n: int, route: str, rng: np.random.Generator) -> Rows:
    """A sample of n cases, of each model its own where the route is apart; with weights or clusters as it asks."""
    y, scores = population.draw(rng, n)
    z, others = (y, scores) if route != "apart" else population.draw(rng, n)
    design: dict[str, Any] = {}
    if route == "weights":
        design = {"weights": rng.lognormal(0, 1, n)}
    elif route == "clusters":
        design = {"groups": rng.integers(max(7, n // 5), size=n)}
    return Rows(y, scores[0], z, others[1], design)


def mirrored(duel: Comparison, back: Comparison) -> bool:
    """Whether exchanging the models turns the difference and its limits, and keeps p."""
    return _same(_numbers(duel), _numbers(back, -1))


def _numbers(duel: Comparison, sign: int = 1) -> list[float]:
    """Difference, limits and p; of models that changed places when the sign is -1."""
    interval = duel.difference.interval
    limits = [math.nan, math.nan] if interval is None else [sign * interval.low, sign * interval.high][::sign]
    return [sign * duel.difference.value, *limits, duel.test.p_value]


def _same(one: list[float], two: list[float]) -> bool:
    return bool(np.allclose(one, two, rtol=CLOSE, atol=CLOSE, equal_nan=True))


FAMILY = Family("rules", "rules that hold on any data", Ruled.draw)
