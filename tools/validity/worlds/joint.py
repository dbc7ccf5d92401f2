"""A world with the predicted classes of two models, on the same cases or on different ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import compare, read
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.paired import KINDS_OF_MEASURES, favouring, margin_of
from tools.validity.worlds.tables import LABELS, matrix_of, truth_of
from tools.validity.worlds.world import (
    Outcomes,
    judge,
    log_uniform,
    measure_names,
    seed_for,
    size_and_prevalence,
    size_of,
)

BINARY = (
    "accuracy", "balanced_accuracy", "diagnostic_odds_ratio", "false_discovery_rate", "false_negative_rate",
    "false_omission_rate", "false_positive_rate", "f1", "g_mean", "jaccard", "kappa", "positive_likelihood_ratio",
    "negative_likelihood_ratio", "markedness", "mcc", "negative_predictive_value", "precision", "sensitivity",
    "specificity", "weighted_accuracy", "youden_j",
)  # fmt: skip
MANY = (
    "accuracy", "balanced_accuracy", "f1_macro", "precision_macro", "f1_weighted", "jaccard_macro", "kappa", "mcc",
    "g_mean",
)  # fmt: skip
EACH = 5
"""Metrics that one world tries, at random: a comparison takes 10 to 60 milliseconds."""


@dataclass(frozen=True)
class Labels:
    """Shares of truth and the answers of two models, sizes, true differences and margins."""

    shares: Any
    sizes: tuple[int, ...]
    truths: dict[str, float]
    margins: dict[str, float | None]
    about: dict[str, Any]

    @classmethod
    def draw(
        cls,
        rng: np.random.Generator,
        *,
        apart: bool = False,
        low: float = 20,
        high: float = 5000,
    ) -> Labels:
        """A world at random; a true null, where the two models can change places, in half of them."""
        null, two = bool(rng.random() < 0.5), bool(rng.random() < 0.7)
        n, prevalence = size_and_prevalence(rng, low, high)
        k = 2 if two else int(rng.integers(3, 7))
        classes = np.array([1 - prevalence, prevalence]) if two else _class_shares(rng, k)
        shares = np.stack([share * answers(rng, t, k, null=null) for t, share in enumerate(classes)])
        sizes = (n, max(size_of(rng, low, high), round(2 / classes.min()))) if apart else (n,)
        names = [str(name) for name in rng.choice(BINARY if two else MANY, EACH, replace=False)]
        tables = shares.sum(axis=2), shares.sum(axis=1)
        truths = {name: favouring(name, truth_of(name, tables[0]) - truth_of(name, tables[1])) for name in names}
        margins = {name: margin_of(name, gap, rng) for name, gap in truths.items()}
        about: dict[str, Any] = {"classes": classes.tolist(), "null": null}
        for who, table in zip("ab", tables, strict=True):
            about[f"recalls {who}"] = (np.diag(table) / classes).tolist()
        about["disagree"] = float(shares.sum(axis=0)[~np.eye(k, dtype=bool)].sum())
        return cls(shares, sizes, truths, margins, about)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        size = {"n": self.sizes[0]} if len(self.sizes) == 1 else {"n": list(self.sizes)}
        return (
            size | round_facts(self.about) | round_facts({f"d {name}": gap for name, gap in self.truths.items()})
        )

    @property
    def measures(self) -> tuple[str, ...]:
        """Coverage, false verdicts and contradictions of each metric."""
        return tuple(m for kind in KINDS_OF_MEASURES for m in measure_names(kind, self.truths))

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, or one for each model, compared by the wanted metrics."""
        tables = [rng.multinomial(n, self.shares.ravel()).reshape(self.shares.shape) for n in self.sizes]
        seed, pair, apart = seed_for(rng), self._models(tables), len(tables) == 2
        out: Outcomes = {}
        for name, truth in self.truths.items():
            if any(f"{kind}:{name}" in wanted for kind in KINDS_OF_MEASURES):
                margin = self.margins[name]
                duel = compare(*pair, metric=name, margin=margin, independent=apart, rng=seed)
                out |= {f"{kind}:{name}": word for kind, word in judge(duel, truth, margin).items()}
        return {measure: word for measure, word in out.items() if measure in wanted}

    def _models(self, tables: list[Any]) -> tuple[Any, Any]:
        """Both models: their tables where the cases differ, else their answers to the same cases."""
        if len(tables) == 2:
            return matrix_of(tables[0].sum(axis=2)), matrix_of(tables[1].sum(axis=1))
        k = len(self.shares)
        labels: Any = np.array([0, 1]) if k == 2 else np.array(LABELS[:k])
        truth, *columns = [labels[np.repeat(place.ravel(), tables[0].ravel())] for place in np.indices((k, k, k))]
        known: Any = {"labels": labels.tolist(), "positive": 1 if k == 2 else None}
        first, second = (read(truth, column, **known) for column in columns)
        return first, second


def answers(rng: np.random.Generator, t: int, k: int, *, null: bool) -> Any:
    """How often two models give each pair of answers to cases of class t: both are right in most of them."""
    out = rng.dirichlet(np.full(k * k, rng.choice([0.3, 1.0]))).reshape(k, k)
    out[t, t] = 0
    if k == 2 and not null and rng.random() < 0.3:
        out = np.triu(out) if rng.random() < 0.5 else np.tril(out)  # one model is never the only one to be wrong
    out *= log_uniform(rng, 0.002, 0.6) / max(out.sum(), 1e-12)
    out[t, t] = 1 - out.sum()
    return (out + out.T) / 2 if null else out


def _class_shares(rng: np.random.Generator, k: int) -> Any:
    while True:
        shares = rng.dirichlet(np.full(k, 2.0))
        if shares.min() >= 0.03:
            return shares
