"""Populations of scored cases: a finite number of kinds, all equally frequent, so that every truth is a plain sum.

Each kind has a chance to be positive and a score by each model. A sample draws kinds with replacement and then the
class of each case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, logit, xlog1py, xlogy

from tools.validity.worlds.world import log_uniform

KINDS = 20_000
EDGE = 1e-6
SAID = (
    "calibrated",
    "sharpened",
    "dulled",
    "noisy",
    "heavy noise",
    "five values",
    "contaminated",
    "rounded",
    "sure",
)
"""How a model's probability comes from the log-odds of a case."""


@dataclass(frozen=True)
class Population:
    """Chances to be positive, one per kind, and scores, one row per model."""

    chance: Any
    scores: Any

    def draw(self, rng: np.random.Generator, n: int) -> tuple[Any, Any]:
        """Classes and scores (one row per model) of n fresh cases."""
        kind = rng.integers(len(self.chance), size=n)
        return (rng.random(n) < self.chance[kind]).astype(int), self.scores[:, kind]

    def truth(self, metric: str, model: int = 0) -> float:
        """The true value of a metric of one model."""
        return TRUTHS[metric](self.chance, self.scores[model])


def brier(chance: Any, score: Any) -> float:
    """The expected squared error."""
    return float(np.mean(chance * (1 - score) ** 2 + (1 - chance) * score**2))


def log_loss(chance: Any, score: Any) -> float:
    """The expected logarithmic loss; infinite where a stated 0 or 1 can be wrong."""
    return float(-np.mean(xlogy(chance, score) + xlog1py(1 - chance, -score)))


def brier_skill(chance: Any, score: Any) -> float:
    """The expected squared error beside that of the prevalence."""
    prevalence = float(chance.mean())
    return 1 - brier(chance, score) / (prevalence * (1 - prevalence))


def log_loss_skill(chance: Any, score: Any) -> float:
    """The expected logarithmic loss beside that of the prevalence."""
    return 1 - log_loss(chance, score) / log_loss(chance, np.full(len(chance), chance.mean()))


def _by_score(chance: Any, score: Any) -> tuple[Any, Any]:
    """Shares of positives and negatives at each distinct score, the highest first."""
    values, place = np.unique(-score, return_inverse=True)
    m = len(score)
    pos = np.bincount(place, weights=chance, minlength=len(values)) / m
    neg = np.bincount(place, weights=1 - chance, minlength=len(values)) / m
    return pos, neg


def area(chance: Any, score: Any) -> float:
    """The chance that a positive case has a higher score than a negative one; ties count half."""
    pos, neg = _by_score(chance, score)
    above = np.cumsum(pos) - pos
    return float((neg * (above + pos / 2)).sum() / (pos.sum() * neg.sum()))


def average_precision(chance: Any, score: Any) -> float:
    """The step area under the precision-recall curve."""
    pos, neg = _by_score(chance, score)
    hits = np.cumsum(pos)
    called = hits + np.cumsum(neg)
    return float((pos * hits / called).sum() / pos.sum())


def lift(chance: Any, score: Any, share: float = 0.1) -> float:
    """Precision in the top share over prevalence, ties at the cut in expectation."""
    pos, neg = _by_score(chance, score)
    here = pos + neg
    inside = np.clip((share - (np.cumsum(here) - here)) / here, 0, 1)
    return float((pos * inside).sum() / share / pos.sum())


TRUTHS = {
    "brier_score": brier,
    "log_loss": log_loss,
    "brier_skill": brier_skill,
    "log_loss_skill": log_loss_skill,
    "roc_auc": area,
    "gini": lambda chance, score: 2 * area(chance, score) - 1,
    "average_precision": average_precision,
    "lift": lift,
}


def log_odds(rng: np.random.Generator, prevalence: float, kinds: int) -> tuple[Any, dict[str, Any]]:
    """Log-odds of the kinds with this mean chance: normal, with heavy tails, or two heaps; sd .3 to 8."""
    shape = str(rng.choice(["normal", "t2", "heaps"]))
    spread = log_uniform(rng, 0.3, 8)
    z = rng.normal(size=kinds)
    if shape == "t2":
        z = np.clip(rng.standard_t(2, size=kinds), -30, 30)
    elif shape == "heaps":
        z = z / 2 + 2 * (rng.random(kinds) < prevalence)
    z = spread * z
    move = brentq(lambda c: float(expit(z + c).mean()) - prevalence, -2000, 2000)
    return z + move, {"odds": shape, "spread": round(spread, 3)}


def state_probabilities(rng: np.random.Generator, z: Any, how: str) -> tuple[Any, Any, dict[str, Any]]:
    """Probabilities that a model says, and the log-odds of the truth, which contamination changes."""
    facts: dict[str, Any] = {"said": how}
    logits = z
    if how in ("sharpened", "dulled"):
        slope = rng.uniform(1.2, 4) if how == "sharpened" else rng.uniform(0.2, 0.8)
        logits, facts["slope"] = slope * z + rng.normal(0, 0.5), round(slope, 3)
    elif how in ("noisy", "heavy noise"):
        size = log_uniform(rng, 0.2, 3)
        noise = rng.normal(size=len(z)) if how == "noisy" else rng.standard_t(2, size=len(z))
        logits, facts["noise"] = z + size * noise, round(size, 3)
    said = expit(np.clip(logits, logit(EDGE), -logit(EDGE)))
    if how == "five values":
        cuts = np.quantile(said, np.sort(rng.random(4)))
        values = np.sort(rng.uniform(0.02, 0.98, 5))
        said = values[np.searchsorted(cuts, said)]
    elif how == "rounded":
        said = np.clip(np.round(said, 2), 0.01, 0.99)
    elif how == "sure":
        # so many stated zeros that a sample shows them: where it does not, nobody can know that the loss is infinite
        share = rng.uniform(0.2, 0.6)
        said, facts["share"] = np.where(said <= np.quantile(said, share), 0.0, said), round(share, 3)
    elif how == "contaminated":
        share = log_uniform(rng, 0.001, 0.05)
        wrong = rng.random(len(z)) < share
        sure = rng.uniform(3, 9)
        side = np.where(rng.random(len(z)) < expit(z), -1.0, 1.0)
        said = np.where(wrong, expit(side * sure), said)
        z = np.where(wrong, -side * sure, z)
        facts |= {"share": round(share, 5), "sure": round(float(expit(sure)), 5)}
    return said, z, facts


def one_model(
    rng: np.random.Generator, prevalence: float, kinds: int = KINDS
) -> tuple[Population, dict[str, Any]]:
    """A population with the scores of one model."""
    z, facts = log_odds(rng, prevalence, kinds)
    said, z, more = state_probabilities(rng, z, str(rng.choice(SAID)))
    return Population(expit(z), said[None]), facts | more


def two_models(
    rng: np.random.Generator, prevalence: float, *, null: bool, kinds: int = KINDS
) -> tuple[Population, dict[str, Any]]:
    """A population with the scores of two models; where `null`, they change places on half of the kinds."""
    z, facts = log_odds(rng, prevalence, kinds)
    first, z, one = state_probabilities(rng, z, str(rng.choice(SAID)))
    second, z, two = state_probabilities(rng, z, str(rng.choice(SAID)))
    facts |= {"a": one, "b": two, "null": null}
    if rng.random() < 0.3:
        # the second model is the first with a little noise: most answers are shared
        size = log_uniform(rng, 0.01, 0.5)
        second = expit(np.clip(logit(np.clip(first, EDGE, 1 - EDGE)) + size * rng.normal(size=kinds), -13.8, 13.8))
        facts["b"] = {"said": "like a", "noise": round(size, 3)}
    chance, scores = expit(z), np.stack([first, second])
    if null:
        chance, scores = np.concatenate([chance, chance]), np.concatenate([scores, scores[::-1]], axis=1)
    return Population(chance, scores), facts
