"""The doors out of the core: a noun shows itself, draws itself and counts itself, without knowing how.

Layers above the core are found by name at run time, here and nowhere else, so that arrows between modules
go one way and importing a noun loads neither a view nor a dataframe library.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def render(value: object, kind: str, **how: Any) -> str:
    """The value as `kind` of text: "text", "html", "markdown" or "latex"."""
    render: Any = importlib.import_module(f"referee.views.{kind}").render
    return str(render(value, **how))


def draw_plot(value: object, ax: Axes | None = None, **options: Any) -> Axes:
    """The value drawn into `ax`, a matplotlib Axes, or into a new one; the Axes."""
    return importlib.import_module("referee.views.figures").draw(value, ax, **options)


def count_columns(job: str, /, *args: Any, **kwargs: Any) -> Any:
    """What `referee.data.<job>` makes of columns."""
    return getattr(importlib.import_module("referee.data"), job)(*args, **kwargs)


def refuse_impossible(value: object) -> None:
    """Refuse a value that was read back and that no data can give, such as an accuracy of 7.5."""
    importlib.import_module("referee.metrics.registry").refuse_impossible(value)
