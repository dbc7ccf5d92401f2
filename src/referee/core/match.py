"""Two learners over many datasets."""

from __future__ import annotations

import math
from dataclasses import replace

from referee.core.estimate import Estimate
from referee.core.noun import Noun
from referee.core.test_result import TestResult, turned_estimate
from referee.core.verdict import Decision, Verdict


class Match(Noun, schema="match/1", eq=False):
    """How learner `a` does against `b` over the datasets on which both have a score.

    `difference` is the Hodges-Lehmann centre of the differences, positive where `a` is better, with its interval,
    simultaneous in a family. `test` is Wilcoxon's test of this pair, `adjusted_p` the p-value of the test that
    was run, allowing for the number of pairs (None where nothing was adjusted). `wins`, `ties` and `losses` of
    `a` count datasets; `delta` is Cliff's delta. `left_out` are the datasets on which one of the two has no
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

    def turned(self) -> Match:
        """The same match seen from the other learner."""
        sides = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
        effect = None if self.test.effect is None else turned_estimate(self.test.effect)
        details = dict(self.test.details)
        if {"r_plus", "r_minus"} <= set(details):
            details |= {"r_plus": details["r_minus"], "r_minus": details["r_plus"]}
        return replace(
            self,
            a=self.b,
            b=self.a,
            difference=turned_estimate(self.difference),
            test=replace(self.test, effect=effect, details=details),
            decision=replace(self.decision, verdict=sides.get(self.verdict, self.verdict)),
            delta=turned_estimate(self.delta),
            wins=self.losses,
            losses=self.wins,
        )
