"""What the splits of a study say of two learners on each dataset: a difference with its variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from referee.core import ScoreTable, StudyResults, TestResult
from referee.core.types import Bools, Floats
from referee.inference.measured_size import measured_size
from referee.inference.random_effects import dataset_weights, random_effects
from referee.inference.t_paired import corrected_t
from referee.learners.per_split import per_split
from referee.metrics.registry import directed_metric
from referee.verbs.learner_tests import size_name

LEAST = 5
"""Datasets below which a mean over datasets is not judged."""


@dataclass(frozen=True, eq=False)
class SplitEffects:
    """The pairs of a family on the splits of every dataset, where the corrected t test of those holds its level."""

    results: StudyResults
    table: ScoreTable
    pairs: tuple[tuple[str, str], ...]

    @cached_property
    def runs(self) -> dict[tuple[str, str], Floats]:
        """The scores of each learner on the splits of each dataset, turned so that more is better."""
        measure, gaps = directed_metric(self.table.metric), {cell[:2] for cell in self.table.missing}
        cells = [(d, name) for d in self.table.datasets for name in self.table.learners if (d, name) not in gaps]
        return {cell: measure.sign * per_split(self.results.of(*cell), measure) for cell in cells}

    def _gap(self, dataset: str, a: str, b: str) -> tuple[float, float]:
        """The mean difference on one dataset and the variance that the corrected t test gives it."""
        x, y = self.runs[dataset, a], self.runs[dataset, b]
        both = np.isfinite(x) & np.isfinite(y)
        if both.sum() < 2:
            return float((x - y)[both].mean()), 0.0
        ratio = self.results.of(dataset, a).splits.test_train_ratio
        found = corrected_t(x[both], y[both], test_train_ratio=ratio)
        assert found.effect is not None
        return found.effect.value, found.details["se"] ** 2

    @cached_property
    def gaps(self) -> dict[tuple[str, str], tuple[Floats, Floats, Bools]]:
        """Differences and variances of each pair, and the datasets that have both."""
        out = {}
        for a, b in self.pairs:
            both = np.array([{(d, a), (d, b)} <= set(self.runs) for d in self.table.datasets])
            sets = [d for d, there in zip(self.table.datasets, both, strict=True) if there]
            y, v = np.array([self._gap(d, a, b) for d in sets]).reshape(-1, 2).T
            out[a, b] = y, v, both
        return out

    @cached_property
    def weights(self) -> Floats:
        """The weights of the datasets that have a score of every learner, shared by all pairs."""
        rows = [(y, v) for y, v, both in self.gaps.values() if both.all()]
        return dataset_weights(*zip(*rows, strict=True)) if rows else np.ones(0)

    def test(self, a: str, b: str, level: float) -> TestResult:
        """The mean over datasets, tested; a pair with datasets of its own has weights of its own."""
        y, v, both = self.gaps[a, b]
        weights = self.weights if both.all() else dataset_weights([y], [v])
        return random_effects(y, weights=weights, level=level)


def split_effects(results: Any, table: ScoreTable, pairs: Sequence[tuple[str, str]]) -> SplitEffects | None:
    """The effects of a study, or None: a bare table, too few datasets, or splits without a valid test.

    Which it is follows from the plan of the study and not from a score.
    """
    if not isinstance(results, StudyResults) or len(table.datasets) < LEAST:
        return None
    for dataset in table.datasets:
        splits = results.of(dataset, table.learners[0]).splits
        size = measured_size(size_name("corrected_t", splits)) if len(splits) > 1 else None
        if size is None or not size.tolerable:
            return None
    return SplitEffects(results, table, tuple(pairs))
