"""A learner against chance."""

from __future__ import annotations

from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.test_result import TestResult


class AgainstChance(Noun, schema="against_chance/1", eq=False):
    """Whether a learner finds anything: three tests of three nulls, and the score beside those of simple rules.

    `training_labels` permutes the labels of the training parts and scores on true test labels; `all_labels` permutes
    every label before splitting; `chi2` looks at the pooled confusion matrix. `test` leads. `null_training` and
    `null_all` are the scores on permuted labels that the two permutation tests drew.
    """

    metric: str
    score: Estimate
    baselines: tuple[Estimate, ...]
    all_labels: TestResult
    training_labels: TestResult
    chi2: TestResult | None
    sentence: str
    fits: int
    seed: int
    null_all: tuple[float, ...] = ()
    null_training: tuple[float, ...] = ()

    @property
    def test(self) -> TestResult:
        """The leading test: all labels permuted, the only one with a level that is exact."""
        return self.all_labels

    def __repr__(self) -> str:
        return f"<AgainstChance by {self.metric}: {self.sentence}>"
