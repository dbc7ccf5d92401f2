"""Comparisons: the difference against 0 and the margin."""

from __future__ import annotations

import math
from typing import Any

from referee import _format
from referee.core.comparison import Comparison, Comparisons
from referee.core.gate import Gate
from referee.core.verdict import Verdict
from referee.views.figures.forest import Row, draw_forest, value_text
from referee.views.figures.items import Item
from referee.views.figures.style import FAINT, INK, MUTED, PALETTE, drawing, prose, say, words

COLOURS = {
    Verdict.BETTER: PALETTE[0],
    Verdict.WORSE: PALETTE[1],
    Verdict.EQUIVALENT: PALETTE[2],
    Verdict.UNDECIDED: MUTED,
}


def draw_comparison(items: list[Item], ax: Any = None) -> Any:
    """One difference with its interval, the margin shaded, the verdict above."""
    duel: Comparison = items[0].noun
    with drawing(ax, (7.6, 2.2)) as ax:
        _rows(ax, [duel], [f"{words(duel.a, 24)} − {words(duel.b, 24)}"])
        ax.set_xlabel(_axis(duel, duel.level))
        ax.set_title(prose(duel.sentence, 76), pad=22, fontsize=9.5)
        _sides(ax, duel.a, duel.b)
        return ax


def draw_comparisons(items: list[Item], ax: Any = None) -> Any:
    """Every pair, a row each, the colour its verdict."""
    result: Comparisons = items[0].noun
    with drawing(ax, (8.2, 1.3 + 0.32 * max(2, len(result.duels)))) as ax:
        names = [f"{words(d.a, 20)} − {words(d.b, 20)}" for d in result.duels]
        _rows(ax, list(result.duels), names)
        ax.set_xlabel(f"{_axis(result.duels[0], result.level)}s, simultaneous")
        ax.set_title(words(result.family, 80), pad=22, fontsize=9.5)
        _sides(ax, "the first", "the second")
        return ax


def draw_gate(items: list[Item], ax: Any = None) -> Any:
    """The lower limit of the candidate's advantage against the margin that it must clear."""
    gate: Gate = items[0].noun
    duel = gate.comparison
    with drawing(ax, (6.4, 2.0)) as ax:
        value = duel.difference.value
        ends = [v for v in (gate.limit, value, -gate.margin, 0.0) if math.isfinite(v)]
        reach = max(map(abs, ends)) * 1.25 or 1.0
        ax.set(xlim=(-reach, reach), ylim=(-0.6, 0.6), yticks=[], xlabel=_axis(duel))
        ax.axvline(-gate.margin, color=PALETTE[1], linewidth=1.2, linestyle=(0, (4, 2)))
        ax.axvline(0, color=FAINT, linewidth=1, zorder=0)
        ax.annotate(
            f"margin −{gate.margin:g}",
            (-gate.margin, 0.5),
            xytext=(-4, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            fontsize=8.5,
            color=PALETTE[1],
        )
        if math.isnan(gate.limit):
            say(ax, "undefined: there is no limit for the difference")
        else:
            color = COLOURS[Verdict.BETTER] if gate.passed else MUTED
            ax.annotate(
                "", (reach, 0), (gate.limit, 0), arrowprops={"arrowstyle": "->", "color": color, "lw": 1.6}
            )
            ax.plot([gate.limit], [0], "|", color=color, markersize=14, markeredgewidth=1.8)
            ax.plot([value], [0], "o", color=color, markersize=5.5, zorder=4)
        ax.spines["left"].set_visible(False)
        ax.set_title(prose(gate.line, 76), fontsize=9.5)
        return ax


def _rows(ax: Any, duels: list[Comparison], names: list[str]) -> None:
    rows = [Row(n, d.difference, COLOURS[d.verdict], _text(d), True) for n, d in zip(names, duels, strict=True)]
    ends = [0.0]
    for duel in duels:
        ends += [
            duel.difference.value,
            *(duel.difference.interval or ()),
            duel.margin or 0.0,
            -(duel.margin or 0.0),
        ]
    low, high = (pick(v for v in ends if math.isfinite(v)) for pick in (min, max))
    room = (high - low) or 1.0
    margins = {duel.margin for duel in duels if duel.margin is not None}
    ax.axvline(0, color=MUTED, linewidth=1, zorder=1)
    draw_forest(ax, rows)
    if len(margins) == 1:
        margin = margins.pop()
        ax.axvspan(-margin, margin, color=FAINT, alpha=0.35, linewidth=0, zorder=0)
        place: dict[str, Any] = {"textcoords": "offset points", "fontsize": 8.5, "color": MUTED}
        place |= {"va": "bottom", "ha": "center", "bbox": {"facecolor": "white", "edgecolor": "none", "pad": 0.8}}
        ax.annotate(f"margin ±{margin:g}", (0, len(rows) - 0.4), xytext=(0, 3), **place)
    ax.set_xlim(min(low - 0.05 * room, -0.4 * room), max(high + 0.05 * room, 0.4 * room))


def _axis(duel: Comparison, level: float | None = None) -> str:
    metric = words(duel.metric.partition(":")[0].replace("_", " "))
    return f"Advantage in {metric}" + ("" if level is None else f", {_format.percent(level)} interval")


def _text(duel: Comparison) -> str:
    p = duel.test.p_value if duel.adjusted_p is None else duel.adjusted_p
    said = "" if math.isnan(p) else f"  {'adj. ' if duel.adjusted_p is not None else ''}{_format.p_equals(p)}"
    return f"{value_text(duel.difference, signed=True)}{said}  {duel.verdict}"


def _sides(ax: Any, a: str, b: str) -> None:
    """Who is better at which side of 0."""
    place = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "fontsize": 9, "color": INK}
    ax.annotate(f"← {words(b, 24)} better", (0, 1), xytext=(-6, 4), ha="right", **place)
    ax.annotate(f"{words(a, 24)} better →", (0, 1), xytext=(6, 4), ha="left", **place)
