"""How a study of a learner runs it, as its caller asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.core.results import Results
from referee.core.splits import Splits
from referee.core.types import Label
from referee.metrics.metric import Metric
from referee.resampling.run_learner import run_to_the_end


@dataclass(frozen=True)
class Running:
    """What every run of a study shares: what is measured, the seed, and the options that are passed through."""

    measure: Metric
    seed: int
    positive: Label | None = None
    n_jobs: int = 1
    progress: bool | None = None
    sampler: Any = None

    def __call__(self, learner: Any, X: Any, y: Any, splits: Splits, **options: Any) -> Results:
        """A run to the end; `options` go before its own."""
        own = {"scores": self.measure.by_scores, "positive": self.positive, "sampler": self.sampler}
        own |= {"rng": self.seed, "n_jobs": self.n_jobs, "progress": self.progress}
        return run_to_the_end(learner, X, y, splits, **{**own, **options})
