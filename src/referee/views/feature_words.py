"""What is done to columns of features, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee import _format
from referee.core import FeatureColumn
from referee.core.comparison import Origin
from referee.views.page import PagePart, below, note

MOST = 6
_WHY = {
    "unique": "as many values as cases",
    "named": "its name and values are those of an identifier",
    "texts": "nearly as many texts as cases, or more than a thousand",
}


def feature_words(columns: Sequence[FeatureColumn]) -> list[str]:
    """A sentence for each thing that is done, naming the columns; none for an array of numbers without gaps.

    >>> feature_words([FeatureColumn("id", "number", left_out="unique"), FeatureColumn("job", "text", levels=3)])
    ["left out: 'id' (as many values as cases); name the features to use it all the same", 'one-hot coded: job (3)']
    """
    used = [column for column in columns if column.used]
    left = [column for column in columns if not column.used]
    said = []
    if left:
        names = ", ".join(f"{_format.quote(column.name)} ({_WHY[column.left_out]})" for column in left[:MOST])
        more = f" and {len(left) - MOST} more" if len(left) > MOST else ""
        them = "it" if len(left) == 1 else "them"
        said.append(f"left out: {names}{more}; name the features to use {them} all the same")
    texts = [column for column in used if column.kind == "text"]
    gaps = [column for column in used if column.kind != "text" and column.missing]
    parts: list[tuple[str, list[FeatureColumn], Callable[[FeatureColumn], int]]] = [
        ("one-hot coded", texts, lambda column: column.levels),
        ("missing numbers become the median, or stay for learners that take them", gaps, lambda c: c.missing),
        ("true and false are 1 and 0", [c for c in used if c.kind == "boolean"], lambda column: 0),
        ("dates are years since 2000", [c for c in used if c.kind == "date"], lambda column: 0),
    ]
    return said + [f"{words}: {_column_names(some, count)}" for words, some, count in parts if some]


def column_parts(columns: Sequence[FeatureColumn]) -> list[PagePart]:
    """What is done to columns, as lines of a page."""
    return below([f"Columns {words}." for words in feature_words(columns)])


def origin_notes(origin: Origin) -> list[str]:
    """What was done to the plan and the learners of a comparison, and to the columns that they got."""
    return [*map(note, origin.notes), *(f"Columns {words}." for words in feature_words(origin.columns))]


def _column_names(columns: Sequence[FeatureColumn], count: Callable[[FeatureColumn], int]) -> str:
    """The names of columns, each with a number where it has one."""
    shown = [_format.label(c.name, 30) + (f" ({count(c)})" if count(c) else "") for c in columns[:MOST]]
    more = f" and {len(columns) - MOST} more" if len(columns) > MOST else ""
    return ", ".join(shown) + more
