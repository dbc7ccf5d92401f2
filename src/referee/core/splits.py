"""Splits of a dataset into training and test cases: made once, shared by all learners, recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core.noun import Noun
from referee.core.types import Codes

Indices = Codes


class Splits(Noun, schema="splits/1"):
    """Which cases train and which test, in each of several splits of n cases.

    `tests` holds the rows of the test part of each split; `trains` those of the training part, a row as often as it
    was drawn, or None when each training part is all the other rows. `validations` is a third part where there is
    one. The splits of one repeat stand together, so that k-fold 10 times is 10 runs of k. `kind` is for readers, and so
    is `once`, the kind of a single repeat; what a test must know is in `keeps`, whether groups stay together or times
    in order, and in `drawn`, whether the test part of each split was drawn afresh. Two Splits are equal when their
    fingerprints are: the same rows in the same roles, however they were made.

    >>> splits = Splits("k-fold", 4, ([0, 1], [2, 3]))
    >>> [(train.tolist(), test.tolist()) for train, test in splits]
    [([2, 3], [0, 1]), ([0, 1], [2, 3])]
    >>> splits == Splits.from_dict(splits.to_dict())
    True
    """

    kind: str
    n: int
    tests: tuple[Indices, ...]
    trains: tuple[Indices, ...] | None = None
    validations: tuple[Indices, ...] = ()
    repeats: int = 1
    parameters: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    keeps: Literal["cases", "groups", "times"] = "cases"
    drawn: bool = False
    once: str = ""

    def __post_init__(self) -> None:
        for name in ("n", "repeats"):
            object.__setattr__(self, name, _check.whole(name, getattr(self, name), least=1))
        for name in ("tests", "validations", "trains"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, _parts(name, getattr(self, name), self.n))
        if not len(self) or len(self) % self.repeats:
            _check.fail("tests", f"be some for each of {self.repeats} repeats", f"{len(self)} splits")
        for name, parts in (("validations", self.validations or None), ("trains", self.trains)):
            if parts is not None and len(parts) != len(self):
                _check.fail(name, f"be one for each of {len(self)} splits", len(parts))
        if self.trains is None:
            if any(len(self._untrained_rows(i)) >= self.n for i in range(len(self))):
                _check.fail("tests", "leave cases to train on", f"all {self.n} cases in one test part")
        elif all(np.array_equal(train, self._rest(i)) for i, train in enumerate(self.trains)):
            object.__setattr__(self, "trains", None)
        else:
            self._refuse_overlap(self.trains)
        super().__post_init__()

    def _refuse_overlap(self, trains: tuple[Indices, ...]) -> None:
        for i, train in enumerate(trains):
            marked = np.zeros(self.n, dtype=bool)
            marked[train] = True
            both = np.flatnonzero(marked[self._untrained_rows(i)])
            if len(both):
                row = int(self._untrained_rows(i)[both[0]])
                got = f"index {row} in both parts of split {i}"
                _check.fail("trains", "share no case with the test part", got)

    def _untrained_rows(self, i: int) -> Indices:
        return np.concatenate([self.tests[i], self.validations[i]]) if self.validations else self.tests[i]

    def __repr__(self) -> str:
        return f"<Splits {self.kind}: {len(self)} of {self.n} cases, {self.fingerprint[:8]}>"

    def __len__(self) -> int:
        return len(self.tests)

    def __iter__(self) -> Iterator[tuple[Indices, Indices]]:
        return ((self.train(i), self.tests[i]) for i in range(len(self)))

    def __getitem__(self, i: int) -> tuple[Indices, Indices]:
        return self.train(i), self.tests[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Splits) and self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def train(self, i: int) -> Indices:
        """The training rows of split i, a row as often as it was drawn."""
        return self._rest(i) if self.trains is None else self.trains[i]

    def _rest(self, i: int) -> Indices:
        """The rows that split i neither tests nor keeps for validation."""
        keep = np.ones(self.n, dtype=bool)
        keep[self._untrained_rows(i)] = False
        return np.flatnonzero(keep)

    def repeat(self, i: int) -> int:
        """The repeat that split i belongs to."""
        return i // (len(self) // self.repeats)

    def first(self, count: int) -> Splits:
        """The first of these splits alone: whole repeats, or some that were each drawn afresh.

        >>> Splits("2-fold, 2 times", 4, ([0, 1], [2, 3]) * 2, repeats=2, once="2-fold").first(2)
        <Splits 2-fold: 2 of 4 cases, 1064ed2f>
        """
        repeats = max(1, self.repeats * count // len(self))
        cut: Any = {"tests": self.tests[:count], "validations": self.validations[:count], "repeats": repeats}
        cut["trains"] = None if self.trains is None else self.trains[:count]
        cut["parameters"] = self.parameters | ({"repeats": repeats} if "repeats" in self.parameters else {})
        return replace(self, kind=(repeats == 1 and self.once) or self.kind, **cut)

    @property
    def test_train_ratio(self) -> float:
        """Test cases for each training case, the mean over the splits: what the corrected t test needs."""
        return float(np.mean([len(test) / self._train_size(i) for i, test in enumerate(self.tests)]))

    def _train_size(self, i: int) -> int:
        """How many rows split i trains on; where that is all that it does not test, without listing them."""
        rest = self.trains is None and not self.validations
        return self.n - len(self.tests[i]) if rest else len(self.train(i))

    @property
    def partition(self) -> bool:
        """Whether each repeat tests every case exactly once."""
        a_repeat = len(self) // self.repeats
        for r in range(self.repeats):
            rows = np.concatenate(self.tests[r * a_repeat : (r + 1) * a_repeat])
            if len(rows) != self.n or (np.bincount(rows, minlength=self.n) != 1).any():
                return False
        return True

    @property
    def leaves_one_out(self) -> bool:
        """Whether every case is tested once, alone."""
        return self.partition and all(len(test) == 1 for test in self.tests)

    @property
    def bootstrap(self) -> bool:
        """Whether some training part holds a case more than once."""
        return self.trains is not None and any(len(np.unique(train)) < len(train) for train in self.trains)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the rows in their roles; how they were made does not enter."""
        digest = hashlib.sha256(f"{self.n} {self.repeats}".encode())
        for role, parts in (("test", self.tests), ("validation", self.validations), ("train", self.trains or ())):
            for part in parts:
                digest.update(f"\0{role} {len(part)}\0".encode())
                digest.update(part.astype("<i8").tobytes())
        return digest.hexdigest()[:32]


def _parts(arg: str, parts: Sequence[Any], n: int) -> tuple[Indices, ...]:
    """Checked rows of one role in each split, frozen."""
    out = []
    for i, part in enumerate(parts):
        rows = np.asarray(part)
        if rows.ndim != 1 or not len(rows) or rows.dtype.kind not in "iu":
            _check.fail(arg, "each be a list of at least one row", f"split {i}: {part!r}")
        rows = rows.astype(np.int64)
        if rows.min() < 0 or rows.max() >= n:
            wrong = int(rows[(rows < 0) | (rows >= n)][0])
            _check.fail(arg, f"be rows from 0 to {n - 1}", f"{wrong} in split {i}")
        if arg != "trains" and len(rows) > 1 and np.bincount(rows).max() > 1:
            got = f"index {int(np.bincount(rows).argmax())} twice in split {i}"
            _check.fail(arg, "name each row once a split", got)
        rows.flags.writeable = False
        out.append(rows)
    return tuple(out)
