"""Write the generated pages under docs/, or with --check say which are not what the code says now."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.handbook import checks, commands, formulas, teaching, textbook, which_test

DOCS = Path(__file__).parents[2] / "docs"


def pages() -> dict[str, str]:
    """Every generated page, by its path under docs/."""
    rooms = (checks, formulas, commands, textbook, teaching, which_test)
    return {name: text for room in rooms for name, text in room.pages().items()}


def main() -> None:
    """Write the pages that differ; with --check only name them, and fail."""
    parser = argparse.ArgumentParser(prog="python -m tools.handbook", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a page is out of date")
    check = parser.parse_args().check
    made = pages()
    kept = {str(path.relative_to(DOCS)) for folder in FOLDERS for path in (DOCS / folder).glob("*.md")}
    stale = [
        name for name, text in made.items() if not (DOCS / name).exists() or (DOCS / name).read_text() != text
    ]
    gone = sorted(kept - set(made))
    if check:
        for name in [*stale, *gone]:
            print(f"docs/{name} is out of date: run python -m tools.handbook")
        sys.exit(bool(stale or gone))
    for name in stale:
        (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / name).write_text(made[name])
    for name in gone:
        (DOCS / name).unlink()
    print(f"{len(made)} pages, {len(stale)} written, {len(gone)} removed")


FOLDERS = ("checks", "formulas", "commands", "textbook")

if __name__ == "__main__":
    main()
