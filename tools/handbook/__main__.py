"""Write the pages of the site that are made from the code, under docs/ or the folder that is named."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tools.handbook import checks, commands, doors, formulas, teaching, textbook, which_test

DOCS = Path(__file__).parents[2] / "docs"
MOST = 1_500_000
"""Bytes of all figures."""
FOLDERS = ("checks", "formulas", "commands", "textbook")


def pages(run: bool = True, figures: Path | None = None) -> dict[str, str]:
    """Every page by its path under docs/; `run` fills in what examples print, and draws into the folder `figures`."""
    made = {**textbook.pages(run, figures), **doors.pages(run)}
    return made | {
        name: text
        for room in (checks, formulas, commands, teaching, which_test)
        for name, text in room.pages().items()
    }


def write(folder: Path, made: dict[str, str]) -> None:
    """Write the pages that differ, and take away those of before that are made no more."""
    before = {str(path.relative_to(folder)) for name in FOLDERS for path in (folder / name).glob("*.*")}
    other = [
        name for name, text in made.items() if not (folder / name).exists() or (folder / name).read_text() != text
    ]
    for name in other:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(made[name])
    gone = before - set(made)
    for name in gone:
        (folder / name).unlink()
    print(f"{len(made)} pages, {len(other)} written, {len(gone)} removed")


def main() -> None:
    """Make every page with its figures, and write what changed."""
    parser = argparse.ArgumentParser(prog="python -m tools.handbook", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=DOCS, help="where to write; docs/ when none is named"
    )
    parser.add_argument("--quick", action="store_true", help="leave out what examples print, and their figures")
    args = parser.parse_args()
    folder = args.folder.resolve()
    if args.quick:
        return write(folder, pages(run=False))
    os.environ["MPLBACKEND"] = "Agg"
    figures = folder / "textbook" / "figures"
    write(folder, pages(figures=figures))
    if sum(path.stat().st_size for path in figures.iterdir()) > MOST:
        sys.exit(f"the figures must stay below {MOST / 1e6:g} MB")
    return None


if __name__ == "__main__":
    main()
