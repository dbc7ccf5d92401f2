"""What `evaluate_by` answers: a model on each slice of its cases, and which slices differ from the rest."""

from __future__ import annotations

from typing import Any

from referee import _check
from referee.core.evaluation import Evaluation
from referee.core.noun import Noun
from referee.core.test_result import TestResult
from referee.core.types import Label


class Slices(Noun, schema="slices/1", eq=False):
    """Evaluations of the whole and of each slice, and the test of each slice against the rest by one metric.

    `keys` are the values of the columns `by`. `adjusted` are the p-values of `tests`, adjusted for their number, so
    that the chance of naming any slice when none differs stays below 1 - level. Differences are slice minus rest.
    """

    by: tuple[str, ...]
    whole: Evaluation
    keys: tuple[tuple[Label, ...], ...]
    evaluations: tuple[Evaluation, ...]
    metric: str
    tests: tuple[TestResult, ...]
    adjusted: tuple[float, ...]
    procedure: str = "holm"
    level: float = 0.95

    def __repr__(self) -> str:
        found = f"{len(self.keys)} slices, {len(self.different)} differ by {self.metric}"
        return f"<Slices by {', '.join(self.by)}: {found}>"

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, key: Any) -> Evaluation:
        wanted = key if isinstance(key, tuple) else (key,)
        if wanted not in self.keys:
            known = [k[0] if len(k) == 1 else k for k in self.keys[:20]]
            _check.fail(
                "slice", "be one that was met", _check.written(key), f"Known: {', '.join(map(repr, known))}."
            )
        return self.evaluations[self.keys.index(wanted)]

    @property
    def different(self) -> tuple[tuple[Label, ...], ...]:
        """The slices whose adjusted p-value is below 1 - level, the surest first."""
        order = sorted(range(len(self.keys)), key=lambda i: (self.adjusted[i], self.tests[i].p_value))
        return tuple(self.keys[i] for i in order if self.adjusted[i] < 1 - self.level)

    def rows(self) -> list[dict[str, Any]]:
        """One plain row for each slice and measure."""
        out = []
        for key, evaluation in zip(self.keys, self.evaluations, strict=True):
            named = dict(zip(self.by, key, strict=True))
            out += [{**named, "cases": evaluation.n, **row} for row in evaluation.rows()]
        return out
