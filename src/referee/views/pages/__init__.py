"""Nouns laid out as pages and pictures: one file for a family of nouns, which registers what it shows.

`@page_of.register` makes the page of a noun, `@pictures_of.register` its pictures.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from typing import Any

from referee.views import page, picture

__all__ = ["has_pictures", "page_of", "pictures_of"]

FILES = tuple(module.name for module in pkgutil.iter_modules(__path__))


def page_of(value: object) -> page.Page | None:
    """The page of a noun, from the file that is named after its own; from any file where that has none."""
    _load({type(value).__module__.rpartition(".")[2]}.intersection(FILES))
    if page.page_of.dispatch(type(value)) is page.page_of.dispatch(object):
        _load(FILES)
    return page.page_of(value)


def pictures_of(value: object, **options: Any) -> Sequence[picture.Picture]:
    """The pictures of a noun, the telling one first; none for one that is best read."""
    _load(FILES)
    return picture.pictures_of(value, **options)


def has_pictures(value: object) -> bool:
    """Whether a noun of this kind is drawn, though this one may have nothing to show."""
    _load(FILES)
    return picture.has_pictures(value)


def _load(names: Iterable[str]) -> None:
    for name in names:
        importlib.import_module(f"{__name__}.{name}")
