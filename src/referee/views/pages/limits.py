"""Limits and parts of an error rate."""

from __future__ import annotations

from referee import _format
from referee.core.limits import ErrorLimits
from referee.views.page import GAP, Page, Part, Table, Text, page_of
from referee.views.pages.estimate import estimate_row


@page_of.register
def limits_page(limits: ErrorLimits) -> Page:
    """What they mean, the numbers, and the warnings."""
    rows = [["", "value", "interval", "n", "how"]]
    rows += [estimate_row(e, e.title or e.name.replace("_", " ")) for e in limits.estimates]
    parts: list[Part] = [GAP, Text(limits.sentence), GAP, Table(rows, "<><><")]
    if limits.warnings:
        parts += [GAP, *(Text(f"! {warning}") for warning in limits.warnings)]
    return Page(_format.label(limits.title, 100), parts)
