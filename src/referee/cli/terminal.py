"""What the terminal can show: how wide it is, and whether it has colour."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping

NARROWEST = 80
"""Columns below which output is not made to fit."""


def terminal() -> dict[str, int | bool | None]:
    """The width and colour of standard output, as the view of text takes them; a file or a pipe is of any width."""
    here = sys.stdout is not None and sys.stdout.isatty()  # None where it is closed
    return {
        "width": max(NARROWEST, shutil.get_terminal_size().columns) if here else None,
        "colour": has_colour(os.environ, here),
    }


def has_colour(environment: Mapping[str, str], is_terminal: bool) -> bool:
    """Whether to use colour: NO_COLOR forbids it, then FORCE_COLOR asks for it; else a terminal that is not dumb.

    >>> has_colour({}, True), has_colour({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True), has_colour({}, False)
    (True, False, False)
    >>> has_colour({"FORCE_COLOR": "1"}, False), has_colour({"TERM": "dumb"}, True)
    (True, False)
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return environment["FORCE_COLOR"] != "0"
    return is_terminal and environment.get("TERM") != "dumb"
