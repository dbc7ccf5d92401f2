"""What `compare` answers, and where two models disagree; and what `where_better` and `gate` make of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

import numpy as np

from referee import _check
from referee.core.curve import Band, Curve
from referee.core.estimate import Estimate, Interval
from referee.core.feature_column import FeatureColumn
from referee.core.finding import Finding
from referee.core.joint import JointConfusion
from referee.core.noun import Noun
from referee.core.test_result import TestResult
from referee.core.types import Floats, Label
from referee.core.verdict import Decision, Verdict, decide


class Region(Noun, schema="region/1", eq=False):
    """The advantage of model `a` over `b` in normalised expected cost, against the probability-cost.

    `probability_cost` is p c_FN / (p c_FN + (1 - p) c_FP), p the prevalence: it holds all that prevalence and costs
    have to say. `advantage` is the cost of `b` less that of `a` there, with pointwise limits `low` and `high`.
    """

    a: str
    b: str
    probability_cost: Floats
    advantage: Floats
    low: Floats
    high: Floats
    level: float
    method: str

    @property
    def verdicts(self) -> list[str]:
        """The verdict at each probability-cost: "better", "worse" or "undecided"."""
        return _words(self.low, self.high)

    def ranges(self) -> list[tuple[float, float, str]]:
        """Stretches of probability-cost with one verdict: (from, to, verdict)."""
        out: list[tuple[float, float, str]] = []
        for x, word in zip(self.probability_cost.tolist(), self.verdicts, strict=True):
            if out and out[-1][2] == word:
                out[-1] = (out[-1][0], x, word)
            else:
                out.append((x, x, word))
        return out

    def at(self, *, prevalence: float, cost_fn: float = 1.0, cost_fp: float = 1.0) -> str:
        """The verdict at a prevalence and costs, between grid points by straight lines."""
        p = _check.share("prevalence", prevalence)
        fn, fp = _check.positive_number("cost_fn", cost_fn), _check.positive_number("cost_fp", cost_fp)
        x = p * fn / (p * fn + (1 - p) * fp)
        low, high = (np.interp([x], self.probability_cost, limit) for limit in (self.low, self.high))
        return _words(low, high)[0]


def _words(low: Floats, high: Floats) -> list[str]:
    words = np.where(low > 0, "better", np.where(high < 0, "worse", "undecided"))
    return [str(word) for word in words]


Matched = Literal["position", "case id", "row", "splits"]
"""How the two sides were matched: by place, by id, by having been counted together, by the splits of one dataset."""


class Origin(Noun, schema="origin/1"):
    """The cases of a comparison. `matched` is None for different test sets, whose `sizes` are two.

    `weighted` cases have importance weights; of `clusters` there are so many, None when cases are independent;
    `left_out` says what counting dropped. For learners, `splits` names the kind of splits and how many there are,
    `trained` the mean number of cases that a learner was trained on, `fits` the number of models fitted, `columns`
    the facts of the features, `notes` what else was done to the learners or the plan, and `interrupted` whether fits
    were stopped by hand.
    """

    matched: Matched | None
    sizes: tuple[int, ...]
    weighted: bool = False
    clusters: int | None = None
    left_out: str = ""
    splits: str = ""
    runs: int = 0
    trained: float = 0.0
    fits: int = 0
    fingerprint: str = ""
    call: str = ""
    columns: tuple[FeatureColumn, ...] = ()
    notes: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def same_cases(self) -> bool:
        """Whether both sides answered the same cases."""
        return self.matched is not None


class Comparison(Noun, schema="comparison/2", eq=False):
    """Two models, one metric: the difference with its interval, the test that is its dual, and the verdict.

    `difference` is oriented so that a positive value favours model `a`. `test` leads; `beside` are tests of other
    nulls shown with it. `narrow` is the interval at 1 - 2 alpha, from which equivalence is read. `origin` says where
    the cases come from. `sentence` says the verdict in words, `needed_n` how many cases would settle an undecided one
    for the stated margin (None without a margin). `joint`, `curves`, `curve_difference`, `bands` and `region` are what
    a page draws, `parts` those that are made when they are first asked for; `baselines` are the values of rules that
    learn nothing; `looks` counts the looks at this test set.
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
    parts: Mapping[str, Noun] = field(default_factory=dict)
    bands: tuple[Band, ...] = ()
    region: Region | None = None
    baselines: dict[str, float] = field(default_factory=dict)
    dataset: str = ""
    looks: int | None = None

    @property
    def verdict(self) -> Verdict:
        """BETTER, WORSE, EQUIVALENT or UNDECIDED, of `a` against `b`."""
        return self.decision.verdict

    @property
    def interrupted(self) -> bool:
        """Whether the fits of its learners were stopped by hand."""
        return self.origin.interrupted

    def at_margin(self, margin: float) -> Decision:
        """The decision with another margin, from the same intervals.

        >>> from referee import compare, read
        >>> truth = [1, 0] * 100
        >>> a, b = read(truth, [1, 0] * 95 + [0] * 10), read(truth, [0] * 10 + [1, 0] * 95)
        >>> duel = compare(a, b)
        >>> str(duel.at_margin(0.01).verdict), str(duel.at_margin(0.2).verdict)
        ('undecided', 'equivalent')
        """
        margin = _check.positive_number("margin", margin)
        return self.decision if self.decision.stuck else decide(self.difference.interval, self.narrow, margin)

    @property
    def enough(self) -> float:
        """The margin above which the difference is shown not to matter; infinite where no margin is enough."""
        known = self.narrow is not None and not self.decision.stuck
        return max(-self.narrow.low, self.narrow.high) if known and self.narrow is not None else math.inf

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The ROC curves of both models, where their scores of the same cases are known."""
        found = [self.parts[name] for name in ("roc_a", "roc_b") if name in self.parts]
        return tuple(curve for curve in found if isinstance(curve, Curve))

    @property
    def curve_difference(self) -> Band | None:
        """The difference of the two ROC curves with its band, where the scores of the same cases are known."""
        band = self.parts.get("curve_difference")
        return band if isinstance(band, Band) else None

    def __repr__(self) -> str:
        return f"<Comparison {self.a} against {self.b}, {self.metric}: {self.verdict}>"


class Comparisons(Noun, schema="comparisons/1", eq=False):
    """Several comparisons read together, with simultaneous intervals and adjusted p-values.

    `duels` are the comparisons, each made when it is first asked for; `adjusted` are their p-values in the same order;
    `interrupted` says whether fits of some learner were stopped by hand.

    >>> # compare(...)["svm", "tree"].verdict
    """

    duels: Sequence[Comparison]
    metric: str
    family: str
    adjust: str
    level: float = 0.95
    baseline: str | None = None
    findings: tuple[Finding, ...] = ()
    adjusted: tuple[float, ...] = ()
    interrupted: bool = False

    def __iter__(self) -> Iterator[Comparison]:
        return iter(self.duels)

    def __len__(self) -> int:
        return len(self.duels)

    def first(self, most: int) -> tuple[Comparison, ...]:
        """All comparisons where there are no more than `most`, else those with the smallest adjusted p-values."""
        if len(self) <= most:
            return tuple(self.duels)
        ps = self.adjusted or [0.0 if duel.adjusted_p is None else duel.adjusted_p for duel in self.duels]
        return tuple(self.duels[i] for i in np.argsort(ps, kind="stable")[:most].tolist())

    def __getitem__(self, pair: tuple[str, str]) -> Comparison:
        for duel in self.duels:
            if (duel.a, duel.b) == tuple(pair):
                return duel
        known = ", ".join(f"({d.a!r}, {d.b!r})" for d in self.duels[:6])
        _check.fail(
            "pair", "be two models that were compared, in order", _check.show_value(pair), f"Known: {known}."
        )

    def __repr__(self) -> str:
        return f"<{len(self.duels)} comparisons by {self.metric}>"


class Gate(Noun, schema="gate/1", eq=False):
    """Whether a candidate is shown to be not worse than the base by the margin or more.

    `limit` is the one-sided lower limit of the candidate's advantage at level 1 - alpha/2; the gate opens when it is
    above minus the margin.
    """

    passed: bool
    limit: float
    margin: float
    comparison: Comparison
    line: str

    def at_margin(self, margin: float) -> Gate:
        """The same limit against another margin; `line` still says the one that was asked for."""
        margin = _check.positive_number("margin", margin)
        return replace(self, passed=self.limit > -margin, margin=margin)

    def __repr__(self) -> str:
        return f"<Gate {'passed' if self.passed else 'not passed'}: {self.line}>"


class DisputedCase(Noun, schema="disputed_case/1"):
    """One case by its id: the truth, the answers of both models, and their scores where they gave any."""

    id: Label
    truth: Label
    answers: tuple[Label, ...]
    scores: tuple[float, ...] = ()


class Disagreements(Noun, schema="disagreements/1"):
    """Cases that one model alone has right: `only_a` and `only_b`, each the first few, with how many there are.

    `scored` names what the scores are of: the positive class, or "the true class". With scores, cases come in the order
    of how far apart the models place them (by rank among all scores of a model for a positive class, as scales may
    differ); without, in the order of the rows.
    """

    a: str
    b: str
    only_a: tuple[DisputedCase, ...]
    only_b: tuple[DisputedCase, ...]
    cases: tuple[int, int]
    scored: str = ""

    def __repr__(self) -> str:
        return f"<Disagreements: {self.cases[0]:,} cases for {self.a}, {self.cases[1]:,} for {self.b}>"
