"""Pages of docs from measured cells: one section a part, each replaced by the run that measured it.

A part may have `PAGE`, the name of the page it belongs to (its own by default), and `tables(cells, runs)`, its table
as text; the cells one by one otherwise.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

from validity.cell import Cell, kept


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


def each(found: list[Cell], runs: int) -> str:
    """Every cell with its band, the nearest to its limit first."""
    rows = [
        [
            c["promise"],
            c["world"],
            f"{c['rate']:.3f}" + (f" ± {c['error']:.3f}" if c["error"] else " (exact)"),
            f"{c['low']:.3f} to {c['high']:.3f}",
            "yes" if kept(c) else "**no**",
        ]
        for c in sorted(found, key=lambda c: min(c["rate"] - c["low"], c["high"] - c["rate"]))
    ]
    return (
        table(["promise", "world", "measured", "band", "kept"], rows)
        + f"\n{runs} runs a cell where nothing else is said.\n"
    )


def section(name: str, part: ModuleType, found: list[Cell], runs: int, seed: int) -> str:
    """A part's section: what it measures, the table, the command that made it."""
    intro = (part.__doc__ or "").strip()
    title, _, rest = intro.partition("\n")
    body = getattr(part, "tables", each)(found, runs)
    broken = sum(not kept(c) for c in found)
    command = f"python -m validity {name} --runs {runs} --seed {seed} --docs docs/validity"
    lines = [f"## {title.rstrip('.')}", rest.strip(), body.rstrip()]
    lines.append(f"{len(found)} cells, {broken} outside their band. Made by `{command}`.")
    return "\n\n".join(line for line in lines if line)


def written(folder: Path, name: str, part: ModuleType, text: str) -> Path:
    """Put a part's section on its page, in place of the one that was there."""
    page = folder / f"{getattr(part, 'PAGE', name)}.md"
    start, end = f"<!-- measured: {name} -->", f"<!-- end: {name} -->"
    block = f"{start}\n\n{text}\n\n{end}"
    folder.mkdir(parents=True, exist_ok=True)
    old = page.read_text(encoding="utf-8") if page.exists() else f"# Measured: {page.stem}\n"
    pattern = re.compile(re.escape(start) + ".*?" + re.escape(end), re.DOTALL)
    new = pattern.sub(lambda _: block, old) if pattern.search(old) else f"{old.rstrip()}\n\n{block}\n"
    page.write_text(new, encoding="utf-8")
    return page
