"""Pictures as figures of a page: a heading, a chart and how to read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.views.picture import Picture
from referee.views.svg import Live, drawn
from referee.views.svg.chart import Svg


class Figure(NamedTuple):
    """A chart with its heading and its caption; a wide one takes the whole line."""

    title: str
    svg: Svg
    caption: str
    wide: bool


def figures(
    pictures: Iterable[Picture], prefix: str = "", live: Mapping[str, Sequence[Live]] | None = None
) -> list[Figure]:
    """Pictures that have something to show; `prefix` begins every id, `live` are marks by the name of a picture."""
    out = []
    for i, picture in enumerate(pictures):
        if not picture.empty:
            name = f"{prefix}{picture.name or f'p{i + 1}'}"
            svg = drawn(picture, name, (live or {}).get(picture.name, ()))
            out.append(Figure(picture.title, svg, picture.caption, picture.wide))
    return out
