"""Findings as text."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.finding import Finding
from referee.views.page import MOST_FINDINGS, printable
from referee.views.text.table import wrapped

MARKS = {"note": "·", "warning": "!", "serious": "!!"}


def finding_lines(findings: Sequence[Finding]) -> list[str]:
    """Each finding with its code, what was seen and what to do."""
    lines = []
    for f in findings[:MOST_FINDINGS]:
        lines.append(printable(f"  {MARKS[f.severity]} {f.code} {f.title}"))
        lines += wrapped(printable(f"{f.evidence}. {f.advice}"), "      ")
    if len(findings) > MOST_FINDINGS:
        lines.append(f"  and {len(findings) - MOST_FINDINGS} more findings: see .findings")
    return lines
