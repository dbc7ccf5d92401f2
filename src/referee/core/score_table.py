"""Scores of learners on datasets: one number per cell, with what is missing and why."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.layers_above import count_columns
from referee.core.noun import Noun
from referee.core.types import Better, Floats

DIGITS = 12


class ScoreTable(Noun, schema="score_table/1", eq=False):
    """One row per dataset, one column per learner, one score per cell; NaN where there is none.

    `better` says which end is good. `missing` names every empty cell as (dataset, learner, why). Scores that agree
    to 12 digits tie. `source` says where the scores came from.

    >>> table = ScoreTable("accuracy", "higher", ("iris", "wine"), ("a", "b"), [[0.9, 0.8], [0.7, 0.7]])
    >>> table.best("iris"), table.best("wine"), table.complete
    (('a',), ('a', 'b'), True)
    """

    metric: str
    better: Better
    datasets: tuple[str, ...]
    learners: tuple[str, ...]
    values: Floats
    missing: tuple[tuple[str, str, str], ...] = ()
    source: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        _check.choice("better", self.better, ("higher", "lower"))
        for field in ("datasets", "learners"):
            names = tuple(str(name) for name in getattr(self, field))
            object.__setattr__(self, field, names)
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                _check.fail(field, "have different names", f"{_format.quote(twice[0])} twice")
        values, shape = self.values, (len(self.datasets), len(self.learners))
        if values.shape != shape:
            rule = f"have shape {shape}, one row per dataset and one column per learner"
            _check.fail("values", rule, str(values.shape))
        endless = np.argwhere(np.isinf(values))
        if len(endless):
            i, j = endless[0]
            where = f"{values[i, j]} for {self.learners[j]!r} on {self.datasets[i]!r}"
            _check.fail("values", "be finite, or NaN where a score is missing", where)
        given = {(str(d), str(name)): str(why) for d, name, why in self.missing}
        empty = [(self.datasets[i], self.learners[j]) for i, j in np.argwhere(np.isnan(values)).tolist()]
        said = tuple((d, name, given.get((d, name), "no score")) for d, name in empty)
        object.__setattr__(self, "missing", said)

    def __repr__(self) -> str:
        gaps = f", {len(self.missing)} missing" if self.missing else ""
        return f"<ScoreTable of {self.metric}: {len(self.datasets)} datasets, {len(self.learners)} learners{gaps}>"

    @classmethod
    def from_file(cls, path: Any, **options: Any) -> ScoreTable:
        """The table of a CSV, Parquet, Arrow or JSON-lines file.

        The first column names the dataset, every other is a learner; an empty cell is a missing score. Options are
        metric, better, learners, leave_out, encoding and delimiter.
        """
        table: ScoreTable = count_columns("read_score_table", path, **options)
        return table

    @property
    def complete(self) -> bool:
        """Whether every learner has a score on every dataset."""
        return not self.missing

    @property
    def oriented(self) -> Floats:
        """The values turned so that more is better, rounded to 12 digits so that ties are ties."""
        scale = float(np.nanmax(np.abs(self.values), initial=0.0))
        places = DIGITS - (math.ceil(math.log10(scale)) if scale > 0 else 0)
        turned = self.values if self.better == "higher" else -self.values
        return np.asarray(np.round(turned, places) + 0.0)

    def column(self, learner: str) -> Floats:
        """The scores of a learner, turned so that more is better."""
        return np.asarray(self.oriented[:, self._place(learner)])

    def best(self, dataset: str) -> tuple[str, ...]:
        """The best learner of a dataset, or those that share the place."""
        row = self.oriented[self.datasets.index(dataset)]
        if np.isnan(row).all():
            return ()
        top = np.nanmax(row)
        return tuple(name for name, value in zip(self.learners, row.tolist(), strict=True) if value == top)

    def only(self, learners: Sequence[str]) -> ScoreTable:
        """The table of some learners, in the order given."""
        places = [self._place(name) for name in learners]
        kept = tuple(cell for cell in self.missing if cell[1] in learners)
        return replace(self, learners=tuple(learners), values=self.values[:, places], missing=kept)

    def rows(self) -> list[dict[str, Any]]:
        """One plain row for each dataset."""
        return [
            {"dataset": name, **dict(zip(self.learners, row, strict=True))}
            for name, row in zip(self.datasets, self.values.tolist(), strict=True)
        ]

    def _place(self, learner: str) -> int:
        if learner not in self.learners:
            known = _format.listing(self.learners, 20)
            _check.fail("learner", "be a column of the table", _format.quote(learner), f"They are {known}.")
        return self.learners.index(learner)
