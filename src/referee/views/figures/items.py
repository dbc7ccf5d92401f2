"""What is drawn into one Axes: nouns with their names, those that belong together in one colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.band import Band
from referee.core.curve import Curve


class Item(NamedTuple):
    """A noun to draw, its name ("" for none) and the number of its colour."""

    name: str
    noun: Any
    colour: int


def items_of(value: Any) -> list[Item]:
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
