"""The call that made a result, as Python text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee import _check

_LONG = 200
_PLACES = ("y_pred", "y_score", "b", "models")


def call_of(verb: str, columns: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """The call as a person would write it: columns by name, options by value, what was not given left out.

    >>> call_of("evaluate", {"y_true": [1], "y_pred": None, "y_score": [0.2]}, {"positive": 1, "costs": None})
    'referee.evaluate(y_true, y_score=y_score, positive=1)'
    """
    words: list[str] = []
    for i, (name, value) in enumerate(columns.items()):
        if value is not None:
            plain = i == len(words) and (i == 0 or name in _PLACES)
            words.append(name if plain else f"{name}={name}")
    for name, value in options.items():
        if value is not None:
            text = _write_value(value)
            words.append(f"{name}={text if len(text) <= _LONG else name}")
    return f"referee.{verb}({', '.join(words)})"


def _write_value(value: Any) -> str:
    """A value as it is typed; a metric, which has a formula, by its name."""
    if hasattr(value, "formula"):
        return repr(value.name)
    if isinstance(value, list | tuple) and any(hasattr(item, "formula") for item in value):
        return f"[{', '.join(map(_write_value, value))}]"
    return _check.show_value(value)
