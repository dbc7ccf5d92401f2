"""Pictures of any noun with matplotlib."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check
from referee.views.figures.items import Item
from referee.views.figures.lines import draw_line
from referee.views.figures.style import FAINT, INK, MUTED, PALETTE, drawing, legend, look, prose, say, words
from referee.views.picture import Dots, Lines, Marks, Picture, Spread
from referee.views.pictures import pictures_of


def draw_picture(items: list[Item], ax: Any = None, *, which: int = 0) -> Any:
    """The first picture of a noun, or another one by its number; a noun without values says so."""
    noun = items[0].noun
    made = pictures_of(noun)
    if not made:
        with drawing(ax, (5.2, 2.2)) as ax:
            ax.set(xticks=[], yticks=[])
            ax.spines[["left", "bottom"]].set_visible(False)
            say(ax, str(getattr(noun, "undefined", "") or getattr(noun, "inapplicable", "") or "nothing to draw"))
            return ax
    if not 0 <= which < len(made):
        _check.fail("which", f"be from 0 to {len(made) - 1}", which)
    picture: Picture = made[which]
    with drawing(ax, _size(picture)) as ax:
        if isinstance(picture, Dots):
            _dots(ax, picture)
        elif isinstance(picture, Lines):
            _lines(ax, picture)
        else:
            _spread(ax, picture)
        named = not isinstance(picture, Spread) and any(text for _, text in picture.marks)
        title = f"{picture.title}: {picture.caption}" if isinstance(picture, Spread) else picture.title
        ax.set_title(
            prose(title, 76), pad=18 if named else 8, fontsize=9.5 if isinstance(picture, Spread) else None
        )
        return ax


def _size(picture: Picture) -> tuple[float, float]:
    return (7.2, 1.2 + 0.32 * max(2, len(picture.rows))) if isinstance(picture, Dots) else (5.6, 3.9)


def _dots(ax: Any, picture: Dots) -> None:
    for place, row in enumerate(picture.rows):
        color = MUTED if row.kind else PALETTE[0]
        if math.isfinite(row.low) and math.isfinite(row.high):
            ax.plot([row.low, row.high], [place, place], color=color, linewidth=1.6, zorder=3)
        if math.isfinite(row.value):
            ax.plot([row.value], [place], "o", color=color, markersize=5.5, zorder=4, clip_on=False)
        style = {"va": "center", "fontsize": 9, "color": INK, "annotation_clip": False}
        ax.annotate(words(row.text, 60), (1.03, place), xycoords=ax.get_yaxis_transform(), **style)
    ax.set_yticks(range(len(picture.rows)), [words(row.name, 44) for row in picture.rows])
    ax.set_ylim(len(picture.rows) - 0.4, -0.6)
    ax.set_xlabel(_capital(words(picture.axis, 60)))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=FAINT, alpha=0.4, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines["left"].set_visible(False)
    _marks(ax, picture.marks, MUTED)
    ax.margins(x=0.06)


def _lines(ax: Any, picture: Lines) -> None:
    ax.set(xlabel=_capital(words(picture.x_name, 60)), ylabel=_capital(words(picture.y_name, 60)))
    if picture.guide is not None:
        guide = picture.guide
        ax.plot(
            guide.x, guide.y, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), label=words(guide.name), zorder=0
        )
    for i, line in enumerate(picture.lines):
        if line.low is not None and line.high is not None:
            shade = {"color": look(i)["color"], "alpha": 0.16, "linewidth": 0, "zorder": 1}
            ax.fill_between(line.x, line.low, line.high, **shade)
        few = {"marker": "o", "markersize": 4.5} if len(line.x) <= 12 else {}
        draw_line(ax, np.asarray(line.x), np.asarray(line.y), i, words(line.name), **few)
    _marks(ax, picture.marks, MUTED)
    legend(ax, loc="best")


def _spread(ax: Any, picture: Spread) -> None:
    ax.set(xlabel=_capital(words(picture.x_name, 60)), ylabel=_capital(words(picture.y_name, 60)))
    ax.stairs(picture.heights, picture.edges, fill=True, color=FAINT, edgecolor=MUTED)
    for i, (value, text) in enumerate(picture.marks):
        ax.axvline(value, color=PALETTE[1 + i], linewidth=1.8, label=words(text))
    ax.set_ylim(0, max([*picture.heights, 1]) * 1.2)
    legend(ax, loc="upper left")


def _marks(ax: Any, marks: Marks, color: str) -> None:
    """Upright lines with their names at the top."""
    for value, text in marks:
        ax.axvline(value, color=color, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        if text:
            place = {
                "textcoords": "offset points",
                "fontsize": 8.5,
                "color": color,
                "ha": "center",
                "va": "bottom",
            }
            ax.annotate(words(text), (value, 1), xytext=(0, 1), xycoords=ax.get_xaxis_transform(), **place)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
