"""R020-R023: what to know before believing a difference between two models."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.finding import Finding
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.metric import Metric

FEW_DISCORDANT = 10


def comparison_findings(
    a: ConfusionMatrix | None,
    b: ConfusionMatrix | None,
    duel: Any,
    metric: Metric | None,
    costs: CostMatrix | None,
) -> list[Finding]:
    """All remarks on one comparison."""
    out: list[Finding] = []
    if a is not None and b is not None and metric is not None and duel.provenance.startswith("different"):
        out += class_mix(a, b, metric, costs)
    details = duel.test.details
    if "b" in details and "c" in details:
        out += few_discordant(details["b"], details["c"])
    return out


def class_mix(a: ConfusionMatrix, b: ConfusionMatrix, metric: Metric, costs: CostMatrix | None) -> list[Finding]:
    """R020: two test sets with different class mixes, and what the metric is on a common one.

    >>> from referee.metrics import total_cost
    >>> m1 = ConfusionMatrix.from_counts(tp=150, fn=40, fp=60, tn=250)
    >>> m2 = ConfusionMatrix.from_counts(tp=250, fn=45, fp=5, tn=200)
    >>> price = CostMatrix.from_cells(tp=-1, fn=100, fp=1, labels=m1.labels)
    >>> class_mix(m1, m2, total_cost, price)[0].evidence
    'on the mix of A: A 3,910, B 2,745; on the mix of B: A 6,017, B 4,255'
    """
    if a.labels != b.labels or (a.support == 0).any() or (b.support == 0).any():
        return []
    shares = [m.support / m.support.sum() for m in (a, b)]
    spread = np.sqrt(shares[0] * (1 - shares[0]) / a.n + shares[1] * (1 - shares[1]) / b.n)
    if (np.abs(shares[0] - shares[1]) < 3 * spread).all():
        return []
    priced = metric if costs is None or not metric.name.endswith("_cost") else metric.using(costs=costs)
    parts = []
    for name, mix, size in (("A", shares[0], a.n), ("B", shares[1], b.n)):
        values = []
        for matrix in (a, b):
            table = matrix if not priced.binary else matrix.binary()
            common = at_prevalence(table.counts / table.counts.sum() * size, mix.tolist())
            values.append(_format.number(float(priced.formula(common))))
        parts.append(f"on the mix of {name}: A {values[0]}, B {values[1]}")
    title = "The class mixes of the two test sets differ"
    advice = "Compare at a common prevalence: the difference above mixes the models with their test sets."
    return [Finding("R020", "serious", title, "; ".join(parts), advice)]


def few_discordant(b: float, c: float) -> list[Finding]:
    """R021: a difference that hangs on few cases.

    >>> few_discordant(2, 1)[0].title
    'Only 3 cases tell the models apart'
    """
    total = int(b + c)
    if total >= FEW_DISCORDANT:
        return []
    title = (
        f"Only {_format.plural(total, 'case')} tell the models apart"
        if total
        else "The models agree on every case"
    )
    evidence = f"A alone is right on {int(b)}, B alone on {int(c)}"
    return [
        Finding("R021", "note", title, evidence, "The exact tests beside the leading one are the safer guide.")
    ]
