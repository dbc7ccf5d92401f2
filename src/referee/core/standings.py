"""Scores of learners on datasets, and what `rank` answers: who is best, and from whom it is not distinguished."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.comparison import Comparison
from referee.core.finding import Finding
from referee.core.layers_above import count_columns
from referee.core.noun import Noun
from referee.core.pairwise import Match, Pairwise, RankDiagram, rank_diagram
from referee.core.test_result import TestResult
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

    @cached_property
    def oriented(self) -> Floats:
        """The values turned so that more is better, rounded to 12 digits so that ties are ties."""
        scale = float(np.nanmax(np.abs(self.values), initial=0.0))
        places = DIGITS - (math.ceil(math.log10(scale)) if scale > 0 else 0)
        turned = self.values if self.better == "higher" else -self.values
        rounded = np.round(turned, places) + 0.0
        rounded.flags.writeable = False
        return np.asarray(rounded)

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


class Standings(Noun, schema="standings/1", eq=False):
    """Learners by average rank, the test of them all, the test of pairs that was run, and what is not distinguished.

    `overall` is Friedman's test with reversed orders (of two learners, Wilcoxon's). `pairwise` holds the average ranks
    and the p-values of the test named `test`; its `groups` are the bars of the diagram. `matches` are the pairs that
    were tested, with effect sizes; `beside` other tests of the two learners, or of all. `baselines` holds the scores of
    the simple learners that a study added, which are in no pair; `over_rule` has each learner against its majority
    rule, a family of its own by the test `over_rule_test`. `ranked_on` are the datasets that the ranks rest on:
    those with a score of every learner; `unranked` are learners without any score, and why. `per_dataset` compares
    learners on single datasets, where their splits are known.

    >>> from referee import rank
    >>> scores = {"svm": {"a": 0.9, "b": 0.8}, "tree": {"a": 0.8, "b": 0.7}, "bayes": {"a": 0.7, "b": 0.6}}
    >>> standings = rank(scores)
    >>> standings.order, standings.average_ranks["svm"], standings.groups
    (('svm', 'tree', 'bayes'), 1.0, (('svm', 'tree', 'bayes'),))
    """

    table: ScoreTable
    test: str
    overall: TestResult
    pairwise: Pairwise
    matches: tuple[Match, ...]
    sentence: str
    ranked_on: tuple[str, ...]
    beside: tuple[TestResult, ...] = ()
    baseline: str | None = None
    margin: float | None = None
    level: float = 0.95
    per_dataset: tuple[Comparison, ...] = ()
    findings: tuple[Finding, ...] = ()
    unranked: tuple[tuple[str, str], ...] = ()
    seed: int = 0
    version: str = ""
    needed_datasets: int | None = None
    baselines: ScoreTable | None = None
    over_rule: tuple[Match, ...] = ()
    over_rule_test: str = ""

    def __repr__(self) -> str:
        first = self.order[0]
        return f"<Standings of {len(self.order)} learners on {len(self.table.datasets)} datasets: {first} first>"

    def __iter__(self) -> Iterator[Match]:
        return iter(self.matches)

    def __getitem__(self, pair: tuple[str, str]) -> Match:
        for match in self.matches:
            if (match.a, match.b) == tuple(pair):
                return match
            if (match.b, match.a) == tuple(pair):
                return match.swap()
        known = ", ".join(f"({m.a!r}, {m.b!r})" for m in self.matches[:6])
        _check.fail("pair", "be two learners that were compared", _check.show_value(pair), f"Known: {known}.")

    @property
    def metric(self) -> str:
        """The metric that the learners are ranked by."""
        return self.table.metric

    @property
    def order(self) -> tuple[str, ...]:
        """The learners by average rank, the best first."""
        return self.pairwise.order

    @property
    def average_ranks(self) -> dict[str, float]:
        """The average rank of each learner, the best first."""
        ranks = dict(zip(self.pairwise.learners, self.pairwise.average_ranks, strict=True))
        return {name: ranks[name] for name in self.order}

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The learners that the test does not distinguish, the bars of the diagram."""
        return self.pairwise.groups

    @property
    def critical_difference(self) -> float | None:
        """The distance of average ranks that the test calls significant, where it has one."""
        return self.pairwise.critical_difference

    @property
    def diagram(self) -> RankDiagram:
        """The layout of the critical-difference diagram."""
        return rank_diagram(self.pairwise)

    @property
    def dropped(self) -> tuple[str, ...]:
        """The datasets that the ranks do not rest on, because a learner has no score there."""
        return tuple(name for name in self.table.datasets if name not in self.ranked_on)

    def rows(self) -> list[dict[str, Any]]:
        """One plain row for each pair that was tested."""
        return [
            {
                "a": m.a,
                "b": m.b,
                "n": m.n,
                "difference": m.difference.value,
                "low": None if m.difference.interval is None else m.difference.interval.low,
                "high": None if m.difference.interval is None else m.difference.interval.high,
                "p": m.test.p_value,
                "adjusted_p": m.adjusted_p,
                "wins": m.wins,
                "ties": m.ties,
                "losses": m.losses,
                "cliffs_delta": m.delta.value,
                **{size.name: size.value for size in m.sizes},
                "verdict": str(m.verdict),
            }
            for m in self.matches
        ]
