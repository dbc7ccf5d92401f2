"""Every learner against every other, after a test of them all."""

from __future__ import annotations

from referee.core.noun import Noun


class Pairwise(Noun, schema="pairwise/1"):
    """A matrix of p-values between learners, with their average ranks (1 is best).

    `adjusted` says whether the p-values already allow for the number of pairs. Where the method has one,
    `critical_difference` is the distance of average ranks that is significant at `level`. With a `control` only
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
    control: str | None = None

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
        With a control the one group is the control with those that are not distinguished from it. A learner that
        is distinguished from all others is in no group.

        >>> p = ((1.0, 0.2, 0.01), (0.2, 1.0, 0.3), (0.01, 0.3, 1.0))
        >>> Pairwise("-", "-", ("a", "b", "c"), (1.3, 2.0, 2.7), p, 10, True).groups
        (('a', 'b'), ('b', 'c'))
        """
        order = self.order
        if self.control is not None:
            alike = [n for n in order if n == self.control or not self.distinguished(n, self.control)]
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
