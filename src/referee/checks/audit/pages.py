"""The pages of the docs, made from the facts that ride on the checks: `python -m referee.checks.audit docs/checks`."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path

from referee._references import REFERENCES
from referee.checks.audit.material import NEEDS
from referee.checks.audit.registry import REGISTRY, Check

RANGES = {
    "R00": "Remarks that evaluations carry",
    "R02": "Remarks that comparisons carry",
    "R03": "Remarks that estimates of a learner carry",
    "R04": "Remarks that rankings over datasets carry",
    "R10": "What training and test share",
    "R11": "How the score was come by",
    "R12": "One population, or not",
    "R13": "Features and labels",
    "R14": "What the model reaches, where, and beside what",
}
MADE = "<!-- Made by `python -m referee.checks.audit docs/checks`; change the check, not this page. -->"


def pages() -> dict[str, str]:
    """Every page by the name of its file.

    >>> sorted(pages())[:2]
    ['R001.md', 'R002.md']
    """
    out = {f"{code}.md": _page(REGISTRY[code]) for code in sorted(REGISTRY)}
    rows = [MADE, "# Checks", "", "Each code that a finding can carry. `referee.audit` runs those that apply."]
    for start, title in RANGES.items():
        rows += ["", f"## {title}", "", "| code | check | severity | needs |", "|---|---|---|---|"]
        for code in sorted(REGISTRY):
            one = REGISTRY[code]
            if code.startswith(start):
                rows.append(f"| [{code}]({code}.md) | {one.title} | {one.severity} | {_needs(one)} |")
    out["README.md"] = "\n".join(rows) + "\n"
    return out


def write(folder: str) -> None:
    """Write the pages, and remove pages of checks that are gone."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    made = pages()
    for old in target.glob("R*.md"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (target / name).write_text(text, encoding="utf-8")


def _page(one: Check) -> str:
    rows = [MADE, f"# {one.code}: {one.title}", "", f"Severity: {one.severity}, or less where the page says so."]
    rows += ["", f"Needs: {_needs(one)}.", "", inspect.cleandoc(one.__doc__ or "")]
    rows += ["", *textwrap.wrap(f"How it errs: {one.errs}", 115)]
    if one.reference:
        rows += ["", f"Reference: {REFERENCES[one.reference]}."]
    return "\n".join(rows) + "\n"


def _needs(one: Check) -> str:
    return ", ".join(NEEDS[need] for need in one.needs) or "see below"
