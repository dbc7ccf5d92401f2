"""A dataset of a study: features, labels, and what splitting must know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.types import Label
from referee.data.classes import positive_class as positive_of
from referee.data.column import labels_column, same_rows
from referee.data.encode import encode
from referee.resampling.data import Table, fingerprint_of, table_of
from referee.resampling.learner import labels_array


@dataclass(frozen=True, eq=False)
class Dataset:
    """Named features and labels, with groups that stay together or times that keep their order.

    `source` says in words where the data came from. Missing labels and a target of one class are refused with the
    name of the dataset. Two datasets are the same data when their fingerprints are equal.

    >>> data = Dataset("toy", [[0.0], [1.0], [2.0]], ["a", "b", "a"])
    >>> data.n, data.labels, data.codes.tolist()
    (3, ('a', 'b'), [0, 1, 0])
    """

    name: str
    X: Any
    y: Any
    groups: Any = None
    times: Any = None
    positive: Label | None = None
    source: str = ""
    table: Table = field(init=False)
    """The features, to be asked for rows."""
    codes: NDArray[np.int64] = field(init=False)
    """The class of each case, as a code into `labels`."""
    labels: tuple[Label, ...] = field(init=False)
    """The classes, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            _check.fail("name", "be the name of a dataset", repr(self.name))
        target = f"y of {self.name}"
        same_rows(target, self.y, "X", self.X)
        (codes,), labels = encode(labels_column(target, self.y))
        table = table_of(self.X, len(codes))
        if len(labels) < 2:
            got = f"only {_format.quoted(labels[0])}" if labels else "no cases"
            _check.fail(target, "hold at least two classes", got)
        codes.flags.writeable = False
        made = {"table": table, "codes": codes, "labels": labels, "positive": positive_of(labels, self.positive)}
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        return f"<Dataset {self.name!r}: {_format.plural(self.n, 'case')}, {len(self.labels)} classes>"

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.codes)

    @cached_property
    def levels(self) -> NDArray[Any]:
        """The classes as an array of one plain type."""
        return labels_array(self.labels)

    @cached_property
    def target(self) -> NDArray[Any]:
        """The labels as learners see them."""
        out: NDArray[Any] = self.levels[self.codes]
        return out

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the features and the labels."""
        return fingerprint_of(self.table, self.codes, self.labels)


def dataset_of(name: str, data: Any) -> Dataset:
    """A dataset as a study takes it: a `Dataset`, or the pair (X, y)."""
    if isinstance(data, Dataset):
        return data
    if isinstance(data, tuple | list) and len(data) == 2:
        return Dataset(name, *data)
    _check.fail(f"datasets[{name!r}]", "be a Dataset or a pair (X, y)", type(data).__name__)
