"""The table of `docs/which-test.md`, printed from the one that chooses; the prose around it is written by hand."""

from __future__ import annotations

from pathlib import Path

from referee.inference.choose import which_test_when

PAGE = Path(__file__).parents[2] / "docs" / "which-test.md"
START = "<!-- made by `python -m tools.handbook` from src/referee/inference/choose.py -->\n"
END = "<!-- end -->"


def pages() -> dict[str, str]:
    """docs/which-test.md with the table that stands in the code now."""
    before, start, rest = PAGE.read_text().partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{PAGE.name} must hold the marks of its table")
    return {PAGE.name: f"{before}{START}\n{which_test_when()}\n{END}{after}"}
