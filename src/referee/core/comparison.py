"""What `compare` answers: is one model really better than another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from referee import _check
from referee.core.band import Band
from referee.core.curve import Curve
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.interval import Interval
from referee.core.joint import JointConfusion
from referee.core.noun import Noun
from referee.core.origin import Origin
from referee.core.region import Region
from referee.core.test_result import TestResult
from referee.core.verdict import Decision, Verdict


class Comparison(Noun, schema="comparison/2", eq=False):
    """Two models, one metric: the difference with its interval, the test that is its dual, and the verdict.

    `difference` is oriented so that a positive value favours model `a`. `test` leads; `beside` are tests of other
    nulls shown with it. `narrow` is the interval at 1 - 2 alpha, from which equivalence is read. `origin` says where
    the cases come from. `sentence` says the verdict in words, `needed_n` how many cases would settle an undecided one
    for the stated margin (None without a margin). `joint`, `curves`, `curve_difference`, `bands` and `region` are what
    a page draws; `baselines` are the values of rules that learn nothing; `looks` counts the looks at this test set.
    """

    a: str
    b: str
    metric: str
    value_a: Estimate
    value_b: Estimate
    difference: Estimate
    test: TestResult
    decision: Decision
    sentence: str
    origin: Origin
    narrow: Interval | None = None
    beside: tuple[TestResult, ...] = ()
    margin: float | None = None
    needed_n: int | None = None
    adjusted_p: float | None = None
    n: float = 0
    level: float = 0.95
    seed: int = 0
    findings: tuple[Finding, ...] = ()
    version: str = ""
    joint: JointConfusion | None = None
    curves: tuple[Curve, ...] = ()
    curve_difference: Band | None = None
    bands: tuple[Band, ...] = ()
    region: Region | None = None
    baselines: dict[str, float] = field(default_factory=dict)
    dataset: str = ""
    looks: int | None = None

    @property
    def verdict(self) -> Verdict:
        """BETTER, WORSE, EQUIVALENT or UNDECIDED, of `a` against `b`."""
        return self.decision.verdict

    def __repr__(self) -> str:
        return f"<Comparison {self.a} against {self.b}, {self.metric}: {self.verdict}>"


class Comparisons(Noun, schema="comparisons/1", eq=False):
    """Several comparisons read together, with simultaneous intervals and adjusted p-values.

    >>> # compare(...)["svm", "tree"].verdict
    """

    duels: tuple[Comparison, ...]
    metric: str
    family: str
    adjust: str
    level: float = 0.95
    baseline: str | None = None
    findings: tuple[Finding, ...] = ()

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.duels)

    def __len__(self) -> int:
        return len(self.duels)

    def __getitem__(self, pair: tuple[str, str]) -> Comparison:
        for duel in self.duels:
            if (duel.a, duel.b) == tuple(pair):
                return duel
        known = ", ".join(f"({d.a!r}, {d.b!r})" for d in self.duels[:6])
        _check.fail("pair", "be two models that were compared, in order", _check.written(pair), f"Known: {known}.")

    def __repr__(self) -> str:
        return f"<{len(self.duels)} comparisons by {self.metric}>"
