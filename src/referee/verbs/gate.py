"""May the candidate ship: the verdict as pass or no pass."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee import _check, _format
from referee.checks.audit import REGISTRY, Material
from referee.core.comparison import Comparison
from referee.core.gate import Gate
from referee.core.verdict import Verdict
from referee.data.ledger import entered
from referee.data.predictions import Predictions
from referee.verbs.compare import compare


def gate(
    base: Any,
    candidate: Any = None,
    *,
    margin: float,
    metric: str = "accuracy",
    ledger: str | Path | None = None,
    **options: Any,
) -> Gate:
    """Pass only when the candidate is shown to be not worse than the base by `margin` or more.

    Options are those of `compare`; of predictions that stay where they are, name `truth` and, in one table, the columns
    of the base and of the candidate, in this order. The gate opens when the lower limit of the two-sided interval (a
    one-sided limit at 1 - alpha/2) of the candidate's advantage lies above -margin; a candidate shown worse and one
    undecided stay out.
    With a `ledger`, a file that keeps looks at test sets, the look is written into it, and a test set that was looked
    at before is a finding (R112): the limit holds for one candidate, not for the best of many.

    >>> from referee.data import Predictions
    >>> truth = [1] * 200 + [0] * 200
    >>> same = Predictions(truth, [1] * 190 + [0] * 210)
    >>> gate(same, same, margin=0.02).passed
    True
    """
    if margin is None:
        _check.fail("margin", "be given: how much worse is still acceptable", "None")
    if options.get("alternative", "two-sided") != "two-sided":
        hint = "The gate reads the lower limit of the two-sided interval."
        _check.fail("alternative", "not be given to a gate", _check.written(options["alternative"]), hint)
    result = compare(*_turned(base, candidate, options), metric=metric, margin=margin, **options)
    if not isinstance(result, Comparison):
        _check.fail("candidate", "be one model against one base", type(candidate).__name__)
    if ledger is not None:
        result = _entered(ledger, candidate, result)
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
    line = (
        f"{word}: {result.a} against {result.b}, {result.metric} {result.difference.value:+.4f}, {bound}, "
        f"margin {margin:g}, n = {_format.count(result.n)}"
    )
    if "looks" in result.extras:
        line += f", look {result.extras['looks']:,} at this test set"
    return Gate(passed, limit, float(margin), result, line)


def _entered(ledger: str | Path, candidate: Any, result: Comparison) -> Comparison:
    """The comparison with what the ledger says of its test set."""
    if not isinstance(candidate, Predictions):
        _check.fail("candidate", "be Predictions to be written into a ledger", type(candidate).__name__)
    looks = entered(ledger, candidate, what="gate")
    found = REGISTRY["R112"](Material(predictions={candidate.name: candidate}, looks=looks))
    return replace(result, findings=(*result.findings, *found), extras={**result.extras, "looks": looks})


def _turned(base: Any, candidate: Any, options: dict[str, Any]) -> tuple[Any, Any]:
    """The candidate first; where both are in one source, its pairs of columns, tables and queries are turned."""
    if options.get("truth") is None:
        return candidate, base
    for name in ("pred", "score", "table", "query", "names"):
        if isinstance(options.get(name), tuple | list):
            options[name] = tuple(reversed(options[name]))
    return (base, None) if candidate is None else (candidate, base)
