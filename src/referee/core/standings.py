"""What `rank` answers: which learner is best over many datasets, and from which it is not distinguished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee import _check
from referee.core.comparison import Comparison
from referee.core.finding import Finding
from referee.core.noun import Noun
from referee.core.pairwise import Match, Pairwise, RankDiagram, rank_diagram
from referee.core.score_table import ScoreTable
from referee.core.test_result import TestResult


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
