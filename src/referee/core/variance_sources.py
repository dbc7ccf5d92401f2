"""Where the variance of a measured error comes from."""

from __future__ import annotations

from referee.core.estimate import Estimate
from referee.core.noun import Noun


class VarianceSources(Noun, schema="variance_sources/1", eq=False):
    """The variance of one measured error, split among its sources, with the bias and variance of the learner beside.

    `shares` has one estimate per source (test cases, training cases, and the seed and the tuning of the learner where
    it has them), each the share of the `variance` of the error that one model of `trained` cases shows on `tested`
    cases. `bias`, `variance_up` and `variance_down` add up to the `error`: what the most frequent prediction gets
    wrong, what models get wrong beyond it, and what they get right in spite of it.
    """

    learner: str
    metric: str
    shares: tuple[Estimate, ...]
    variance: float
    error: float
    bias: float
    variance_up: float
    variance_down: float
    trained: int
    tested: int
    repeats: int
    fits: int
    level: float = 0.95
    seed: int = 0
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        first = max(self.shares, key=lambda share: share.value)
        return f"<VarianceSources of {self.learner}: {first.name} {first.value:.0%}>"

    def share(self, source: str) -> Estimate:
        """The share of a source by its name."""
        return next(share for share in self.shares if share.name == source)
