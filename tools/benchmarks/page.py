"""The measured rows as a page of the documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tools.benchmarks.timing import Row

INTRO = """# Measured speed

Made of the rows that `make bench` measured, by
`python -m tools.benchmarks --rows out/bench.json --docs docs/benchmarks.md`. CPU time, both sides in one run on one
machine. A goal of `>=` says how many times faster referee is to be than the peer; `<=` how many times the peer's cost
it may take, where the peer is a limit of the machine (a sort, a read, the bare fits) or a time. *Ours* is the public
call that a user types, *engine* the time of the counting, sorting or test behind it. Nothing is set for either side.
*Scaled*: the peer's loop was timed on some replicates and multiplied up. A slope of growth is that of log time against
log size.
"""


def meets_goal(row: Row) -> bool:
    """Whether a row reaches its goal."""
    return row["ratio"] <= row["goal"] if row.get("at_most", False) else row["ratio"] >= row["goal"]


def page(parts: Mapping[str, Sequence[Row]], machine: Mapping[str, Any]) -> str:
    """All rows, a table a module, misses in bold."""
    lines = [INTRO, "Machine: " + ", ".join(f"{key} {value}" for key, value in machine.items() if value) + ".\n"]
    for name, rows in parts.items():
        lines.append(f"## {name.replace('_', ' ')}\n\n| job | n | ours | engine | peer | | ratio | goal |")
        lines.append("|---|---:|---:|---:|---|---:|---:|---:|")
        lines += [_line(row) for row in rows]
        lines.append("")
    missed = sum(not meets_goal(row) for rows in parts.values() for row in rows)
    lines.append(f"{sum(map(len, parts.values()))} rows, {missed} goals missed.")
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    """One row of a table."""
    goal = f"{'<=' if row.get('at_most', False) else '>='} {row['goal']:g}"
    ratio = f"{row['ratio']:.{2 if row['ratio'] < 10 else 1}f}"
    ratio = ratio if meets_goal(row) else f"**{ratio} missed**"
    peer = row["peer"] + (" *scaled*" if row["scaled"] else "")
    cells = [row["job"], f"{row['n']:,}" if row["n"] > 1 else "", show_side(row, "ours_seconds")]
    cells += [show_side(row, "engine_seconds") if "engine_seconds" in row else "", peer]
    cells += [show_side(row, "peer_seconds"), ratio, goal]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def show_side(row: Row, side: str) -> str:
    """A time in the unit that suits it, or a value in the row's own."""
    value: float = row[side]  # type: ignore[literal-required]
    if "unit" in row:
        return f"{value:,.1f} {row['unit']}"
    return f"{value:.2f} s" if value >= 1 else f"{1e3 * value:.3g} ms"
