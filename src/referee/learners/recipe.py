"""What a recipe for splits is, the shuffles that recipes share, and splits from whatever says how to split."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import numpy as np

from referee import _check, _format, _memory, _rng
from referee.core import Splits
from referee.core.splits import Indices
from referee.core.types import Codes, Column, Floats, Rng, Table
from referee.data.column import keys_column, keys_text, labels_column, numbers_column, same_length
from referee.data.encode import encode


class Recipe(Protocol):
    """How to split any dataset: called with its labels, it gives the `Splits`."""

    def make(self, y: Column, *, groups: Column = None, times: Column = None, rng: Rng = None) -> Splits:
        """The splits of cases with these labels; groups stay together, and times are kept in order."""
        ...


class Splitter(Protocol):
    """A splitter as scikit-learn has them."""

    def split(self, X: Table, y: Column = None, groups: Column = None) -> Iterator[tuple[Indices, Indices]]:
        """The rows that train and the rows that test, split by split."""
        ...


Splitting: TypeAlias = Recipe | Splits | Splitter
"""Whatever says how to split."""


@dataclass(frozen=True)
class Dealing:
    """A recipe of numbers: checked when it is made, and recorded in the splits that it makes."""

    least: ClassVar[dict[str, int]] = {"folds": 2}
    """The least of a whole number, where it is not 1."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "int":
                value = _check.whole(field.name, value, least=self.least.get(field.name, 1))
            elif field.type == "float":
                value = _check.fraction(field.name, value)
            object.__setattr__(self, field.name, value)

    def make(self, y: Column, *, groups: Column = None, times: Column = None, rng: Rng = None) -> Splits:
        """The splits of cases with these labels; groups stay together, and times are kept in order."""
        cases, seed = cases_of(y, groups, times), _rng.seed_of(rng)
        made = getattr(self, "repeats", 1) * getattr(self, "resamples", 1)
        _memory.refuse_beyond(
            "splits", 8.0 * made * (cases.n + 20), f"{made} times the numbers of {cases.n} cases"
        )
        kind, tests, trains, facts = self._parts(cases, seed)
        facts = {"parameters": asdict(self), "seed": seed, "keeps": cases.keeps, **facts}
        return Splits(kind, cases.n, tuple(tests), None if trains is None else tuple(trains), **facts)

    @abstractmethod
    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        """The kind of the splits, their test and training parts, and facts that differ from what is recorded."""


Parts = tuple[str, Sequence[Indices], Sequence[Indices] | None, dict[str, Any]]


@dataclass(frozen=True)
class SplitCases:
    """The columns that splitting looks at, as codes."""

    classes: Codes
    groups: Codes | None
    times: Floats | None

    @property
    def n(self) -> int:
        """The number of cases."""
        return len(self.classes)

    @property
    def keeps(self) -> Literal["cases", "groups", "times"]:
        """What stays together, or in order."""
        return "groups" if self.groups is not None else "cases" if self.times is None else "times"

    @property
    def word(self) -> str:
        """What the kind of splits begins with."""
        return {"cases": "", "groups": "grouped ", "times": "time-ordered "}[self.keeps]

    def strata(self, stratified: bool) -> Codes:
        """The classes, or one stratum for all."""
        return self.classes if stratified else np.zeros_like(self.classes)

    def draw(self, size: int, rng: np.random.Generator, *, stratified: bool, rows: Any = slice(None)) -> Indices:
        """The places of about `size` of some rows (all by default): each class in proportion, or whole groups.

        Groups are taken in random order until their number is nearest to `size`; some groups stay out.
        """
        if self.groups is None:
            return draw_rows(self.strata(stratified)[rows], size, rng)
        groups = np.unique(self.groups[rows], return_inverse=True)[1].reshape(-1)
        order = rng.permutation(int(groups.max()) + 1)
        filled = np.cumsum(np.bincount(groups)[order])[:-1]
        taken = order[: int(np.argmin(np.abs(filled - size))) + 1]
        return np.flatnonzero(np.isin(groups, taken))


def cases_of(y: Column, groups: Column = None, times: Column = None) -> SplitCases:
    """Checked columns: a class, a group and a time for each case."""
    column = labels_column("y", y)
    (classes,), _ = encode(column)
    group = when = None
    if groups is not None and times is not None:
        _check.fail("times", "not be given with `groups`", "both", "Split by one of them.")
    if groups is not None:
        keys = keys_column("groups", groups)
        same_length("groups", keys, "y", len(classes))
        group = np.unique(keys_text(keys), return_inverse=True)[1].astype(np.int64).reshape(-1)
        if group.max() == 0:
            _check.fail("groups", "be at least 2 groups", "1 group")
    if times is not None:
        when = _times(times)
        same_length("times", when, "y", len(classes))
    if len(classes) < 2:
        _check.fail("y", "have at least 2 cases to split", _format.plural(len(classes), "case"))
    return SplitCases(classes, group, when)


def _times(times: Column) -> Floats:
    """Times as numbers; dates become nanoseconds."""
    array = np.asarray(times)
    if array.dtype.kind == "M":
        if np.isnat(array).any():
            _check.fail(
                "times", "not be missing", f"NaT at {_format.row(int(np.flatnonzero(np.isnat(array))[0]))}"
            )
        return array.astype("datetime64[ns]").astype(np.int64).astype(float)
    return numbers_column("times", times).astype(float)


def shuffle(strata: Codes, rng: np.random.Generator) -> Indices:
    """The rows in random order within each stratum, the strata one after the other."""
    return np.lexsort((rng.random(len(strata)), strata))


def dealt(strata: Codes, folds: int, rng: np.random.Generator) -> Indices:
    """A fold for each row, dealt like cards: the folds differ by at most one case, in all and in each stratum."""
    fold = np.empty(len(strata), dtype=np.int64)
    fold[shuffle(strata, rng)] = rng.permutation(folds)[np.arange(len(strata)) % folds]
    return fold


def draw_rows(strata: Codes, size: int, rng: np.random.Generator) -> Indices:
    """`size` rows at random, from each stratum its share to within one case (systematic after a shuffle)."""
    steps = np.floor(np.arange(len(strata) + 1) * (size / len(strata)) + rng.random() * (1 - 1e-9))
    steps[-1] = steps[0] + size
    return np.sort(shuffle(strata, rng)[np.diff(steps) > 0])


def share_size(n: int, share: float) -> int:
    """How many of n cases a share is: the nearest number that leaves some on each side."""
    return min(n - 1, max(1, round(n * share)))


def forward(times: Floats, start: int, size: int, rule: str) -> tuple[Indices, Indices]:
    """The cases before a moment, and the next `size` of them; there must be some to train on, as the rule says."""
    train, rest = cut_after(times, start)
    if not len(train):
        _check.fail("times", rule, "a first time that is too common")
    return np.sort(train), np.sort(rest[:size])


def cut_after(times: Floats, position: int) -> tuple[Indices, Indices]:
    """The rows before a position in time, and the rest; cases of one time stay on the later side."""
    order = np.argsort(times, kind="stable")
    first = np.searchsorted(times[order], times[order][position], side="left")
    return order[:first], order[first:]


def from_sklearn(
    splitter: Splitter, y: Column, *, X: Table = None, groups: Column = None, rng: Rng = None
) -> Splits:
    """The splits that a scikit-learn splitter makes of these labels.

    Anything with `split(X, y, groups)` will do. A splitter that shuffles without a seed of its own gets one, so
    that the splits can be made again. A splitter whose training and test parts share cases is refused.

    >>> from sklearn.model_selection import KFold
    >>> from_sklearn(KFold(3), [0, 1, 0, 1, 0, 1]).tests[0].tolist()
    [0, 1]
    """
    from sklearn.model_selection import BaseShuffleSplit

    given: object = splitter
    if isinstance(given, str | bytes) or not callable(getattr(given, "split", None)):
        _check.fail("splitter", "have a method `split`", type(splitter).__name__)
    n, seed = cases_of(y).n, _rng.seed_of(rng)
    if getattr(splitter, "random_state", 0) is None:
        import copy

        splitter = copy.copy(splitter)
        vars(splitter)["random_state"] = int(_rng.stream(seed, "splits", "scikit-learn").integers(2**31 - 1))
    rows = np.zeros((n, 1)) if X is None else X
    parts = [(np.asarray(train), np.asarray(test)) for train, test in splitter.split(rows, y, groups)]
    cvargs = getattr(splitter, "cvargs", {})
    repeats = int(getattr(splitter, "n_repeats", 1))
    facts = {"splitter": str(splitter), **{str(k): v for k, v in cvargs.items()}}
    trains, tests = tuple(train for train, _ in parts), tuple(test for _, test in parts)
    if len(tests) % repeats:
        repeats = 1
    made: Any = {"repeats": repeats, "parameters": facts, "seed": seed}
    made |= {"keeps": "cases" if groups is None else "groups", "drawn": isinstance(splitter, BaseShuffleSplit)}
    return Splits(type(splitter).__name__, n, tests, trains, **made)


def splits_for(
    recipe: Splitting, X: Table, y: Column, *, groups: Column = None, times: Column = None, rng: Rng = None
) -> Splits:
    """The splits that a recipe, a scikit-learn splitter or the user made.

    >>> from referee.learners.cross_validation import CrossValidation
    >>> splits_for(CrossValidation(2), None, [0, 1, 0, 1], rng=1).kind
    '2-fold'
    """
    if isinstance(recipe, Splits):
        return recipe
    if not isinstance(recipe, type) and hasattr(recipe, "make"):
        made = recipe.make(y, groups=groups, rng=rng) if times is None else recipe.make(y, times=times, rng=rng)
        assert isinstance(made, Splits)
        return made
    if not isinstance(recipe, type) and hasattr(recipe, "split"):
        return from_sklearn(recipe, y, X=X, groups=groups, rng=rng)
    _check.fail("splits", "be a recipe such as RandomSplits(30), Splits or a splitter", type(recipe).__name__)
