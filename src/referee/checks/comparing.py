"""R020-R026: what to know before believing a difference between two models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee import _format
from referee.checks.registry import Remark, Remarks, check
from referee.core import Answers, Comparison, ConfusionMatrix, Family, Match, TestResult
from referee.inference.paired_bootstrap import FEW_CLASSES, largest_change
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.label_metric import LabelMetric

FEW_DISCORDANT = 10
FEW_EXPECTED = 5


@dataclass(frozen=True, eq=False)
class Compared:
    """What checks of a comparison look at: two models, their tables of counts, and the test that leads."""

    models: tuple[object, object]
    matrices: tuple[ConfusionMatrix | None, ConfusionMatrix | None]
    label_metric: LabelMetric | None
    test: TestResult
    discordant: tuple[int, int] | None
    same_cases: bool

    @property
    def different_sets(self) -> tuple[ConfusionMatrix, ConfusionMatrix] | None:
        """The tables of two test sets."""
        a, b = self.matrices
        return None if self.same_cases or a is None or b is None else (a, b)

    @property
    def smaller(self) -> ConfusionMatrix | None:
        """The table with fewer cases."""
        a, b = self.matrices
        return None if a is None or b is None else a if a.n <= b.n else b

    @property
    def difference(self) -> float | None:
        """The difference as it was estimated."""
        return None if self.test.effect is None else self.test.effect.value

    @property
    def proportions(self) -> tuple[float, ...] | None:
        """The counts of two proportions, x1, n1, x2 and n2, where the test is one of them."""
        keys, details = ("x_1", "n_1", "x_2", "n_2"), self.test.details
        return tuple(details[key] for key in keys) if set(keys) <= set(details) else None

    @property
    def ids(self) -> tuple[Any, Any] | None:
        """The ids of the cases of both, where they are said to be different."""
        a, b = self.models
        if self.same_cases or not isinstance(a, Answers) or not isinstance(b, Answers):
            return None
        return None if a.case_ids is None or b.case_ids is None else (a.case_ids, b.case_ids)


@dataclass(frozen=True, eq=False)
class ComparedFamily:
    """What checks of several comparisons at once look at."""

    duels: Sequence[Comparison]
    family: Family
    level: float

    @property
    def adjust(self) -> str:
        """How the p-values were adjusted."""
        return self.family.adjust

    @property
    def apart(self) -> list[str]:
        """The pairs whose adjusted p is below the level while their interval holds 0.

        A simultaneous interval holds 0 where p times the number of pairs is no smaller than 1 - level: the others need
        not be made to know it.
        """
        most, found = (1 - self.level) / len(self.duels) * (1 - 1e-6), self.family
        pairs = enumerate(zip(found.p_values, found.adjusted, strict=True))
        return around_zero(self.duels[i] for i, (p, q) in pairs if q < 1 - self.level and p > most)


@check(
    "R020",
    "The class mixes of the two test sets differ",
    about="comparisons",
    severity="serious",
    errs="At three standard errors.",
    advice="Compare at a common prevalence: the difference above mixes the models with their test sets.",
)
def class_mix(different_sets: tuple[ConfusionMatrix, ConfusionMatrix], label_metric: LabelMetric) -> Remarks:
    """Two test sets with different class mixes, and what the metric is on a common one.

    >>> from referee.core import CostMatrix
    >>> from referee.metrics import total_cost
    >>> m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    >>> m2 = ConfusionMatrix.from_counts(tp=250, fn=45, fp=5, tn=200)
    >>> price = CostMatrix.from_cells(tp=-1, fn=100, fp=1, labels=m1.labels)
    >>> class_mix((m1, m2), total_cost.using(costs=price))[0].evidence
    'on the mix of A: A 3,910, B 2,745; on the mix of B: A 6,017, B 4,255'
    """
    a, b = different_sets
    if a.labels != b.labels or (a.support == 0).any() or (b.support == 0).any():
        return
    shares = [m.support / m.support.sum() for m in (a, b)]
    spread = np.sqrt(shares[0] * (1 - shares[0]) / a.n + shares[1] * (1 - shares[1]) / b.n)
    if (np.abs(shares[0] - shares[1]) < 3 * spread).all():
        return
    tables = [matrix.binary().counts if label_metric.binary else matrix.counts for matrix in (a, b)]
    parts = []
    for name, mix, size in (("A", shares[0], a.n), ("B", shares[1], b.n)):
        common = (at_prevalence(table / table.sum() * size, mix.tolist()) for table in tables)
        of_a, of_b = (_format.number(float(label_metric.formula(table))) for table in common)
        parts.append(f"on the mix of {name}: A {of_a}, B {of_b}")
    yield Remark("; ".join(parts))


@check(
    "R021",
    "Few cases tell the models apart",
    about="comparisons",
    severity="note",
    errs="10 is a custom, not a law.",
    advice="Counts are too small for the normal form: the exact tests beside the leading one are the safer guide.",
)
def few_discordant(discordant: tuple[int, int]) -> Remarks:
    """A difference that hangs on few cases.

    >>> few_discordant((2, 1))[0].title
    'Only 3 cases tell the models apart'
    """
    b, c = discordant
    total = int(b + c)
    if total >= FEW_DISCORDANT:
        return
    cases = f"{_format.plural(total, 'case')} {'tells' if total == 1 else 'tell'}"
    title = f"Only {cases} the models apart" if total else "The models are right and wrong on the same cases"
    yield Remark(f"A alone is right on {int(b)}, B alone on {int(c)}", title=title)


@check(
    "R022", "The difference is no more than one case", about="comparisons", advice="Do not choose a model by it."
)
def one_case(smaller: ConfusionMatrix, label_metric: LabelMetric, difference: float) -> Remarks:
    """A difference that one changed answer would make or undo.

    >>> from referee.metrics import accuracy
    >>> small = ConfusionMatrix.from_counts(tp=12, fn=3, fp=2, tn=13)
    >>> one_case(small, accuracy, 0.02)[0].evidence
    'one of the 30 cases moves accuracy by up to 0.033, the difference is 0.020'
    """
    if smaller.weighted or len(smaller.labels) > FEW_CLASSES or not 0 < abs(difference) < math.inf:
        return
    change = largest_change(label_metric, label_metric.counts_of(smaller), 1)
    if abs(difference) <= change * (1 + 1e-9):
        name = _format.words(label_metric.name)
        sizes = f"by up to {_format.number(change)}, the difference is {_format.number(abs(difference))}"
        yield Remark(f"one of the {_format.plural(smaller.n, 'case')} moves {name} {sizes}")


@check(
    "R023",
    "Counts are too small for the normal form",
    about="comparisons",
    errs="5 is a custom, not a law.",
    advice="Run inference.boschloo or inference.fisher beside it.",
)
def small_counts(proportions: tuple[float, float, float, float]) -> Remarks:
    """Two proportions with counts too small for the normal form.

    >>> small_counts((1, 12, 3, 400))[0].evidence
    'the least count expected under equal proportions is 0.117'
    """
    x1, n1, x2, n2 = proportions
    pooled = (x1 + x2) / (n1 + n2)
    least = min(n1, n2) * min(pooled, 1 - pooled)
    if least < FEW_EXPECTED:
        yield Remark(f"the least count expected under equal proportions is {_format.number(least)}")


@check(
    "R024",
    "The test sets overlap",
    about="comparisons",
    severity="serious",
    errs="It compares ids only.",
    advice="The test takes the sets as independent. Compare on the shared cases, paired, or remove them from one.",
)
def shared_cases(ids: tuple[Any, Any]) -> Remarks:
    """Test sets said to be different that share cases.

    >>> shared_cases((np.array(["u", "v", "w"]), np.array(["v", "w", "x"])))[0].evidence
    "2 of 3 and 3 cases are in both: 'v', 'w'"
    """
    a, b = ids
    common = np.intersect1d(a, b)
    if len(common):
        first = _format.listing(common.tolist(), 3)
        yield Remark(f"{len(common):,} of {len(a):,} and {len(b):,} cases are in both: {first}")


@check("R025", "Many comparisons", about="comparisons", severity="note")
def many_comparisons(duels: Sequence[Comparison], level: float) -> Remarks:
    """How likely a false alarm is when several pairs are compared, and what was done about it."""
    if len(duels) > 1:
        done = "Intervals and verdicts are simultaneous (Bonferroni), p-values adjusted"
        advice = f"{done}; a model chosen as the best of many looks better than it is."
        yield Remark(f"at {_format.percent(level)} each, {false_alarm(len(duels), 'models', level)}", advice)


def false_alarm(count: int, of: str, level: float) -> str:
    """How likely a false alarm is when so many p-values are read as they are."""
    chance = _format.percent(round(1 - level**count, 2))
    return f"{count} independent comparisons of equal {of} would give a false alarm with a chance of {chance}"


def around_zero(duels: Iterable[Comparison | Match]) -> list[str]:
    """The pairs whose interval of the difference holds 0."""
    return [f"{d.a} - {d.b}" for d in duels if d.difference.interval is not None and 0 in d.difference.interval]


@check("R026", "An adjusted p says more than its interval", about="comparisons", severity="note")
def sharper_than_intervals(apart: Sequence[str], adjust: str) -> Remarks:
    """Pairs whose adjusted p is below the level while their simultaneous interval holds 0.

    >>> sharper_than_intervals(["a - b"], "holm")[0].evidence
    "'a - b': Holm is sharper than intervals for all pairs together"
    """
    if not apart:
        return
    title = "An adjusted p is below the level where the simultaneous interval holds 0"
    evidence = f"{_format.listing(apart, 3)}: {adjust.title()} is sharper than intervals for all pairs together"
    advice = "The verdicts follow the intervals; the adjusted p says that there is a difference, not how large."
    if adjust == "benjamini-hochberg":
        advice = "The verdicts follow the intervals; this p bounds the share of false alarms, not any of them."
    yield Remark(evidence, advice, title)
