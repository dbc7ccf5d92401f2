"""Nouns as figures: an Axes in, an Axes out. matplotlib is loaded when the first one is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import _check
from referee.core import Band, Curve, Noun
from referee.core.estimate import WidthRow
from referee.views.figures.drawing import draw_into, size_of
from referee.views.figures.style import drawing, say
from referee.views.pages import has_pictures, pictures_of
from referee.views.pages.plan import width_picture
from referee.views.pages.planes import add_cost_line, overlaid, side_by_side
from referee.views.picture import Dots, Lines, Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Item(NamedTuple):
    """A noun to draw, its name ("" for none) and the number of its colour."""

    name: str
    noun: Any
    colour: int


def draw(
    value: Any, ax: Axes | None = None, *, which: int = 0, slope: float | None = None, **options: Any
) -> Axes:
    """A noun, several, or several by name, drawn into one Axes, which is returned.

    `which` is the number of another picture of a noun; `slope` draws the line of that slope which touches curves in
    the ROC plane.
    """
    items = _items_of(value)
    if not items:
        _check.fail("value", "hold something to draw", "nothing")
    picture = _picture(items, which, options)
    if slope is not None:
        if not isinstance(picture, Lines) or picture.plane != "roc":
            _check.fail("slope", "go with curves in the ROC plane", _kind(items[0].noun))
        picture = add_cost_line(picture, slope)
    with drawing(ax, (5.2, 2.2) if picture is None else size_of(picture)) as ax:
        if picture is not None:
            draw_into(picture, ax)
            return ax
        noun = items[0].noun
        ax.set(xticks=[], yticks=[])
        ax.spines[["left", "bottom"]].set_visible(False)
        say(ax, str(getattr(noun, "undefined", "") or getattr(noun, "inapplicable", "") or "nothing to draw"))
        return ax


def _items_of(value: Any) -> list[Item]:
    """One noun, a sequence of nouns, or a mapping from names to nouns or to sequences of them.

    Everything under one name has one colour. In a sequence a band has the colour of the curve before it.
    """
    if isinstance(value, Mapping):
        out = []
        for i, (name, found) in enumerate(value.items()):
            nouns = found if isinstance(found, Sequence) else [found]
            out += [Item(str(name), noun, i) for noun in nouns]
        return out
    nouns = list(value) if isinstance(value, list | tuple) and not hasattr(value, "_fields") else [value]
    out, colour = [], -1
    for noun in nouns:
        if not (isinstance(noun, Band) and out and isinstance(out[-1].noun, Curve)):
            colour += 1
        out.append(Item("", noun, colour))
    return out


def _picture(items: list[Item], which: int, options: dict[str, Any]) -> Picture | None:
    """The one picture of all items; none when a single noun has nothing to show."""
    nouns = [item.noun for item in items]
    if all(isinstance(noun, WidthRow) for noun in nouns):
        return width_picture(nouns)
    for noun in nouns:
        if not has_pictures(noun):
            hint = "Print it, or write its page with `referee.report`." if isinstance(noun, Noun) else ""
            _check.fail("value", "be something with a picture", type(noun).__name__, hint)
    made = [pictures_of(noun, **options) for noun in nouns]
    if len(items) > 1:
        return _together(items, [next(iter(found), None) for found in made])
    if made[0] and not 0 <= which < len(made[0]):
        _check.fail("which", f"be from 0 to {len(made[0]) - 1}", which)
    picture = made[0][which] if made[0] else None
    return overlaid([(items[0].name, 0, picture)]) if isinstance(picture, Lines) else picture


def _together(items: list[Item], pictures: Sequence[Picture | None]) -> Picture:
    """Lines of one plane, or rows of nouns of one kind, as one picture. A band without a plane goes with any."""
    pairs = list(zip(items, pictures, strict=True))
    lines = [(item.name, item.colour, p) for item, p in pairs if isinstance(p, Lines)]
    rows = [(item.name, item.colour, p) for item, p in pairs if isinstance(p, Dots)]
    planes = {
        p.plane for item, p in pairs if isinstance(p, Lines) and (p.plane or not isinstance(item.noun, Band))
    }
    if len(lines) == len(items) and len(planes) < 2:
        return overlaid(lines)
    alike = len({type(item.noun) for item in items}) == 1
    if alike and len(rows) == len(items):
        return side_by_side(rows)
    kinds = list(dict.fromkeys(_kind(item.noun) for item in items))
    if alike and not lines:
        _check.fail("value", f"be one {kinds[0]} a picture", f"{len(items)}")
    _check.fail("value", "hold what belongs into one picture", " and ".join(kinds))


def _kind(noun: Any) -> str:
    return str(getattr(noun, "title", "")) or type(noun).__name__
