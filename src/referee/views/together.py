"""Several pictures as one: lines of one plane on shared axes, rows of nouns of one kind side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.views.picture import Dot, Dots, Line, Lines


def overlaid(parts: Sequence[tuple[str, int, Lines]]) -> Lines:
    """Pictures of one plane as one, each with its name ("" for none) and the number of its colour."""
    shared = len(parts) > 1
    lines: list[Line] = []
    for name, colour, part in parts:
        for line in part.lines:
            if line.colour >= 0:
                own = line.name if not name or line.drawn == "nothing" else name
                again = bool(name) and own in {other.name for other in lines}  # limits of one name: one key
                lines.append(replace(line, name="" if again else own, colour=line.colour + colour))
            elif not line.name or line.name not in {other.name for other in lines if other.colour < 0}:
                lines.append(line)
    if shared and any(line.drawn != "nothing" and not line.alone for line in lines):
        lines = [line for line in lines if not line.alone]
    first = next((part for _, _, part in parts if part.plane), parts[0][2])
    guides = {line.name: line for _, _, part in parts for line in part.guides}
    return replace(
        first,
        x=replace(first.x, limits=_around([part.x.limits for _, _, part in parts if part.plane == first.plane])),
        y=replace(first.y, limits=_around([part.y.limits for _, _, part in parts if part.plane == first.plane])),
        lines=tuple(lines),
        guides=tuple(guides.values()),
        notes=tuple(n for _, _, part in parts for n in part.notes if not (shared and n.alone)),
        stretches=() if shared else first.stretches,
    )


def _around(limits: list[tuple[float, float] | None]) -> tuple[float, float] | None:
    """Limits that hold all of these; none when one is open."""
    known = [pair for pair in limits if pair is not None]
    if len(known) < len(limits):
        return None
    return min(low for low, _ in known), max(high for _, high in known)


def side_by_side(parts: Sequence[tuple[str, int, Dots]]) -> Dots:
    """Rows of several pictures in one, those of the same name together, each with the name of its picture.

    What they are read against, and in which unit, is shown where it is the same for all.
    """
    rows: dict[str, list[Dot]] = {}
    for name, colour, part in parts:
        for row in part.rows:
            shown = replace(row, name=f"{row.name}, {name}", colour=max(row.colour, colour)) if name else row
            rows.setdefault(row.name, []).append(row if row.colour < 0 and not name else shown)
    (_, _, first), *_ = parts
    blanks: dict[str, Any] = {"inside": None, "marks": (), "unit": "", "caption": ""}
    apart = {what: blank for what, blank in blanks.items() if len({getattr(p, what) for _, _, p in parts}) > 1}
    axis = " or ".join(dict.fromkeys(part.axis for _, _, part in parts))
    together = tuple(row for found in rows.values() for row in found)
    whole = _around([part.whole for _, _, part in parts])
    return replace(first, axis=axis, rows=together, whole=whole, title="", says="", sides=None, **apart)
