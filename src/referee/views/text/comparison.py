"""Comparisons as text."""

from __future__ import annotations

from referee import _format
from referee.core.comparison import Comparison, Comparisons
from referee.core.estimate import Estimate
from referee.views.text.evaluation import estimate_row
from referee.views.text.finding import finding_lines
from referee.views.text.table import columns, wrapped


def render_comparison(result: Comparison) -> str:
    """The verdict first, then the values, the difference, the test and what to know."""
    metric = result.metric.partition(":")[0].replace("_", " ")
    a, b = _format.label(result.a), _format.label(result.b)
    lines = [f"{a} against {b}: {metric} on {result.provenance}", ""]
    lines += wrapped(result.sentence, "  ")
    rows = [["", "value", f"{_format.percent(result.level)} interval", "n", "how"]]
    rows.append(estimate_row(result.value_a, a))
    rows.append(estimate_row(result.value_b, b))
    rows.append(signed_row(result.difference, f"advantage of {a}"))
    lines += ["", *columns(rows, "<><><"), ""]
    for test in (result.test, *result.beside):
        p = "not applicable: " + test.inapplicable if test.inapplicable else _format.p_equals(test.p_value)
        convention = f" ({test.convention})" if test.convention else ""
        lines += wrapped(f"{test.name}: {p}{convention}; null: {test.null}.", "  ")
        for warning in test.warnings:
            lines += wrapped(f"! {warning}", "    ")
    if result.adjusted_p is not None:
        lines.append(f"  adjusted {_format.p_equals(result.adjusted_p)}")
    if result.findings:
        lines += ["", *finding_lines(result.findings)]
    return "\n".join(lines)


def render_comparisons(result: Comparisons) -> str:
    """One row a pair, with simultaneous intervals and adjusted p-values."""
    against = f", each against {_format.label(result.baseline)}" if result.baseline else ""
    head = f"{result.family}{against}; simultaneous {_format.percent(result.level)} intervals (Bonferroni)"
    rows = [["pair", "advantage of the first", "interval", "p", f"{result.adjust} p", "verdict"]]
    for duel in result.duels:
        cells = signed_row(duel.difference, f"{_format.label(duel.a)} - {_format.label(duel.b)}")
        p = _format.p_value(duel.test.p_value)
        q = "–" if duel.adjusted_p is None else _format.p_value(duel.adjusted_p)
        rows.append([cells[0], cells[1], cells[2], p, q, str(duel.verdict)])
    lines = [head, "", *columns(rows, "<><<<<")]
    seen = {f.title: f for f in (*result.findings, *(f for duel in result.duels for f in duel.findings))}
    if seen:
        lines += ["", *finding_lines(list(seen.values()))]
    return "\n".join(lines)


def signed_row(estimate: Estimate, name: str) -> list[str]:
    """An estimate of a difference as cells, with its sign."""
    cells = estimate_row(estimate, name)
    if estimate.defined and estimate.value > 0:
        cells[1] = "+" + cells[1]
    return cells
