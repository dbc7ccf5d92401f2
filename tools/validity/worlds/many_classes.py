"""Scores of 3 to 10 classes, one model: `evaluate(y, y_score=...)` with a column per class.

A population of a few thousand kinds, each with its chance of every class and its stated probabilities; all truths are
sums over the kinds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import evaluate, read
from tools.validity.worlds.labels import round_facts
from tools.validity.worlds.population import area
from tools.validity.worlds.world import Family, Outcomes, coverage, log_uniform, measure_names, seed_for, size_of

KINDS = 2000
SAID = ("calibrated", "sharpened", "dulled", "noisy", "contaminated")


@dataclass(frozen=True)
class Classes:
    """Chances and stated probabilities, a row per kind and a column per class."""

    chance: Any
    said: Any
    n: int
    truths: dict[str, float]
    about: dict[str, Any]

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Classes:
        """A world at random."""
        k, n, how = int(rng.integers(3, 11)), size_of(rng), str(rng.choice(SAID))
        spread, base = log_uniform(rng, 0.3, 8), rng.normal(0, 0.7, k)
        logits = base + spread * rng.normal(size=(KINDS, k))
        chance = _softmax(logits)
        facts: dict[str, Any] = {"classes": k, "spread": spread, "said": how}
        if how in ("sharpened", "dulled"):
            facts["slope"] = rng.uniform(1.2, 4) if how == "sharpened" else rng.uniform(0.2, 0.8)
            logits = logits * facts["slope"]
        elif how == "noisy":
            facts["noise"] = log_uniform(rng, 0.2, 3)
            logits = logits + facts["noise"] * rng.normal(size=logits.shape)
        said = _softmax(np.clip(logits - logits.max(axis=1, keepdims=True), -13, 0))
        if how == "contaminated":
            facts["share"] = log_uniform(rng, 0.001, 0.05)
            wrong = rng.random(KINDS) < facts["share"]
            chance[wrong] = np.roll(said[wrong], 1, axis=1)
        facts["class shares"] = chance.mean(axis=0).tolist()
        return cls(chance, said, n, _truths(chance, said), facts)

    @property
    def facts(self) -> dict[str, Any]:
        """The parameters."""
        return {"n": self.n} | round_facts(self.about) | round_facts(dict(self.truths))

    @property
    def measures(self) -> tuple[str, ...]:
        """The coverage of each metric."""
        return measure_names("cover", self.truths)

    def run(self, rng: np.random.Generator, wanted: frozenset[str]) -> Outcomes:
        """One sample, evaluated by the wanted metrics."""
        kind = rng.integers(KINDS, size=self.n)
        steps = np.cumsum(self.chance[kind], axis=1)
        y = (rng.random((self.n, 1)) * steps[:, -1:] > steps).sum(axis=1)
        names = [name for name in self.truths if f"cover:{name}" in wanted]
        labels = list(range(self.chance.shape[1]))
        answers = read(y, y_score=self.said[kind], labels=labels)
        made = evaluate(answers, metrics=names, rng=seed_for(rng))
        return {f"cover:{name}": coverage(made[name], self.truths[name]) for name in names}


def _softmax(logits: Any) -> Any:
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def _truths(chance: Any, said: Any) -> dict[str, float]:
    """The true values, from sums over the kinds."""
    k = chance.shape[1]
    square = (said**2).sum(axis=1, keepdims=True)
    own = [_against(chance[:, i], 1 - chance[:, i], said[:, i]) for i in range(k)]
    pairs = [_against(chance[:, i], chance[:, j], said[:, i]) for i in range(k) for j in range(k) if i != j]
    shares = chance.mean(axis=0)
    order = np.argsort(-said, axis=1, kind="stable")[:, :2]
    return {
        "brier_score": float((chance * (square - 2 * said + 1)).sum(axis=1).mean()),
        "log_loss": float(-(chance * np.log(said)).sum(axis=1).mean()),
        "top_k_accuracy": float(np.take_along_axis(chance, order, axis=1).sum(axis=1).mean()),
        "ovr_auc": float(np.mean(own)),
        "provost_domingos": float(np.dot(own, shares)),
        "hand_till": float(np.mean(pairs)),
        "micro_auc": area(chance.ravel(), said.ravel()),
    }


def _against(one: Any, other: Any, score: Any) -> float:
    """The area of one class against another, from the shares of both at each score."""
    values, place = np.unique(-score, return_inverse=True)
    pos, neg = (np.bincount(place, weights=w, minlength=len(values)) for w in (one, other))
    above = np.cumsum(pos) - pos
    return float((neg * (above + pos / 2)).sum() / (pos.sum() * neg.sum()))


FAMILY = Family("many_classes", "scores of 3 to 10 classes", Classes.draw)
