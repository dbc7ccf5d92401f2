"""Learners over datasets: the critical-difference diagram, and the differences of two learners by dataset."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.match import Match
from referee.core.pairwise import Pairwise
from referee.core.rankdiagram import RankDiagram, rank_diagram
from referee.core.standings import Standings
from referee.views.figures.items import Item
from referee.views.figures.style import FAINT, INK, MUTED, PALETTE, drawing, prose, words

_BAR, _LABEL, _HEAD = 0.16, 0.24, 0.55
"""Heights of a line of bars, of a line of labels and of what stands above, in inches."""


def draw_standings(items: list[Item], ax: Any = None, *, pair: tuple[str, str] | None = None) -> Any:
    """The critical-difference diagram; with `pair`, or of two learners, their differences dataset by dataset."""
    result: Standings = items[0].noun
    if pair is not None or len(result.order) == 2:
        return _differences(result, result[pair] if pair is not None else result.matches[0], ax)
    return _diagram(result.pairwise, ax, result.sentence)


def draw_pairwise(items: list[Item], ax: Any = None) -> Any:
    """The critical-difference diagram of a test of pairs."""
    pairs: Pairwise = items[0].noun
    return _diagram(pairs, ax, "")


def _diagram(pairs: Pairwise, ax: Any, sentence: str) -> Any:
    """Ranks on an axis, the best at the left; a bar joins learners that the test does not distinguish."""
    layout = rank_diagram(pairs)
    height = _HEAD + 0.5 + _BAR * layout.bar_rows + _LABEL * layout.label_rows + (0.5 if sentence else 0)
    longest = max(min(30, len(name)) for name in pairs.learners)
    width = 4.6 + 0.15 * longest + (0.5 if pairs.control else 0)
    wrap = int(12.5 * width) if ax is None else 64
    with drawing(ax, (width, max(1.8, height))) as ax:
        bars = _BAR / _LABEL
        below = layout.bar_rows * bars + layout.label_rows + 0.6
        span = max(1, layout.high - layout.low)
        ax.set(xlim=(layout.low - 0.12 * span, layout.high + 0.12 * span), ylim=(-below, _HEAD / _LABEL))
        ax.set(xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
        _axis(ax, layout)
        for bar in layout.bars:
            y = -0.45 - bars * bar.row
            colour = PALETTE[0] if layout.control is None else PALETTE[1]
            ax.plot([bar.low, bar.high], [y, y], color=colour, linewidth=2.6, solid_capstyle="round", zorder=3)
            ax.plot(bar.ranks, [y] * len(bar.ranks), "o", color=colour, markersize=5, zorder=4)
        top = 0.45 + bars * layout.bar_rows
        for mark in layout.marks:
            left = mark.side == "left"
            end = layout.low - 0.03 * span if left else layout.high + 0.03 * span
            y = -top - mark.row
            ax.plot([mark.rank, mark.rank, end], [0, y, y], color=MUTED, linewidth=0.9, zorder=2)
            ax.plot([mark.rank], [0], "o", color=INK, markersize=3.5, zorder=5)
            name = words(mark.name, 30) + (" (control)" if mark.name == layout.control else "")
            text = f"{name}  {_format.number(mark.rank, 2)}" if left else f"{_format.number(mark.rank, 2)}  {name}"
            side = {"ha": "right", "xytext": (-4, 0)} if left else {"ha": "left", "xytext": (4, 0)}
            ax.annotate(text, (end, y), textcoords="offset points", va="center", fontsize=9.5, **side)
        _said(ax, pairs, sentence, wrap)
        return ax


def _axis(ax: Any, layout: RankDiagram) -> None:
    """The axis of ranks above everything, and the ruler of the critical difference above it."""
    ax.plot([layout.low, layout.high], [0, 0], color=INK, linewidth=1.1, zorder=4)
    step = max(1, -(-(layout.high - layout.low) // 10))
    for tick in range(layout.low, layout.high + 1, step):
        ax.plot([tick, tick], [0, 0.22], color=INK, linewidth=0.9)
        ax.annotate(str(tick), (tick, 0.22), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=9)
    reach = layout.critical_difference
    if reach is not None:
        end, y = min(layout.low + reach, layout.high), 1.55
        ax.plot([layout.low, end], [y, y], color=INK, linewidth=1.4)
        for x in (layout.low, end):
            ax.plot([x, x], [y - 0.14, y + 0.14], color=INK, linewidth=1.1)
        more = " (beyond the axis)" if layout.low + reach > layout.high else ""
        text = f"critical difference {_format.number(reach, 2)}{more}"
        ax.annotate(
            text, (end, y), xytext=(6, 0), textcoords="offset points", va="center", fontsize=9, color=MUTED
        )


def _said(ax: Any, pairs: Pairwise, sentence: str, wrap: int) -> None:
    """What the bars mean, and the sentence above."""
    level = f"level {1 - pairs.level:.10g}"
    joined = "bars join learners that are not distinguished"
    if pairs.control is not None:
        joined = f"the bar has a dot for each learner not distinguished from {words(pairs.control, 30)}"
    if not pairs.groups:
        joined = "no two tested learners are left undistinguished"
    text = f"average rank on {_format.plural(pairs.n, 'dataset')}; {joined} ({words(pairs.name, 60)}, {level})"
    ax.set_xlabel(prose(text, wrap), fontsize=8.5, color=MUTED)
    if sentence:
        ax.set_title(prose(sentence, wrap), fontsize=9.5, loc="center")


def _differences(result: Standings, match: Match, ax: Any) -> Any:
    """The advantage of the first learner on each dataset, sorted, with the centre and its interval."""
    table = result.table
    gaps = table.column(match.a) - table.column(match.b)
    kept = [i for i in np.argsort(gaps).tolist() if np.isfinite(gaps[i])]
    if not kept:
        _check.fail("pair", "have scores on a dataset", f"{match.a} and {match.b}")
    with drawing(ax, (7.2, 1.5 + 0.22 * len(kept))) as ax:
        interval = match.difference.interval
        if interval is not None and np.isfinite([interval.low, interval.high]).all():
            ax.axvspan(interval.low, interval.high, color=FAINT, alpha=0.35, linewidth=0, zorder=0)
        if match.margin is not None:
            for side in (-match.margin, match.margin):
                ax.axvline(side, color=MUTED, linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        ax.axvline(0, color=MUTED, linewidth=1, zorder=1)
        ax.axvline(match.difference.value, color=INK, linewidth=1.2, zorder=2)
        for place, i in enumerate(kept):
            colour = MUTED if gaps[i] == 0 else PALETTE[0 if gaps[i] > 0 else 1]
            ax.plot([0, gaps[i]], [place, place], color=colour, linewidth=1.4, zorder=3)
            ax.plot([gaps[i]], [place], "o", color=colour, markersize=5, zorder=4)
        ax.set_yticks(range(len(kept)), [words(table.datasets[i], 30) for i in kept])
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        metric = words(table.metric.partition(":")[0].replace("_", " "))
        a, b = words(match.a, 24), words(match.b, 24)
        ax.set_xlabel(f"Advantage of {a} over {b} in {metric}")
        level = "" if interval is None else f" with its {_format.percent(interval.level)} interval"
        told = result.sentence if len(result.order) == 2 else f"{match.a} against {match.b}: {match.verdict}."
        count = f"Won {match.wins}, tied {match.ties}, lost {match.losses}. Line: Hodges-Lehmann centre{level}."
        ax.set_title(prose(f"{told} {count}", 76), fontsize=9.5)
        return ax
