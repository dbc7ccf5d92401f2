"""Every label metric of one model: `evaluate` of a table of two (in half of the worlds) to ten classes.

All metrics that `evaluate` gives by default are measured, and so are those of each class. Equal tables of a world are
evaluated once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from referee import ConfusionMatrix, evaluate
from referee.core import Evaluation
from tools.validity.worlds.tables import binary, classes, matrix_of, rate_of, truth_of
from tools.validity.worlds.world import (
    UNDEFINED,
    Family,
    Outcomes,
    coverage,
    measure_names,
    seed_for,
    size_and_prevalence,
    size_of,
)

MOST = 20_000
"""Different tables of a world that are remembered."""


@dataclass(frozen=True)
class Table:
    """Shares of truth and answer, the number of cases, and what else is said of the world."""

    shares: Any
    n: int
    about: dict[str, Any]
    seen: dict[bytes, Outcomes] = field(default_factory=dict)

    @classmethod
    def draw(cls, rng: np.random.Generator, low: float = 20, high: float = 5000) -> Table:
        """A world at random."""
        if rng.random() < 0.5:
            n, prevalence = size_and_prevalence(rng, low, high)
            sensitivity, specificity = rate_of(rng), rate_of(rng)
            about = {"classes": 2, "prevalence": prevalence, "sn": sensitivity, "sp": specificity}
            return cls(binary(prevalence, sensitivity, specificity), n, about)
        k = int(rng.integers(3, 11))
        shares, n = classes(rng, k), size_of(rng, low, high)
        about = {"classes": k, "shares": shares.sum(axis=1).tolist()}
        about["recalls"] = (np.diag(shares) / shares.sum(axis=1)).tolist()
        return cls(shares, n, about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | round_facts(self.about)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The metrics that have an interval by default, found on a table that has every cell."""
        table = np.ceil(1000 * self.shares).astype(int) + 1
        return tuple(m.name for m in evaluate(matrix_of(table), rng=0).measures if m.interval is not None)

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric, and of those of single classes."""
        more = () if len(self.shares) == 2 else measure_names("cover", (f"one class, {m}" for m in BY_CLASS))
        return measure_names("cover", self.names) + more

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One table, evaluated by everything, or by the wanted metrics where they are few."""
        k = len(self.shares)
        table = rng.multinomial(self.n, self.shares.ravel()).reshape(k, k)
        key = table.tobytes()
        if key not in self.seen:
            if len(self.seen) > MOST:
                self.seen.clear()
            self.seen[key] = self._outcomes(matrix_of(table), rng, wanted)
        return self.seen[key]

    def _outcomes(self, matrix: ConfusionMatrix, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        names = [name for name in self.names if f"cover:{name}" in wanted]
        one_class = any(measure.startswith("cover:one class") for measure in wanted)
        few = len(names) < len(self.names) and not one_class
        made = evaluate(matrix, metrics=names if few else None, rng=seed_for(rng))
        out = {f"cover:{name}": self._cover(made, name, matrix) for name in names}
        return out | self._by_class(made, rng, wanted)

    def _cover(self, made: Evaluation, name: str, matrix: ConfusionMatrix) -> str:
        if name not in {m.name for m in made.measures}:
            return UNDEFINED
        return coverage(made[name], truth_of(name, self.shares, matrix))

    def _by_class(self, made: Evaluation, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """The measures of one class at random."""
        if not made.by_class:
            return {}
        label, measures = made.by_class[int(rng.integers(len(made.by_class)))]
        i = made.labels.index(label)
        own, row, column = self.shares[i, i], self.shares[i].sum(), self.shares[:, i].sum()
        shares = np.array([[1 - row - column + own, column - own], [row - own, own]])
        found = {f"cover:one class, {m.name}": coverage(m, truth_of(m.name, shares)) for m in measures}
        return {measure: word for measure, word in found.items() if measure in wanted}


BY_CLASS = ("sensitivity", "precision", "f1", "specificity")


def round_facts(about: dict[str, Any]) -> dict[str, Any]:
    """Numbers of the facts with five digits."""
    short: dict[str, Any] = {}
    for key, value in about.items():
        if isinstance(value, list):
            short[key] = [round(v, 5) if isinstance(v, float) else v for v in value]
        else:
            short[key] = round(value, 5) if isinstance(value, float) else value
    return short


FAMILY = Family("labels", "label metrics of 2 to 10 classes", Table.draw)
