"""How every figure looks: palette, type, axes, and the small things that all of them draw."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.types import Floats
from referee.views.numbers import capital
from referee.views.picture import INK as ITS_INK
from referee.views.picture import Axis, Line

PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Okabe and Ito's colours, which people with any colour vision tell apart."""

DASHES = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)))
INK, MUTED, FAINT = "#222222", "#666666", "#BBBBBB"
MOST_POINTS = 16_384
_COLUMNS = 4096
_RC = {
    "font.size": 10.0,
    "axes.labelsize": 10.0,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "text.color": INK,
    "text.usetex": False,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": True,
    "legend.facecolor": "white",
    "legend.edgecolor": "none",
    "legend.framealpha": 0.8,
    "legend.fancybox": False,
    "legend.fontsize": 9.0,
    "lines.linewidth": 1.8,
    "lines.solid_capstyle": "round",
    "figure.dpi": 120.0,
}


@contextmanager
def drawing(ax: Any, size: tuple[float, float] = (4.8, 4.4)) -> Iterator[Any]:
    """The Axes to draw on, given or new, in the local style; the style of everything else is left alone."""
    matplotlib = _check.package("matplotlib", "plot")
    figure = None
    if ax is None:
        # The first figure loads the backend, and that of a notebook turns interactive mode on: in rc_context that is
        # undone at its end, and no later figure would appear.
        from matplotlib import pyplot

        figure = pyplot.figure(figsize=size, layout="constrained", dpi=_RC["figure.dpi"])
    with matplotlib.rc_context(_RC):
        if figure is not None:
            ax = figure.subplots()
        elif not hasattr(ax, "transData"):
            _check.fail("ax", "be a matplotlib Axes", type(ax).__name__)
        ax.spines[["top", "right"]].set_visible(False)
        yield ax


def look(i: int) -> dict[str, Any]:
    """Colour and dash of the i-th thing: colours first, then dashes as well; what stands back is grey."""
    if i < 0:
        return {"color": INK if i == ITS_INK else MUTED}
    return {"color": PALETTE[i % len(PALETTE)], "linestyle": DASHES[i // len(PALETTE) % len(DASHES)]}


def words(text: object, most: int = 40) -> str:
    r"""A text of the user's as matplotlib must get it: printable, cut when long, dollars no mathematics.

    >>> words("a$b$"), words("x\ny"), words("")
    ('a\\$b\\$', 'x\\ny', '')
    """
    return _format.label(text, most).replace("$", r"\$") if text != "" else ""


def prose(text: str, width: int = 64) -> str:
    """A sentence broken into lines, safe for matplotlib."""
    return textwrap.fill(words(text, 400), width)


def say(ax: Any, text: str) -> None:
    """Words in the middle of an Axes that has nothing to draw."""
    ax.text(0.5, 0.5, prose(text, 36), transform=ax.transAxes, ha="center", va="center", color=MUTED)


def thin(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The points of a line that a picture needs: of each of 4,096 columns the first, last, lowest and highest.

    What is left out lies between two kept points of the same column, narrower than a pixel, and no higher or lower
    than they are; so the drawn line does not move. Lines of up to 16,384 points stay as they are.

    >>> x = np.linspace(0, 1, 100_000)
    >>> few, _ = thin(x, np.sin(50 * x))
    >>> len(few) <= 16_384, few[0].item(), few[-1].item()
    (True, 0.0, 1.0)
    """
    if len(x) <= MOST_POINTS:
        return x, y
    shown = np.isfinite(x) & np.isfinite(y)
    x, y = x[shown], y[shown]
    if len(x) <= MOST_POINTS:
        return x, y
    span = float(np.ptp(x)) or 1.0
    column = np.minimum((x - x.min()) / span * _COLUMNS, _COLUMNS - 1).astype(np.int64)
    starts = np.append(0, np.flatnonzero(np.diff(column)) + 1)
    ends = np.append(starts[1:], len(x)) - 1
    run = np.repeat(np.arange(len(starts)), ends - starts + 1)
    order = np.lexsort((y, run))
    at = np.unique(np.concatenate([starts, ends, order[starts], order[ends]]))
    return x[at], y[at]


SMALL = {"textcoords": "offset points", "fontsize": 8.5, "color": MUTED}


def draw_axis(ax: Any, side: str, axis: Axis) -> None:
    """The scale, name, ends and ticks of an axis."""
    from scipy.special import ndtr, ndtri

    if axis.scale == "normal":
        getattr(ax, f"set_{side}scale")("function", functions=(ndtri, ndtr))
    elif axis.scale == "log":
        getattr(ax, f"set_{side}scale")("log")
    ax.set(**{f"{side}label": capital(words(axis.name, 80))})
    if axis.limits is not None:
        ax.set(**{f"{side}lim": axis.limits})
    if axis.ticks:
        getattr(ax, f"set_{side}ticks")([at for at, _ in axis.ticks], [text for _, text in axis.ticks])
        ax.minorticks_off()


def draw_guide(ax: Any, guide: Line) -> None:
    """A faint line to read the others by, its name along it."""
    ax.plot(guide.x, guide.y, color=FAINT, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    ends = np.array([guide.x[[0, -1]], guide.y[[0, -1]]]).T
    first, last = ax.transScale.transform(ends)
    at = ax.transScale.inverted().transform(first + 0.82 * (last - first))
    (x0, y0), (x1, y1) = ends
    angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
    turned = {"rotation": angle, "rotation_mode": "anchor", "transform_rotates_text": True}
    style = {**SMALL, "ha": "center", "va": "center", "zorder": 0, **turned}
    ax.annotate(words(guide.label), at, xytext=(0, -9 if y1 > y0 else 9), **style)
