"""Comparisons and their verdict."""

from __future__ import annotations

from referee import _format
from referee.core.comparison import Comparison, Comparisons
from referee.core.estimate import Estimate
from referee.core.verdict import Decision
from referee.views.page import GAP, Findings, Page, Part, Table, Text
from referee.views.pages.estimate import estimate_row


def comparison_page(result: Comparison) -> Page:
    """The verdict first, then the values, the difference, the test and what to know."""
    metric = result.metric.partition(":")[0].replace("_", " ")
    a, b = _format.label(result.a), _format.label(result.b)
    rows = [["", "value", f"{_format.percent(result.level)} interval", "n", "how"]]
    rows.append(estimate_row(result.value_a, a))
    rows.append(estimate_row(result.value_b, b))
    rows.append(signed_row(result.difference, f"advantage of {a}"))
    parts: list[Part] = [GAP, Text(result.sentence), GAP, Table(rows, "<><><"), GAP]
    for test in (result.test, *result.beside):
        p = "not applicable: " + test.inapplicable if test.inapplicable else _format.p_equals(test.p_value)
        convention = f" ({test.convention})" if test.convention else ""
        parts.append(Text(f"{test.name}: {p}{convention}; null: {test.null}."))
        parts += [Text(f"! {warning}", deep=True) for warning in test.warnings]
    if result.adjusted_p is not None:
        parts.append(Text(f"adjusted {_format.p_equals(result.adjusted_p)}"))
    parts += _baselines(result)
    if result.findings:
        parts += [GAP, Findings(result.findings)]
    return Page(f"{a} against {b}: {metric} on {result.provenance}", parts)


def comparisons_page(result: Comparisons) -> Page:
    """One row a pair, with simultaneous intervals and adjusted p-values."""
    against = f", each against {_format.label(result.baseline)}" if result.baseline else ""
    head = f"{result.family}{against}; simultaneous {_format.percent(result.level)} intervals (Bonferroni)"
    rows = [["pair", "advantage of the first", "interval", "p", f"{result.adjust} p", "verdict"]]
    for duel in result.duels:
        cells = signed_row(duel.difference, f"{_format.label(duel.a)} - {_format.label(duel.b)}")
        p = _format.p_value(duel.test.p_value)
        q = "–" if duel.adjusted_p is None else _format.p_value(duel.adjusted_p)
        rows.append([cells[0], cells[1], cells[2], p, q, str(duel.verdict)])
    parts: list[Part] = [GAP, Table(rows, "<><<<<")]
    parts += _baselines(result.duels[0]) if result.duels else []
    seen = {f.title: f for f in (*result.findings, *(f for duel in result.duels for f in duel.findings))}
    if seen:
        parts += [GAP, Findings(list(seen.values()))]
    return Page(head, parts)


def _baselines(result: Comparison) -> list[Part]:
    """The simple learners beside the two, in one line."""
    rules: dict[str, float] = result.extras.get("baselines", {})
    if not rules:
        return []
    said = ", ".join(f"{name} {_format.number(value)}" for name, value in rules.items())
    metric = result.metric.partition(":")[0].replace("_", " ")
    return [GAP, Text(f"Beside them, {metric} on folds of the same cases: {said}.")]


def decision_page(decision: Decision) -> Page:
    """The verdict and its grounds, in one line."""
    grounds = f": {decision.reason}" if decision.reason else ""
    small = ", by less than the margin" if decision.negligible else ""
    return Page(f"{decision.verdict}{small}{grounds}")


def signed_row(estimate: Estimate, name: str) -> list[str]:
    """An estimate of a difference as cells, with its sign."""
    cells = estimate_row(estimate, name)
    if estimate.defined and estimate.value > 0:
        cells[1] = "+" + cells[1]
    return cells
