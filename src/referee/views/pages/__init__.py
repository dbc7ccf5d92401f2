"""Nouns laid out as pages and pictures: one file for a family of nouns, which registers what it shows.

`@page_of.register` makes the page of a noun, `@pictures_of.register` its pictures.
"""

from __future__ import annotations

import importlib
import pkgutil

from referee.views.page import page_of
from referee.views.picture import has_pictures, pictures_of

__all__ = ["has_pictures", "page_of", "pictures_of"]

for _module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{_module.name}")
