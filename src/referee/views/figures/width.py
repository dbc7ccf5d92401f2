"""How an interval shrinks with the number of test cases."""

from __future__ import annotations

from typing import Any

from referee import _format
from referee.views.figures.items import Item
from referee.views.figures.style import PALETTE, drawing


def draw_width(items: list[Item], ax: Any = None) -> Any:
    """The limits at each n, on a logarithmic axis, the rows of `intervals.width_by_n`."""
    rows = sorted((item.noun for item in items), key=lambda row: row.n)
    n = [row.n for row in rows]
    with drawing(ax, (5.6, 3.8)) as ax:
        ax.set(xscale="log", xlabel="Test cases", ylabel="Measured proportion and its interval")
        lows, highs = [row.low for row in rows], [row.high for row in rows]
        ax.fill_between(n, lows, highs, color=PALETTE[0], alpha=0.15, linewidth=0)
        for ends in (lows, highs):
            ax.plot(n, ends, color=PALETTE[0], marker="o", markersize=4, linewidth=1.4)
        ax.axhline(rows[0].successes / rows[0].n, color=PALETTE[1], linewidth=1.2)
        for row in rows:
            place = {"textcoords": "offset points", "ha": "center", "va": "bottom", "fontsize": 8.5}
            ax.annotate(f"±{_format.number(row.width / 2)}", (row.n, row.high), xytext=(0, 5), **place)
        ax.set_xticks(n, [_format.count(v) for v in n])
        ax.minorticks_off()
        ax.margins(x=0.08, y=0.12)
        return ax
