"""Slices that are like the rest: `evaluate_by` must call none of them different, in all but 5% of samples.

Slices are drawn without regard to truth and answer, so that every finding is false. Only the tests are measured:
`evaluate` of each slice, which the verb also does and which takes most of its time, is asked for one metric. Losses
take a second for ten slices, so they have at most 4 slices and 1,000 cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import numpy as np

from referee import evaluate, evaluate_by, read, read_slices
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.population import Population, one_model
from tools.validity.worlds.tables import rate_of
from tools.validity.worlds.world import (
    ERROR,
    FINE,
    UNDEFINED,
    Family,
    Outcomes,
    measure_names,
    note_answers,
    seed_for,
    size_and_prevalence,
)

LABEL_METRICS = ("accuracy", "sensitivity", "precision", "f1", "mcc")
LOSSES = ("brier_score", "log_loss")
SCORE_METRICS = ("roc_auc", "average_precision", *LOSSES)


@dataclass(frozen=True)
class Slices:
    """Answers or scores, and the shares of the slices."""

    n: int
    shares: Any
    rates: tuple[float, float, float]
    population: Population | None
    metric: str
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Slices:
        """A world at random: 2 to 20 slices, equal or not; accuracy, another label metric, or one of scores."""
        n, prevalence = size_and_prevalence(rng, 40)
        metric = str(rng.choice(["accuracy", str(rng.choice(LABEL_METRICS)), str(rng.choice(SCORE_METRICS))]))
        count = int(rng.integers(2, 21))
        if metric in LOSSES:
            count, n = int(rng.integers(2, 5)), min(n, 1000)
        shares = rng.dirichlet(np.full(count, rng.choice([0.5, 2.0, 100.0])))
        rates = (prevalence, rate_of(rng), rate_of(rng))
        about: dict[str, Any] = {"metric": metric, "slices": count, "prevalence": prevalence}
        about["expected cases"] = sorted((n * shares).round(1).tolist())
        population = None
        if metric in SCORE_METRICS:
            population, more = one_model(rng, prevalence)
            about |= more
        else:
            about |= {"sn": rates[1], "sp": rates[2]}
        return cls(n, shares, rates, population, metric, about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | round_facts(self.about)

    @property
    def measures(self) -> tuple[str, ...]:
        """A slice called different, and a simultaneous interval that does not hold 0."""
        return measure_names("family", (self.metric, f"interval of {self.metric}"))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, every slice against the rest."""
        y, columns = self._sample(rng)
        slice_of = rng.choice(len(self.shares), size=self.n, p=self.shares)
        if len(np.unique(slice_of)) < 2:
            return dict.fromkeys(wanted, UNDEFINED)
        answers = read(y, positive=1, labels=[0, 1], **columns)
        with one_metric(self.metric):
            made = evaluate_by(read_slices(answers, by={"slice": slice_of}), metric=self.metric, rng=seed_for(rng))
        intervals = [t.effect.interval for t in made.tests if t.effect is not None and t.effect.interval]
        note_answers(*(limit for interval in intervals for limit in (interval.low, interval.high)))
        off = any(interval.low > 1e-12 or interval.high < -1e-12 for interval in intervals)
        found = {f"family:{self.metric}": bool(made.different), f"family:interval of {self.metric}": off}
        return {measure: ERROR if wrong else FINE for measure, wrong in found.items() if measure in wanted}

    def _sample(self, rng: np.random.Generator) -> tuple[Any, dict[str, Any]]:
        if self.population is not None:
            y, scores = self.population.draw(rng, self.n)
            return y, {"y_score": scores[0]}
        prevalence, sensitivity, specificity = self.rates
        y = (rng.random(self.n) < prevalence).astype(int)
        said = rng.random(self.n) < np.where(y == 1, sensitivity, 1 - specificity)
        return y, {"y_pred": said.astype(int)}


@contextmanager
def one_metric(name: str) -> Iterator[None]:
    """`evaluate_by` evaluates each slice by one metric; its tests are not touched."""

    def short(answers: Any, *, level: float, rng: int, **_: Any) -> Any:
        return evaluate(answers, metrics=[name], level=level, rng=rng)

    with patch("referee.verbs.evaluate_by.evaluate", short):
        yield


FAMILY = Family("slices", "slices that are like the rest, family-wise", Slices.draw)
