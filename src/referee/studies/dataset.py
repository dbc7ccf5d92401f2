"""A dataset of a study: features, labels, and what splitting must know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee import _check, _format
from referee.core.types import Label
from referee.data.features import read_features
from referee.learners.data import LearnerCases


@dataclass(frozen=True, eq=False)
class Dataset(LearnerCases):
    """Named features and labels, with groups that stay together or times that keep their order.

    `source` says in words where the data came from. `use` names the columns of a dataframe to learn from; all but those
    that only name the cases when not said. Missing labels and a target of one class are refused with the
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
    use: Sequence[str] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name.isspace():
            _check.fail("name", "be the name of a dataset", _check.show_value(self.name))
        X = self.X if self.use is None else read_features(self.X, asked=list(self.use))
        super().__init__(X, self.y, self.positive, arg=f"y of {self.name}" if self.name else "y", least=2)
        if self.features is not None:
            object.__setattr__(self, "X", self.features)

    def __repr__(self) -> str:
        return f"<Dataset {self.name!r}: {_format.plural(self.n, 'case')}, {len(self.labels)} classes>"


def dataset_of(name: str, data: Any) -> Dataset:
    """A dataset as a study takes it: a `Dataset`, or the pair (X, y)."""
    if isinstance(data, Dataset):
        return data
    if isinstance(data, tuple | list) and len(data) == 2:
        return Dataset(name, *data)
    _check.fail(f"datasets[{name!r}]", "be a Dataset or a pair (X, y)", type(data).__name__)
