"""Nouns laid out as pages and pictures: one file for a family of nouns, which registers what it shows.

`@page_of.register` makes the page of a noun, `@pictures_of.register` its pictures.
"""

from __future__ import annotations

import importlib
import pkgutil

from referee.views.page import page_of
from referee.views.picture import has_pictures, pictures_of

__all__ = ["has_pictures", "page_of", "pictures_of"]

FILES = tuple(module.name for module in pkgutil.iter_modules(__path__))


def load_pages(own: str = "") -> None:
    """Load the file of this name, or all files where there is none, so that they register what they show."""
    for name in (own,) if own in FILES else FILES:
        importlib.import_module(f"{__name__}.{name}")
