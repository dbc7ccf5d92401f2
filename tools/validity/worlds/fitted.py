"""Datasets of two normal classes and a fast learner on them, with its exact error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr

from tools.validity.learners import BLOCK, BlockLearner
from tools.validity.worlds.world import log_uniform


@dataclass(frozen=True)
class Classes:
    """Cases, the share of the second class, how far the classes are apart in each of two blocks of features."""

    n: int
    share: float
    apart: tuple[float, float]
    kind: str

    @classmethod
    def draw(
        cls, rng: np.random.Generator, kinds: tuple[str, ...], *, low: float = 30, high: float = 400
    ) -> Classes:
        """At random; both blocks tell the classes apart equally well."""
        distance, share = float(rng.uniform(0, 3)), float(rng.uniform(0.15, 0.5))
        return cls(round(log_uniform(rng, low, high)), share, (distance, distance), str(rng.choice(kinds)))

    def dataset(self, rng: np.random.Generator) -> tuple[Any, Any]:
        """A dataset; the classes have their share as nearly as whole cases allow."""
        y = (np.arange(self.n) < round(self.share * self.n)).astype(int)
        X = rng.normal(size=(self.n, 2 * BLOCK))
        X[:, [0, BLOCK]] += np.array(self.apart) * y[:, None]
        return X, y

    def learner(self, block: int) -> BlockLearner:
        """The learner that sees one block."""
        return BlockLearner(self.kind, block)

    def error(self, X: Any, y: Any) -> float:
        """The exact error of the linear discriminant of the first block that these cases give."""
        model = self.learner(0).fit(X, y)
        w, cut = model.direction_, model.cut_
        size, share = float(np.sqrt(w @ w)), float(y.mean())
        false = ndtr(-cut / size)
        missed = ndtr((cut - self.apart[0] * w[0]) / size)
        return float((1 - share) * false + share * missed)
