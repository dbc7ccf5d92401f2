"""R020-R026: what to know before believing a difference between two models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from referee import _format
from referee.checks.standing import finding
from referee.core import Comparison, ConfusionMatrix, Finding, Match
from referee.inference.paired_bootstrap import FEW_CLASSES, largest_change
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.label_metric import LabelMetric

FEW_DISCORDANT = 10
FEW_EXPECTED = 5


def comparison_findings(
    a: ConfusionMatrix | None,
    b: ConfusionMatrix | None,
    duel: Any,
    metric: LabelMetric | None,
    *,
    same_cases: bool,
) -> list[Finding]:
    """All remarks on one comparison."""
    out: list[Finding] = []
    details = duel.test.details
    if a is not None and b is not None and metric is not None:
        if not same_cases:
            out += class_mix(a, b, metric)
        out += one_case(a if a.n <= b.n else b, metric, duel.test.effect.value)
    if duel.apart is not None:
        out += few_discordant(*duel.apart)
    if {"x_1", "n_1", "x_2", "n_2"} <= set(details):
        out += small_counts(*(details[key] for key in ("x_1", "n_1", "x_2", "n_2")))
    return out


def class_mix(a: ConfusionMatrix, b: ConfusionMatrix, metric: LabelMetric) -> list[Finding]:
    """R020: two test sets with different class mixes, and what the metric is on a common one.

    >>> from referee.core import CostMatrix
    >>> from referee.metrics import total_cost
    >>> m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    >>> m2 = ConfusionMatrix.from_counts(tp=250, fn=45, fp=5, tn=200)
    >>> price = CostMatrix.from_cells(tp=-1, fn=100, fp=1, labels=m1.labels)
    >>> class_mix(m1, m2, total_cost.using(costs=price))[0].evidence
    'on the mix of A: A 3,910, B 2,745; on the mix of B: A 6,017, B 4,255'
    """
    if a.labels != b.labels or (a.support == 0).any() or (b.support == 0).any():
        return []
    shares = [m.support / m.support.sum() for m in (a, b)]
    spread = np.sqrt(shares[0] * (1 - shares[0]) / a.n + shares[1] * (1 - shares[1]) / b.n)
    if (np.abs(shares[0] - shares[1]) < 3 * spread).all():
        return []
    tables = [matrix.binary().counts if metric.binary else matrix.counts for matrix in (a, b)]
    parts = []
    for name, mix, size in (("A", shares[0], a.n), ("B", shares[1], b.n)):
        common = (at_prevalence(table / table.sum() * size, mix.tolist()) for table in tables)
        of_a, of_b = (_format.number(float(metric.formula(table))) for table in common)
        parts.append(f"on the mix of {name}: A {of_a}, B {of_b}")
    advice = "Compare at a common prevalence: the difference above mixes the models with their test sets."
    return [finding("R020", "; ".join(parts), advice)]


def few_discordant(b: float, c: float) -> list[Finding]:
    """R021: a difference that hangs on few cases.

    >>> few_discordant(2, 1)[0].title
    'Only 3 cases tell the models apart'
    """
    total = int(b + c)
    if total >= FEW_DISCORDANT:
        return []
    cases = f"{_format.plural(total, 'case')} {'tells' if total == 1 else 'tell'}"
    title = f"Only {cases} the models apart" if total else "The models are right and wrong on the same cases"
    evidence = f"A alone is right on {int(b)}, B alone on {int(c)}"
    guide = "the exact tests beside the leading one are the safer guide"
    advice = f"Counts are too small for the normal form: {guide}."
    return [finding("R021", evidence, advice, title)]


def one_case(table: ConfusionMatrix, metric: LabelMetric, difference: float) -> list[Finding]:
    """R022: a difference that one changed answer would make or undo.

    >>> from referee.metrics import accuracy
    >>> small = ConfusionMatrix.from_counts(tp=12, fn=3, fp=2, tn=13)
    >>> one_case(small, accuracy, 0.02)[0].evidence
    'one of the 30 cases moves accuracy by up to 0.033, the difference is 0.020'
    """
    if table.weighted or len(table.labels) > FEW_CLASSES or not 0 < abs(difference) < math.inf:
        return []
    change = largest_change(metric, metric.counts_of(table), 1)
    if not abs(difference) <= change * (1 + 1e-9):
        return []
    name = metric.name.partition(":")[0].replace("_", " ")
    sizes = f"by up to {_format.number(change)}, the difference is {_format.number(abs(difference))}"
    evidence = f"one of the {_format.plural(table.n, 'case')} moves {name} {sizes}"
    return [finding("R022", evidence, "Do not choose a model by it.")]


def small_counts(x1: float, n1: float, x2: float, n2: float) -> list[Finding]:
    """R023: two proportions with counts too small for the normal form.

    >>> small_counts(1, 12, 3, 400)[0].evidence
    'the least count expected under equal proportions is 0.117'
    """
    pooled = (x1 + x2) / (n1 + n2)
    least = min(n1, n2) * min(pooled, 1 - pooled)
    if least >= FEW_EXPECTED:
        return []
    evidence = f"the least count expected under equal proportions is {_format.number(least)}"
    return [finding("R023", evidence, "Run inference.boschloo or inference.fisher beside it.")]


def shared_cases(a: Any, b: Any) -> list[Finding]:
    """R024: test sets said to be different that share cases.

    >>> shared_cases(np.array(["u", "v", "w"]), np.array(["v", "w", "x"]))[0].evidence
    "2 of 3 and 3 cases are in both: 'v', 'w'"
    """
    if a is None or b is None:
        return []
    common = np.intersect1d(a, b)
    if not len(common):
        return []
    first = _format.listing(common.tolist(), 3)
    evidence = f"{len(common):,} of {len(a):,} and {len(b):,} cases are in both: {first}"
    mend = "Compare on the shared cases, paired, or remove them from one."
    advice = f"The test takes the sets as independent. {mend}"
    return [finding("R024", evidence, advice)]


def family_findings(duels: Sequence[Comparison], adjust: str, level: float) -> list[Finding]:
    """R025, R026: many comparisons, and adjusted p-values that say more than the simultaneous intervals."""
    if len(duels) < 2:
        return []
    evidence = f"at {_format.percent(level)} each, {false_alarm(len(duels), 'models', level)}"
    done = "Intervals and verdicts are simultaneous (Bonferroni), p-values adjusted"
    advice = f"{done}; a model chosen as the best of many looks better than it is."
    apart = around_zero(d for d in duels if d.adjusted_p is not None and d.adjusted_p < 1 - level)
    return [finding("R025", evidence, advice), *sharper_than_intervals(apart, adjust)]


def false_alarm(count: int, of: str, level: float) -> str:
    """How likely a false alarm is when so many p-values are read as they are."""
    chance = _format.percent(round(1 - level**count, 2))
    return f"{count} independent comparisons of equal {of} would give a false alarm with a chance of {chance}"


def around_zero(duels: Iterable[Comparison | Match]) -> list[str]:
    """The pairs whose interval of the difference holds 0."""
    return [f"{d.a} - {d.b}" for d in duels if d.difference.interval is not None and 0 in d.difference.interval]


def sharper_than_intervals(apart: Sequence[str], adjust: str) -> list[Finding]:
    """R026: pairs whose adjusted p is below the level while their simultaneous interval holds 0.

    >>> sharper_than_intervals(["a - b"], "holm")[0].evidence
    "'a - b': holm is sharper than intervals for all pairs together"
    """
    if not apart:
        return []
    title = "An adjusted p is below the level where the simultaneous interval holds 0"
    evidence = f"{_format.listing(apart, 3)}: {adjust} is sharper than intervals for all pairs together"
    advice = "The verdicts follow the intervals; the adjusted p says that there is a difference, not how large."
    if adjust == "benjamini-hochberg":
        advice = "The verdicts follow the intervals; this p bounds the share of false alarms, not any of them."
    return [finding("R026", evidence, advice, title)]
