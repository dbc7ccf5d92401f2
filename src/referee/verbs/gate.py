"""May the candidate ship: the verdict as pass or no pass."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee import _check, _format
from referee.checks.audit import REGISTRY, Material
from referee.core import Answers, Comparison, ConfusionMatrix, Gate, Verdict
from referee.core.cost import Costs
from referee.core.types import Rng
from referee.data.ledger import record_look
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.verbs.compare import check_models, compare


def gate(
    base: Answers | ConfusionMatrix,
    candidate: Answers | ConfusionMatrix,
    *,
    margin: float,
    metric: str | Metric = "accuracy",
    independent: bool = False,
    costs: Costs = None,
    level: float = 0.95,
    ledger: str | Path | None = None,
    rng: Rng = None,
    random_state: Rng = None,
) -> Gate:
    """Pass only when the candidate is shown to be not worse than the base by `margin` or more.

    The arguments are those of `compare`. The gate opens when the lower limit of the two-sided interval (a one-sided
    limit at 1 - alpha/2) of the candidate's advantage lies above -margin; a candidate shown worse and one undecided
    stay out. With a `ledger`, a file that keeps looks at test sets, the look is written into it, and a test set that
    was looked at before is a finding (R112): the limit holds for one candidate, not for the best of many.

    >>> from referee import read
    >>> truth = [1] * 200 + [0] * 200
    >>> same = read(truth, [1] * 190 + [0] * 210)
    >>> gate(same, same, margin=0.02).passed
    True
    """
    if margin is None:
        _check.fail("margin", "be given: how much worse is still acceptable", "None")
    check_models(base=base, candidate=candidate)
    result = compare(
        candidate, base, metric=metric, margin=margin, independent=independent, costs=costs, level=level, rng=rng,
        random_state=random_state,
    )  # fmt: skip
    if ledger is not None:
        result = _enter(ledger, candidate, result)
    interval = result.difference.interval
    limit = math.nan if interval is None else interval.low
    passed = limit > -margin
    one_sided = _format.percent(1 - (1 - result.level) / 2)
    bound = "no limit" if math.isnan(limit) or limit == -math.inf else f"{one_sided} lower limit {limit:+.4f}"
    word = "PASS" if passed else "NO PASS"
    if result.verdict is Verdict.WORSE:
        word += ", worse by less than the margin" if passed else ", shown worse"
    elif not passed:
        word += ", undecided"
    rests = result.value_a.n
    about = f"n = {_format.count(result.n)}"
    if rests != result.n and result.origin.same_cases and not math.isnan(rests):
        about = f"n = {_format.count(rests)} of {_format.plural(result.n, 'case')}"
    gained = "advantage in " if get(metric).better == "lower" else ""  # what is lower would seem to have grown
    line = (
        f"{word}: {result.a} against {result.b}, {gained}{result.metric} {result.difference.value:+.4f}, {bound}, "
        f"margin {margin:g}, {about}"
    )
    if result.looks is not None:
        line += f", look {result.looks:,} at this test set"
    return Gate(passed, limit, float(margin), result, line)


def _enter(ledger: str | Path, candidate: Any, result: Comparison) -> Comparison:
    """The comparison with what the ledger says of its test set."""
    if not isinstance(candidate, Answers):
        _check.fail("candidate", "be answers to be written into a ledger", type(candidate).__name__)
    looks = record_look(ledger, candidate, what="gate")
    found = REGISTRY["R112"](Material(predictions={candidate.name: candidate}, looks=looks))
    return replace(result, findings=(*result.findings, *found), looks=looks)
