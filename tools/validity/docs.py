"""Pages of docs from measured cells: one section a part, and one table of all promises.

A part may have `PAGE`, the name of the page it belongs to (its own by default), and `tables(cells, runs)`, its table
as text; the cells one by one otherwise. The cells stand in `measured.json` beside the pages, so that a run of some
parts keeps what others measured, and the pages can be written again without measuring.
"""

from __future__ import annotations

import importlib
import json
import math
import re
from pathlib import Path
from types import ModuleType
from typing import TypedDict

from tools.validity.cell import Cell, in_band, spare, verdict, worst
from tools.validity.promises import ROWS, Row

MEASURED = "measured.json"


class Part(TypedDict):
    """What a run measured of one part."""

    runs: int
    seed: int
    cells: list[Cell]


def table(head: list[str], rows: list[list[str]]) -> str:
    """Rows as a table of a page.

    >>> print(table(["a", "b"], [["1", "2"]]), end="")
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [head, ["---"] * len(head), *rows]
    written = [f"| {' | '.join(line)} |" for line in lines]
    written[1] = written[1].replace(" ", "")
    return "\n".join(written) + "\n"


def show_rate(c: Cell) -> str:
    """The rate with its Monte Carlo error."""
    return f"{c['rate']:.3f}" + (f" ± {c['error']:.3f}" if c["error"] else " (exact)")


def band_words(c: Cell) -> str:
    """Whether the band is kept; in bold when not."""
    word = verdict(c)
    return "**no**" if word == "no" else word


def each(found: list[Cell], runs: int) -> str:
    """Every cell with its runs and its band, the nearest to its limit first."""
    del runs
    rows = [
        [
            c["promise"],
            c["world"],
            show_rate(c),
            f"{c['runs']:,}" if c["runs"] else "–",
            f"{c['low']:.3f} to {c['high']:.3f}",
            band_words(c),
        ]
        for c in sorted(found, key=spare)
    ]
    return table(["promise", "world", "measured", "runs", "band", "kept"], rows)


def section(name: str, part: ModuleType, found: list[Cell], runs: int, seed: int) -> str:
    """A part's section: what it measures, the table, the command that made it."""
    intro = (part.__doc__ or "").strip()
    title, _, rest = intro.partition("\n")
    body = getattr(part, "tables", each)(found, runs)
    broken = sum(not in_band(c) for c in found)
    command = f"python -m tools.validity {name} --runs {runs} --seed {seed} --docs docs/validity"
    lines = [f"## {title.rstrip('.')}", rest.strip(), body.rstrip()]
    lines.append(f"{len(found)} cells, {broken} outside their band. Made by `{command}`.")
    return "\n\n".join(line for line in lines if line)


def put(page: Path, name: str, text: str) -> None:
    """Put a text between its marks on a page, in place of what was there."""
    start, end = f"<!-- measured: {name} -->", f"<!-- end: {name} -->"
    block = f"{start}\n\n{text}\n\n{end}"
    page.parent.mkdir(parents=True, exist_ok=True)
    old = page.read_text(encoding="utf-8") if page.exists() else f"# Measured: {page.stem}\n"
    pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
    new = pattern.sub(lambda _: block, old) if pattern.search(old) else f"{old.rstrip()}\n\n{block}\n"
    page.write_text(new, encoding="utf-8")


def write_section(folder: Path, name: str, part: ModuleType, text: str) -> Path:
    """Put a part's section on its page."""
    page = folder / f"{getattr(part, 'PAGE', name)}.md"
    put(page, name, text)
    return page


def load(folder: Path) -> dict[str, Part]:
    """What was measured before, by part."""
    file = folder / MEASURED
    made: dict[str, Part] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return made


def pages(folder: Path, found: dict[str, Part]) -> None:
    """Add what was measured to what stood there, and write the pages of the parts and the table of all promises."""
    every = load(folder) | found
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MEASURED).write_text(_lines(every), encoding="utf-8")
    for name, made in every.items():
        part = importlib.import_module(f"tools.validity.{name}")
        write_section(folder, name, part, section(name, part, made["cells"], made["runs"], made["seed"]))
    put(folder / "index.md", "index", index(every))


def _lines(every: dict[str, Part]) -> str:
    """The cells as JSON, a line each."""
    parts = []
    for name in sorted(every):
        made = every[name]
        cells = ",\n".join(json.dumps(c, ensure_ascii=False) for c in made["cells"])
        head = f'"runs": {made["runs"]}, "seed": {made["seed"]}'
        parts.append(f'"{name}": {{{head}, "cells": [\n{cells}\n]}}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def index(every: dict[str, Part]) -> str:
    """One row a promise: its worst cell, the runs of it, whether its band is kept, and the page."""
    taken: set[int] = set()
    rows = []
    for row in ROWS:
        cells = every[row.part]["cells"] if row.part in every else []
        found = [c for c in cells if id(c) not in taken and row.takes(c["promise"])]
        taken |= {id(c) for c in found}
        rows.append(_line(row, found))
    for name, made in sorted(every.items()):
        rest = [c for c in made["cells"] if id(c) not in taken]
        if any(math.isfinite(spare(c)) for c in rest):
            rows.append(_line(Row("–", f"other cells of {name}", name), rest))
    return table(["promise", "what", "worst cell", "runs", "kept", "where"], rows).rstrip()


def _line(row: Row, found: list[Cell]) -> list[str]:
    """A promise as a row of the table; without a band nothing is promised."""
    if not row.part:
        return [row.promise, row.what, *row.instead]
    banded = [c for c in found if math.isfinite(spare(c))]
    page = getattr(importlib.import_module(f"tools.validity.{row.part}"), "PAGE", row.part)
    where = f"[{page}]({page}.md)"
    if not banded and found:
        most = max(c["runs"] for c in found)
        return [row.promise, row.what, f"{len(found)} cells, none with a band", f"{most:,}", "–", where]
    if not banded:
        return [row.promise, row.what, "not measured", "–", "–", f"`validity/{row.part}.py`"]
    one = worst(banded)
    count = f" ({len(banded)} cells)" if len(banded) > 1 else ""
    seen = f"{one['world']}: {show_rate(one)}, band {one['low']:g} to {one['high']:g}{count}"
    runs = [c["runs"] for c in banded if c["runs"]]
    broken = sum(not in_band(c) for c in banded)
    word = f"**no**, {broken} of {len(banded)}" if broken and len(banded) > 1 else band_words(one)
    return [row.promise, row.what, seen, f"{min(runs):,}" if runs else "exact", word, where]
