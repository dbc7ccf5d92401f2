"""Label metrics at a stated prevalence: `evaluate(matrix, prevalence=...)`.

The test set has another prevalence than the use; within each class its cases are like those in use. The prevalence in
use is stated as a number, or as an interval that holds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee import evaluate
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.tables import binary, matrix_of, rate_of, truth_of
from tools.validity.worlds.world import (
    Family,
    Outcomes,
    coverage,
    log_uniform,
    measure_names,
    seed_for,
    size_and_prevalence,
)


@dataclass(frozen=True)
class InUse:
    """Shares in the test set, shares in use, cases, and what is stated."""

    tested: Any
    used: Any
    n: int
    stated: float | tuple[float, float]
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> InUse:
        """A world at random: prevalence in use from .001 to .5, log-uniform."""
        n, prevalence = size_and_prevalence(rng)
        sensitivity, specificity, use = rate_of(rng), rate_of(rng), log_uniform(rng, 0.001, 0.5)
        stated: float | tuple[float, float] = use
        if rng.random() < 0.2:
            stated = (use * rng.uniform(0.5, 1), min(0.9, use * rng.uniform(1, 2)))
        about: dict[str, Any] = {"prevalence": prevalence, "sn": sensitivity, "sp": specificity, "in use": use}
        about |= {} if isinstance(stated, float) else {"stated": list(stated)}
        tested, used = (binary(p, sensitivity, specificity) for p in (prevalence, use))
        return cls(tested, used, n, stated, about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | round_facts(self.about)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The metrics that have an interval by default."""
        table = np.ceil(1000 * self.tested).astype(int) + 1
        made = evaluate(matrix_of(table), prevalence=self.stated, rng=0)
        return tuple(m.name for m in made.measures if m.interval is not None)

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric."""
        return measure_names("cover", self.names)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One table, evaluated by the wanted metrics."""
        table = rng.multinomial(self.n, self.tested.ravel()).reshape(2, 2)
        names = [name for name in self.names if f"cover:{name}" in wanted]
        made = evaluate(matrix_of(table), metrics=names, prevalence=self.stated, rng=seed_for(rng))
        return {f"cover:{name}": coverage(made[name], truth_of(name, self.used)) for name in names}


FAMILY = Family("prevalence", "label metrics at a stated prevalence", InUse.draw)
