"""Ask every tool, print the table: `python -m tools.peers --docs docs/compared.md`. Exit code 1: a tool was mended."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from importlib.metadata import version
from pathlib import Path

from tools import peers
from tools.peers.row import Row

SKIP = {"__main__", "row"}
START, END = "<!-- made by `make peers` -->", "<!-- end -->"


def main() -> None:
    """Run the chosen modules (all by default)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="tools to ask; all when none is named")
    parser.add_argument("--docs", type=Path, help="page that holds the table")
    args = parser.parse_args()
    found: dict[str, list[Row]] = {}
    for name in args.names or [m.name for m in pkgutil.iter_modules(peers.__path__) if m.name not in SKIP]:
        part = importlib.import_module(f"tools.peers.{name}")
        found[f"{part.PACKAGE} {version(part.PACKAGE)}"] = part.rows()
        print(f"asked {part.PACKAGE}", file=sys.stderr, flush=True)
    made = table(found)
    print(made)
    if args.docs:
        args.docs.write_text(place_table(args.docs.read_text(), made))
    sys.exit(0 if all(row.defect for rows in found.values() for row in rows) else 1)


def table(found: dict[str, list[Row]]) -> str:
    """The answers as Markdown; a tool that answers well now is marked."""
    lines = ["| tool | asked | its answer | referee |", "|---|---|---|---|"]
    for tool, rows in found.items():
        for row in rows:
            mended = "" if row.defect else " (mended)"
            lines.append(f"| {tool} | {row.asked} | {row.gave}{mended} | {row.here} |")
    return "\n".join(lines)


def place_table(page: str, made: str) -> str:
    r"""The page with the table between its marks.

    >>> print(place_table(f"a\n{START}\nold\n{END}\nb", "new").replace(START, "<").replace(END, ">"))
    a
    <
    <BLANKLINE>
    new
    <BLANKLINE>
    >
    b
    """
    before, rest = page.split(START)
    return f"{before}{START}\n\n{made}\n\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    main()
