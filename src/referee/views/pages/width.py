"""How an interval shrinks with the number of test cases."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _format
from referee.core.widthrow import WidthRow
from referee.views.picture import Axis, Line, Lines, Note


def width_picture(rows: Sequence[WidthRow]) -> Lines:
    """The limits at each n, on a logarithmic axis: the rows of `intervals.width_by_n`."""
    rows = sorted(rows, key=lambda row: row.n)
    n, low, high = (np.array([getattr(row, name) for row in rows], dtype=float) for name in ("n", "low", "high"))
    share = rows[0].successes / rows[0].n
    return Lines(
        title="",
        x=Axis("test cases", scale="log", ticks=tuple((row.n, _format.count(row.n)) for row in rows)),
        y=Axis("measured proportion and its interval"),
        lines=(Line("", n, low, low, high), Line("", n, high)),
        guides=(Line(f"measured {_format.number(share)}", n[[0, -1]], np.full(2, share)),),
        notes=tuple(Note(row.n, row.high, f"±{_format.number(row.width / 2)}") for row in rows),
    )
