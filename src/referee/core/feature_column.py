"""What a column of features holds, and whether learners get it."""

from __future__ import annotations

from typing import Literal, get_args

from referee import _check
from referee.core.noun import Noun

FeatureKind = Literal["number", "text", "boolean", "date"]
LeftOut = Literal["", "unique", "named", "texts"]


class FeatureColumn(Noun, schema="feature_column/1"):
    """A column of features: its kind, how many values are missing and, of text, how many categories it has.

    `left_out` says why learners do not get it: as many values as cases ("unique"), a name such as "id" with a value
    for most cases ("named"), or nearly as many texts as cases ("texts"); it is empty for a column that is used.

    >>> FeatureColumn("income", "number", missing=3).used
    True
    """

    name: str
    kind: FeatureKind
    missing: int = 0
    levels: int = 0
    left_out: LeftOut = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _check.choice("kind", self.kind, get_args(FeatureKind))
        _check.choice("left_out", self.left_out, get_args(LeftOut))

    @property
    def used(self) -> bool:
        """Whether learners get it."""
        return not self.left_out
