"""The layout of a critical-difference diagram: where marks, labels and bars stand, for every view to draw the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee import _check
from referee.core.pairwise import Pairwise


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
    control: str | None

    @property
    def bar_rows(self) -> int:
        """The number of lines that bars take."""
        return 1 + max((bar.row for bar in self.bars), default=-1)

    @property
    def label_rows(self) -> int:
        """The number of lines that labels take."""
        return 1 + max((mark.row for mark in self.marks), default=-1)


def rank_diagram(pairs: Pairwise) -> RankDiagram:
    """Lay out the average ranks and the groups of a test of all pairs, or against a control.

    The better half has its labels at the left, the best on top, the others at the right, the worst on top, so that no
    line crosses another. Bars that would touch stand on different lines.

    >>> p = ((1.0, 0.2, 0.01), (0.2, 1.0, 0.3), (0.01, 0.3, 1.0))
    >>> diagram = rank_diagram(Pairwise("-", "-", ("a", "b", "c"), (1.3, 2.0, 2.7), p, 10, True))
    >>> [(m.name, m.side, m.row) for m in diagram.marks]
    [('a', 'left', 0), ('b', 'left', 1), ('c', 'right', 0)]
    >>> [(bar.low, bar.high, bar.row) for bar in diagram.bars]
    [(1.3, 2.0, 0), (2.0, 2.7, 1)]
    """
    order = _check.made("pairs", pairs, Pairwise).order
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
    return RankDiagram(1, len(order), tuple(marks), tuple(bars), pairs.critical_difference, pairs.control)
