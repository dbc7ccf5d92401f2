"""Pictures drawn with matplotlib, for papers."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

import numpy as np

from referee import _format
from referee.views.figures.style import (
    FAINT,
    INK,
    MUTED,
    PALETTE,
    SMALL,
    draw_axis,
    draw_guide,
    look,
    prose,
    say,
    thin,
    words,
)
from referee.views.numbers import capital
from referee.views.picture import BACK, Dot, Dots, Fields, Line, Lines, Matrix, Picture, Ranks, Spread

MOST_SHARES, MOST_NUMBERS, MOST_NAMES = 6, 20, 60
_BAR, _LABEL, _HEAD = 0.16, 0.24, 0.55
"""Heights of a line of bars, of a line of labels and of what stands above a diagram of ranks, in inches."""


@singledispatch
def draw_into(picture: Picture, ax: Any) -> None:
    """Draw a picture into an Axes."""
    raise TypeError(f"no drawing of {type(picture).__name__} is registered")


@singledispatch
def size_of(picture: Picture) -> tuple[float, float]:
    """The size of a figure for a picture alone, in inches."""
    return (4.8, 4.4) if isinstance(picture, Lines) and picture.square else (5.6, 3.9)


@size_of.register
def _(picture: Dots) -> tuple[float, float]:
    return 7.6, 1.3 + 0.31 * max(2, len(picture.rows)) + (0.4 if picture.says else 0)


@draw_into.register
def _(picture: Dots, ax: Any) -> None:
    rows, ends = picture.rows, picture.across
    for place, row in enumerate(rows):
        color = look(row.colour)["color"]
        if row.bounded:
            _interval(ax, row, place, ends)
        if math.isfinite(row.value):
            ax.plot([row.value], [place], "o", color=color, markersize=5.5, zorder=4, clip_on=False)
        style = {"va": "center", "fontsize": 9, "color": INK if row.ends else MUTED, "annotation_clip": False}
        ax.annotate(words(row.text, 60), (1.03, place), xycoords=ax.get_yaxis_transform(), **style)
    ax.set_yticks(range(len(rows)), [words(row.name, 44) for row in rows])
    ax.set(xlim=ends, ylim=(max(len(rows), 1) - 0.4, -0.6), xlabel=capital(words(picture.axis, 80)))
    if picture.unit:
        ends_of = {"percent": "{:.4g}%", "points": "{:+.4g}"}[picture.unit]
        ax.xaxis.set_major_formatter(lambda value, _: ends_of.format(100 * value) if round(value, 9) else "0")
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=FAINT, alpha=0.4, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines["left"].set_visible(False)
    upright = {**SMALL, "xycoords": ax.get_xaxis_transform()}
    if picture.inside is not None:
        low, high, name = picture.inside
        ax.axvspan(low, high, color=FAINT, alpha=0.35, linewidth=0, zorder=0)
        white = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        middle = {"ha": "center", "va": "bottom", "bbox": white}
        ax.annotate(words(name), ((low + high) / 2, 0), xytext=(0, 3), **upright, **middle)
    _marks(ax, picture.marks)
    if picture.sides is not None:
        upright |= {"fontsize": 9, "color": INK}
        ax.annotate(f"← {words(picture.sides[0], 24)} better", (0, 1), xytext=(-6, 4), ha="right", **upright)
        ax.annotate(f"{words(picture.sides[1], 24)} better →", (0, 1), xytext=(6, 4), ha="left", **upright)
    if picture.empty:
        say(ax, "nothing to draw")
    _title(ax, picture, above=picture.sides is not None or any(name for _, name in picture.marks))


def _interval(ax: Any, row: Dot, place: int, ends: tuple[float, float]) -> None:
    """An interval across; an open side reaches the edge and points beyond it."""
    style = {"color": look(row.colour)["color"], "linewidth": 1.6, "zorder": 3}
    low, high = max(row.low, ends[0]), min(row.high, ends[1])
    ax.plot([low, high], [place, place], **style)
    for end, at, sign in ((row.low, low, "<"), (row.high, high, ">")):
        if math.isinf(end):
            ax.plot([at], [place], sign, clip_on=False, **style)


@draw_into.register
def _(picture: Lines, ax: Any) -> None:
    for side, axis in (("x", picture.x), ("y", picture.y)):
        draw_axis(ax, side, axis)
    if picture.square:
        ax.set_aspect("equal")
    for stretch in picture.stretches:
        color = look(stretch.colour)["color"]
        roomy = stretch.high - stretch.low > 0.12
        shade = {"alpha": 0.16, "linewidth": 0, "zorder": 0, "label": None if roomy else words(stretch.text)}
        ax.axvspan(stretch.low, stretch.high, color=color, **shade)
        if roomy:
            above = {"transform": ax.get_xaxis_transform(), "ha": "center", "va": "bottom", "fontsize": 9}
            ax.text((stretch.low + stretch.high) / 2, 1.01, words(stretch.text, 60), color=color, **above)
    for guide in picture.guides:
        draw_guide(ax, guide)
    unknown = [line for line in picture.lines if line.undefined]
    for line in picture.lines:
        if not line.undefined:
            _line(ax, line, picture)
    if picture.empty:
        say(ax, unknown[0].undefined if unknown else "nothing to draw")
    else:
        for line in unknown:
            reason = ": ".join(filter(None, (line.name, line.undefined)))
            ax.plot([], [], linestyle="none", label=words(reason, 60))
    for note in picture.notes:
        above = {"xytext": (0, 6), "textcoords": "offset points", "ha": "center", "fontsize": 9}
        ax.annotate(words(note.text), (note.x, note.y), **above)
    _marks(ax, picture.marks)
    if set(ax.get_legend_handles_labels()[1]) - {words(picture.title, 60)}:
        ax.legend(loc="best")
    if not picture.plane:
        _title(ax, picture, above=any(name for _, name in picture.marks))


def _line(ax: Any, line: Line, picture: Lines) -> None:
    """A line with its limits; a single point has its name beside it, a long line is thinned."""
    style = look(line.colour)
    color = style["color"]
    if line.low is not None and line.high is not None:
        label = words(line.limits_name) or None
        if line.limits == "shade":
            shade = {"color": color, "alpha": 0.16, "linewidth": 0, "zorder": 1, "label": label}
            ax.fill_between(line.x, line.low, line.high, **shade)
        else:
            wide = {"linewidth": 8, "alpha": 0.35, "zorder": 1}
            bars = wide if line.limits == "wide bars" else {"linewidth": 1.2}
            ax.vlines(line.x, line.low, line.high, color=color, label=label, **bars)
    if line.drawn == "nothing":
        return
    if len(line.x) == 1:
        ax.plot(line.x, line.y, "o", color=color, markersize=6, clip_on=False, zorder=4)
        left = line.x[0] > sum(ax.get_xlim()) / 2
        place = {"xytext": (-7 if left else 7, -7), "ha": "right" if left else "left", "va": "center", "zorder": 5}
        small = {**SMALL, "fontsize": 9, "color": color}
        ax.annotate(words(line.label), (line.x[0], line.y[0]), **small, **place)
        return
    style |= {"drawstyle": "steps-pre"} if line.drawn == "steps" else {}
    style |= {"linestyle": (0, (3, 2))} if line.dashed else {}
    if picture.has_marks(line):
        style |= {"marker": "o", "markersize": 4.5}
    if line.drawn == "linked":
        style |= {"linewidth": 1.1, "markerfacecolor": "white" if line.dashed else color}
    ends = picture.y.limits or (-math.inf, math.inf)
    beyond = bool(((line.y < ends[0]) | (line.y > ends[1])).any())
    ax.plot(*thin(line.x, line.y), label=words(line.label, 60) or None, clip_on=beyond, zorder=3, **style)


@draw_into.register
def _(picture: Spread, ax: Any) -> None:
    ax.set(xlabel=capital(words(picture.x_name, 60)), ylabel=capital(words(picture.y_name, 60)))
    edges, heights = picture.bins
    ax.stairs(heights, edges, fill=True, color=FAINT, edgecolor=MUTED)
    for i, (value, text) in enumerate(picture.marks):
        ax.axvline(value, color=PALETTE[1 + i], linewidth=1.8, label=words(text))
    ax.set_ylim(0, max([*heights, 1]) * 1.2)
    ax.legend(loc="upper left")
    _title(ax, picture)


@draw_into.register
def _(picture: Fields, ax: Any) -> None:
    """Four fields whose areas are the counts; the legend has their names, as a small field has no room for one."""
    total, left = sum(field.cases for field in picture.fields), 0.0
    for column in (picture.fields[:2], picture.fields[2:]):
        width, top = sum(field.cases for field in column) / total, 1.0
        for field in column:
            height = field.cases / total / width if width else 0.0
            color = look({"a": 0, "b": 1}.get(field.kind, BACK))["color"]
            style = {"color": color, "edgecolor": "white", "alpha": 0.9 if field.kind else 0.35, "align": "edge"}
            style |= {"hatch": "//"} if field is picture.fields[3] else {}
            label = words(f"{field.name}: {_format.count(field.cases)}, {field.text}", 80)
            ax.bar(left, height, width, top - height, label=label, **style)
            top -= height
        left += width
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0))
    _title(ax, picture)


@size_of.register
def _(picture: Matrix) -> tuple[float, float]:
    side = 3.4 + 0.45 * min(len(picture.labels), MOST_NUMBERS)
    return side, side * 0.88


@draw_into.register
def _(picture: Matrix, ax: Any) -> None:
    size = len(picture.labels)
    image = ax.imshow(picture.shares, cmap="Blues", vmin=0, vmax=1, aspect="equal")
    names = [words(label, 16) for label in picture.labels]
    step = -(-size // MOST_NAMES)
    tilt = {"rotation": 45, "ha": "right", "rotation_mode": "anchor"} if max(map(len, names)) > 6 else {}
    ax.set_xticks(range(0, size, step), names[::step], **tilt)
    ax.set_yticks(range(0, size, step), names[::step])
    ax.set(xlabel="Predicted class", ylabel="True class")
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    for i, j in np.ndindex(picture.shares.shape) if size <= MOST_NUMBERS else ():
        share = float(picture.shares[i, j])
        text = _format.count(picture.counts[i, j].item())
        text += f"\n{100 * share:.0f}%" if size <= MOST_SHARES and share == share else ""
        color = "white" if share > 0.55 else INK
        ax.text(j, i, text, ha="center", va="center", color=color, fontsize=max(6, 11 - size // 3))
    if size > MOST_SHARES:
        bar = ax.figure.colorbar(image, ax=ax, shrink=0.8, ticks=[0, 0.5, 1])
        bar.ax.set_yticklabels(["0%", "50%", "100%"])
        bar.set_label("Share of the true class")
        bar.outline.set_visible(False)


@size_of.register
def _(picture: Ranks) -> tuple[float, float]:
    layout = picture.diagram
    longest = max(min(30, len(mark.name)) for mark in layout.marks)
    height = _HEAD + 0.5 + _BAR * layout.bar_rows + _LABEL * layout.label_rows + (0.5 if picture.says else 0)
    return 4.6 + 0.15 * longest + (0.5 if layout.baseline else 0), max(1.8, height)


@draw_into.register
def _(picture: Ranks, ax: Any) -> None:
    layout, bars = picture.diagram, _BAR / _LABEL
    below = layout.bar_rows * bars + layout.label_rows + 0.6
    span = max(1, layout.high - layout.low)
    ax.set(xlim=(layout.low - 0.12 * span, layout.high + 0.12 * span), ylim=(-below, _HEAD / _LABEL))
    ax.set(xticks=[], yticks=[])
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.plot([layout.low, layout.high], [0, 0], color=INK, linewidth=1.1, zorder=4)
    for tick in range(layout.low, layout.high + 1, max(1, -(-span // 10))):
        ax.plot([tick, tick], [0, 0.22], color=INK, linewidth=0.9)
        ax.annotate(str(tick), (tick, 0.22), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=9)
    if layout.critical_difference is not None:
        end, y = min(layout.low + layout.critical_difference, layout.high), 1.55
        ax.plot([layout.low, end], [y, y], color=INK, linewidth=1.4)
        for x in (layout.low, end):
            ax.plot([x, x], [y - 0.14, y + 0.14], color=INK, linewidth=1.1)
        ax.annotate(picture.ruler, (end, y), xytext=(6, 0), va="center", **{**SMALL, "fontsize": 9})
    for bar in layout.bars:
        y = -0.45 - bars * bar.row
        colour = PALETTE[0] if layout.baseline is None else PALETTE[1]
        ax.plot([bar.low, bar.high], [y, y], color=colour, linewidth=2.6, solid_capstyle="round", zorder=3)
        ax.plot(bar.ranks, [y] * len(bar.ranks), "o", color=colour, markersize=5, zorder=4)
    for mark in layout.marks:
        left = mark.side == "left"
        end = layout.low - 0.03 * span if left else layout.high + 0.03 * span
        y = -0.45 - bars * layout.bar_rows - mark.row
        ax.plot([mark.rank, mark.rank, end], [0, y, y], color=MUTED, linewidth=0.9, zorder=2)
        ax.plot([mark.rank], [0], "o", color=INK, markersize=3.5, zorder=5)
        name = words(mark.name, 30) + (" (baseline)" if mark.name == layout.baseline else "")
        side = {"ha": "right", "xytext": (-4, 0)} if left else {"ha": "left", "xytext": (4, 0)}
        text = f"{name}  {mark.rank:.2f}" if left else f"{mark.rank:.2f}  {name}"
        ax.annotate(text, (end, y), textcoords="offset points", va="center", fontsize=9.5, **side)
    wrap = int(12.5 * size_of(picture)[0])
    ax.set_xlabel(prose(picture.caption, wrap), fontsize=8.5, color=MUTED)
    if picture.says:
        ax.set_title(prose(picture.says, wrap), fontsize=9.5, loc="center")


def _marks(ax: Any, marks: Any) -> None:
    """Upright lines with their names at the top."""
    for value, text in marks:
        ax.axvline(value, color=MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        if text:
            place = {"xycoords": ax.get_xaxis_transform(), "ha": "center", "va": "bottom", **SMALL}
            ax.annotate(words(text), (value, 1), xytext=(0, 1), **place)


def _title(ax: Any, picture: Picture, above: bool = False) -> None:
    """The sentence of a picture, or its title, higher where words stand at the top."""
    said = picture.says or picture.title
    if said:
        ax.set_title(prose(said, 76), pad=20 if above else 8, fontsize=9.5 if picture.says else None)
