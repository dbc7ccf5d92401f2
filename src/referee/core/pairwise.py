"""Learners against each other over many datasets: families of tests, all pairs, their diagram, and matches of two."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

from referee import _check
from referee.core.estimate import Estimate, Interval
from referee.core.noun import Noun
from referee.core.test_result import TestResult, swap_estimate
from referee.core.verdict import Decision, Verdict


class Family(Noun, schema="family/1"):
    """A named family of p-values and their adjusted forms, in the order they were given.

    `name` says in words which tests belong together, `adjust` how they were adjusted and `controls` what that
    keeps below 1 - level: the chance of any false rejection, or the expected share of false ones.

    >>> Family("a against all", "holm", "any false rejection", ("a / b",), (0.02,), (0.02,)).significant()
    (True,)
    """

    name: str
    adjust: str
    controls: str
    labels: tuple[str, ...]
    p_values: tuple[float, ...]
    adjusted: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.p_values)

    def significant(self, level: float = 0.95) -> tuple[bool, ...]:
        """Which adjusted p-values are below 1 - level."""
        return tuple(p < 1 - level for p in self.adjusted)


class Pairwise(Noun, schema="pairwise/1"):
    """A matrix of p-values between learners, with their average ranks (1 is best).

    `adjusted` says whether the p-values already allow for the number of pairs. Where the method has one,
    `critical_difference` is the distance of average ranks that is significant at `level`. With a `baseline` only
    pairs with it were tested; the others are NaN.

    >>> pair = Pairwise("nemenyi", "equal ranks", ("a", "b"), (1.2, 1.8), ((1.0, 0.03), (0.03, 1.0)), 10, True)
    >>> pair.p("b", "a")
    0.03
    """

    name: str
    null: str
    learners: tuple[str, ...]
    average_ranks: tuple[float, ...]
    p_values: tuple[tuple[float, ...], ...]
    n: int
    adjusted: bool
    level: float = 0.95
    critical_difference: float | None = None
    errs: str = ""
    baseline: str | None = None

    def p(self, first: str, second: str) -> float:
        """The p-value of one pair."""
        return self.p_values[self.learners.index(first)][self.learners.index(second)]

    @property
    def order(self) -> tuple[str, ...]:
        """The learners by average rank, the best first; ties in the order of the table."""
        places = sorted(range(len(self.learners)), key=lambda i: self.average_ranks[i])
        return tuple(self.learners[i] for i in places)

    def distinguished(self, first: str, second: str) -> bool:
        """Whether the p-value of a pair is below 1 - level; False when the pair was not tested."""
        return self.p(first, second) < 1 - self.level

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The learners that are not distinguished, the bars of a critical-difference diagram.

        Two learners share a group exactly when this test does not distinguish them, and every two of a group do.
        With a baseline the one group is the baseline with those that are not distinguished from it. A learner that
        is distinguished from all others is in no group.

        >>> p = ((1.0, 0.2, 0.01), (0.2, 1.0, 0.3), (0.01, 0.3, 1.0))
        >>> Pairwise("-", "-", ("a", "b", "c"), (1.3, 2.0, 2.7), p, 10, True).groups
        (('a', 'b'), ('b', 'c'))
        """
        order = self.order
        if self.baseline is not None:
            alike = [n for n in order if n == self.baseline or not self.distinguished(n, self.baseline)]
            return (tuple(alike),) if len(alike) > 1 else ()
        size = len(order)
        alike_at = [[not self.distinguished(a, b) for b in order] for a in order]
        edges = sorted(
            ((i, j) for i in range(size) for j in range(i + 1, size) if alike_at[i][j]),
            key=lambda edge: (edge[0] - edge[1], edge),
        )
        covered: set[tuple[int, int]] = set()
        groups: list[tuple[int, ...]] = []
        for i, j in edges:
            if (i, j) in covered:
                continue
            members = [i, j]
            others = sorted((n for n in range(size) if n not in (i, j)), key=lambda n: abs(2 * n - i - j))
            for n in others:
                if all(alike_at[n][m] for m in members):
                    members.append(n)
            members.sort()
            covered |= {(a, b) for a in members for b in members if a < b}
            groups.append(tuple(members))
        return tuple(tuple(order[i] for i in members) for members in sorted(groups))


@dataclass(frozen=True)
class Mark:
    """A learner at its average rank; its label stands at one side, `row` lines below the bars (0 is the first)."""

    name: str
    rank: float
    side: Literal["left", "right"]
    row: int


@dataclass(frozen=True)
class Bar:
    """Learners that the test does not distinguish, from the rank of the first to that of the last, on a line.

    A bar may pass under a learner that is no member: only members have a dot on it.
    """

    members: tuple[str, ...]
    ranks: tuple[float, ...]
    row: int

    @property
    def low(self) -> float:
        """The rank at which it begins."""
        return min(self.ranks)

    @property
    def high(self) -> float:
        """The rank at which it ends."""
        return max(self.ranks)


@dataclass(frozen=True)
class RankDiagram:
    """An axis of ranks from `low` (the best) to `high`, marks below it, and bars between.

    `bar_rows` and `label_rows` are the numbers of lines that bars and labels take. `critical_difference` is the length
    of the ruler above the axis, None when the test has none.
    """

    low: int
    high: int
    marks: tuple[Mark, ...]
    bars: tuple[Bar, ...]
    critical_difference: float | None
    baseline: str | None

    @property
    def bar_rows(self) -> int:
        """The number of lines that bars take."""
        return 1 + max((bar.row for bar in self.bars), default=-1)

    @property
    def label_rows(self) -> int:
        """The number of lines that labels take."""
        return 1 + max((mark.row for mark in self.marks), default=-1)


def rank_diagram(pairs: Pairwise) -> RankDiagram:
    """Lay out the average ranks and the groups of a test of all pairs, or against a baseline.

    The better half has its labels at the left, the best on top, the others at the right, the worst on top, so that no
    line crosses another. Bars that would touch stand on different lines.

    >>> p = ((1.0, 0.2, 0.01), (0.2, 1.0, 0.3), (0.01, 0.3, 1.0))
    >>> diagram = rank_diagram(Pairwise("-", "-", ("a", "b", "c"), (1.3, 2.0, 2.7), p, 10, True))
    >>> [(m.name, m.side, m.row) for m in diagram.marks]
    [('a', 'left', 0), ('b', 'left', 1), ('c', 'right', 0)]
    >>> [(bar.low, bar.high, bar.row) for bar in diagram.bars]
    [(1.3, 2.0, 0), (2.0, 2.7, 1)]
    """
    order = _check.instance("pairs", pairs, Pairwise).order
    rank = dict(zip(pairs.learners, pairs.average_ranks, strict=True))
    half = (len(order) + 1) // 2
    marks = [Mark(name, rank[name], "left", row) for row, name in enumerate(order[:half])]
    marks += [Mark(name, rank[name], "right", row) for row, name in enumerate(reversed(order[half:]))]
    bars: list[Bar] = []
    ends: list[float] = []
    room = 0.03 * max(1, len(order) - 1)
    for group in pairs.groups:
        ranks = tuple(rank[name] for name in group)
        row = next((i for i, end in enumerate(ends) if end + room < min(ranks)), len(ends))
        ends[row : row + 1] = [max(ranks)]
        bars.append(Bar(group, ranks, row))
    return RankDiagram(1, len(order), tuple(marks), tuple(bars), pairs.critical_difference, pairs.baseline)


class Match(Noun, schema="match/1", eq=False):
    """How learner `a` does against `b` over the datasets on which both have a score.

    `difference` is the Hodges-Lehmann centre of the differences, or their weighted mean by random effects, positive
    where `a` is better, with its interval, simultaneous in a family. `test` is the test of this pair alone,
    `adjusted_p` the p-value of the test that was run, allowing for the number of pairs (None where nothing was
    adjusted). `wins`, `ties` and `losses` of `a` count datasets; `delta` is Cliff's delta, and `sizes` are Cohen's d,
    Hedges' g and Akinshin's gamma of the scores. `left_out` are the datasets on which one of the two has no
    score.

    >>> from referee import rank
    >>> svm, tree = ({name: score for score, name in enumerate("abcd", start)} for start in (1, 0))
    >>> rank({"svm": svm, "tree": tree}, rng=0)["tree", "svm"]
    <Match tree against svm on 4 datasets: undecided>
    """

    a: str
    b: str
    n: int
    difference: Estimate
    test: TestResult
    decision: Decision
    delta: Estimate
    wins: int
    ties: int
    losses: int
    adjusted_p: float | None = None
    margin: float | None = None
    left_out: tuple[str, ...] = ()
    sizes: tuple[Estimate, ...] = ()
    _narrow: Interval | None = None

    def __repr__(self) -> str:
        return f"<Match {self.a} against {self.b} on {self.n} datasets: {self.verdict}>"

    @property
    def verdict(self) -> Verdict:
        """BETTER, WORSE, EQUIVALENT or UNDECIDED, of `a` against `b`."""
        return self.decision.verdict

    @property
    def p(self) -> float:
        """The p-value to read: adjusted where it was, NaN where there is none."""
        p = self.test.p_value if self.adjusted_p is None else self.adjusted_p
        return math.nan if p is None else p

    def swap(self) -> Match:
        """The same match seen from the other learner."""
        sides = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
        effect = None if self.test.effect is None else swap_estimate(self.test.effect)
        details = dict(self.test.details)
        if {"r_plus", "r_minus"} <= set(details):
            details |= {"r_plus": details["r_minus"], "r_minus": details["r_plus"]}
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=swap_estimate(self.difference),
            test=replace(self.test, effect=effect, details=details),
            decision=replace(self.decision, verdict=sides.get(self.verdict, self.verdict)),
            delta=swap_estimate(self.delta),
            sizes=tuple(map(swap_estimate, self.sizes)),
            _narrow=swap_estimate(replace(self.difference, interval=self._narrow)).interval,
            wins=self.losses,
            losses=self.wins,
        )
