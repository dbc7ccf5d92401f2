"""Pages of the checks of an audit, from the facts that ride on them."""

from __future__ import annotations

import inspect
import textwrap

from referee.checks.audit import NEEDS, REGISTRY
from referee.checks.registry import Check
from tools.handbook.docstring import reference

RANGES = {
    ("R00", "R01"): "Remarks that evaluations carry",
    "R02": "Remarks that comparisons carry",
    "R03": "Remarks that estimates of a learner carry",
    "R04": "Remarks that rankings over datasets carry",
    "R10": "What training and test share",
    "R11": "How the score was come by",
    "R12": "One population, or not",
    "R13": "Features and labels",
    "R14": "What the model reaches, where, and beside what",
}


def pages() -> dict[str, str]:
    """One page per check, and the list of them."""
    out = {f"checks/{code}.md": _page(REGISTRY[code]) for code in sorted(REGISTRY)}
    rows = [
        "# Checks",
        "",
        "Each code that a finding can carry. [`audit`](../verbs/audit.md) runs those that apply.",
    ]
    for start, title in RANGES.items():
        rows += ["", f"## {title}", "", "| code | check | severity | needs |", "|---|---|---|---|"]
        for code in sorted(REGISTRY):
            one = REGISTRY[code]
            if code.startswith(start):
                rows.append(f"| [{code}]({code}.md) | {one.title} | {one.severity} | {_needs(one)} |")
    out["checks/index.md"] = "\n".join(rows) + "\n"
    return out


def _page(one: Check) -> str:
    rows = [f"# {one.code}: {one.title}", "", f"Severity: {one.severity}, or less where the page says so."]
    rows += ["", f"Needs: {_needs(one)}.", "", inspect.cleandoc(one.__doc__ or "").partition("\n\n>>>")[0]]
    rows += ["", *textwrap.wrap(f"How it errs: {one.errs}", 115)]
    if one.reference:
        rows += ["", f"Reference: {reference(one.reference)}."]
    return "\n".join(rows) + "\n"


def _needs(one: Check) -> str:
    return ", ".join(NEEDS[need] for need in one.needs) or "what the text says"
