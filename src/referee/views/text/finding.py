"""Findings as text."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.finding import Finding
from referee.views.page import more_findings, printable, shown_findings
from referee.views.text.table import wrapped

MARKS = {"note": "·", "warning": "!", "serious": "!!"}


def finding_lines(findings: Sequence[Finding]) -> list[str]:
    """Each finding with its code, what was seen and what to do."""
    lines = []
    for f in shown_findings(findings):
        lines.append(printable(f"  {MARKS[f.severity]} {f.code} {f.title}"))
        lines += wrapped(printable(f"{f.evidence}. {f.advice}"), "      ")
    more = more_findings(findings)
    return [*lines, f"  {more}"] if more else lines
