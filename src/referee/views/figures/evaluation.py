"""An evaluation, or single estimates, as a forest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee import _format
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.views.figures.forest import Row, draw_forest, value_text
from referee.views.figures.items import Item
from referee.views.figures.style import FAINT, MUTED, PALETTE, drawing, look, say, words


def draw_evaluation(items: list[Item], ax: Any = None, *, measures: Sequence[str] | None = None) -> Any:
    """The measures of one model (or of several, row by row) with their intervals."""
    rows: list[Row] = []
    several = len(items) > 1
    results: list[Evaluation] = [item.noun for item in items]
    names = list(results[0].headline) if measures is None else list(measures)
    for name in names:
        for item, result in zip(items, results, strict=True):
            if measures is None and name not in result:
                continue
            model = item.name or result.name
            rows.append(_row(result[name], model if several else "", item.colour))
    levels = ", ".join(sorted({_format.percent(result.level) for result in results}))
    title = words(results[0].name) if results[0].name and not several else ""
    n = f"{_format.count(results[0].n)} test cases" if not several else ""
    return _forest(rows, ax, f"Value and {levels} interval", ": ".join(part for part in (title, n) if part))


def draw_estimates(items: list[Item], ax: Any = None) -> Any:
    """Estimates, a row each."""
    rows = [_row(item.noun, item.name, 0) for item in items]
    levels = {item.noun.interval.level for item in items if item.noun.interval is not None}
    said = f"Value and {_format.percent(levels.pop())} interval" if len(levels) == 1 else "Value and interval"
    return _forest(rows, ax, said, "")


def _row(m: Estimate, model: str, colour: int) -> Row:
    name = words(m.name.replace("_", " ")) + (f", {words(model, 20)}" if model else "")
    fits = "cost" not in m.name and all(-1 <= v <= 1 for v in (m.value, *(m.interval or ())))
    text = value_text(m)
    if not m.defined:
        return Row(name, m, MUTED, words(f"undefined: {m.undefined}", 60), False)
    return Row(
        name, m, look(colour)["color"] if fits else PALETTE[0], text if fits else f"{text} (own scale)", fits
    )


def _forest(rows: list[Row], ax: Any, xlabel: str, title: str) -> Any:
    with drawing(ax, (7.2, 0.9 + 0.3 * max(3, len(rows)))) as ax:
        low = min(
            (v for r in rows if r.drawn for v in (r.estimate.value, *(r.estimate.interval or ()))), default=0
        )
        left = 0.0 if low >= 0 else max(-1.0, round(low - 0.05, 1))
        ax.set(xlim=(left, 1), xlabel=xlabel)
        if left < 0:
            ax.axvline(0, color=FAINT, linewidth=1, zorder=0)
        draw_forest(ax, rows)
        if not any(row.drawn for row in rows):
            say(ax, "nothing on a scale from -1 to 1")
        if title:
            ax.set_title(title)
        return ax
