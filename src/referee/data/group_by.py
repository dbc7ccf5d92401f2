"""Engines that count by themselves: a group-by is pushed down to them, and only groups come back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

import numpy as np
import pyarrow as pa

from referee import _check
from referee.core.types import Codes, Table
from referee.data.column import TOLD_APART
from referee.data.source import Batch, CountRequest, ScoreRange, Source

DISTINCT = 1 << 20
"""Distinct scores up to which each is a group of its own."""

BINS = 1 << 20
SLICED_BINS = 1 << 16

MOST_GROUPS = 1 << 23
"""Groups that an engine gives back at most: eight for each of as many scores as are told apart."""

COUNT, BIN, LOW, TOP, ABOVE = "referee_n", "referee_bin", "referee_low", "referee_top", "referee_above"
_LARGEST = float(np.finfo(float).max)

How = Literal["min", "max", "count", "n_unique", "about_n_unique"]
"""What is wanted of the values of a group that are not missing."""


Expression = TypeVar("Expression")
"""A value of each row as an engine writes it: an expression of narwhals, a piece of SQL."""

Keys = Mapping[str, Expression]
Values = Mapping[str, tuple[How, Expression]]
"""What rows are grouped by, and what is wanted of each group, by name."""


class Pushed(Source, Generic[Expression]):
    """What such engines share: exact groups while scores are few, linear bins of the score beyond.

    A bin is a rounded linear function of the score, which keeps its order; the engine gives the lowest and highest
    score in each, so limits rest on scores that occurred and not on how it rounds. An engine has expressions of its
    own, put together by a few methods, and the group-by of some of them.
    """

    @abstractmethod
    def column(self, name: str) -> Expression:
        """A column as it is."""

    @abstractmethod
    def number(self, name: str) -> Expression:
        """A column as a double: NaN is missing, and both zeros are one."""

    @abstractmethod
    def whole(self, name: str) -> Expression | None:
        """A column where it is no float, missing elsewhere; None where the engine knows it for floats."""

    @abstractmethod
    def single(self, name: str) -> bool:
        """Whether a column is known to hold floats of 32 bits."""

    @abstractmethod
    def is_known(self, value: Expression) -> Expression:
        """Whether a value is not missing."""

    @abstractmethod
    def within(self, score: Expression, low: float | None, top: float | None) -> Expression:
        """Whether a score lies between two ends, which belong to it; None is no end."""

    @abstractmethod
    def place(self, score: Expression, run: ScoreRange, scale: float, offset: int) -> Expression:
        """The bin of a score within a run: what it is above the low end, times the scale, as a whole number."""

    @abstractmethod
    def case(self, *branches: tuple[Expression, Expression | int]) -> Expression:
        """The value of the first condition that holds; missing where none does."""

    @abstractmethod
    def fetch(self, keys: Keys[Any], values: Values[Any], where: Sequence[Expression]) -> pa.Table:
        """The groups as `group` gives them, but no more than MOST_GROUPS + 1, so that too many are known as such."""

    def group(self, keys: Keys[Any], values: Values[Any], where: Sequence[Expression] = ()) -> pa.Table:
        """An Arrow table of the groups of rows where every condition holds: the keys, the values, and COUNT."""
        table = self.fetch(keys, values, where)
        if table.num_rows > MOST_GROUPS:
            rule = f"make at most {MOST_GROUPS:,} groups of class, answer, slice and score"
            hint = "Choose columns with fewer values, and leave exact=True (--exact) out."
            _check.fail("source", rule, f"more than {MOST_GROUPS:,}", hint)
        return table

    def parts(self, ask: CountRequest) -> Iterator[Batch]:
        """All groups at once."""
        self.has(ask)
        keys = {name: self.column(name) for name in (*ask.labels, *ask.by)}
        keys |= {name: self.case((self.is_known(self.number(name)), 1)) for name in ask.present}
        values: Values[Expression] = {}
        runs: tuple[ScoreRange, ...] = ()
        if ask.score is not None:
            score = self.number(ask.score)
            self._tell_apart(ask.score, score)
            runs = ask.within or self._run_of(ask, score)
            if ask.threshold is not None:
                cut = float(np.float32(ask.threshold)) if self.single(ask.score) else ask.threshold
                keys[ABOVE] = self.case((self.within(score, cut, None), 1))
            if runs:
                keys[BIN] = self.bin_of(score, runs, only=bool(ask.within))
                values = {LOW: ("min", score), TOP: ("max", score)}
            else:
                keys[ask.score] = score
        table = self.group(keys, values, [self.is_known(keys[BIN])] if ask.within else [])
        if not table.num_rows:
            return
        columns = {name: table.column(name).combine_chunks() for name in (*ask.labels, *ask.by, *ask.present)}
        if ask.score is not None:
            columns[ask.score] = table.column(LOW if runs else ask.score).cast(pa.float64()).combine_chunks()
        above = None if ask.threshold is None else table.column(ABOVE).is_valid().to_numpy()
        if not runs:
            yield Batch(columns, counts_of(table), above=above)
            return
        bins = np.nan_to_num(table.column(BIN).to_numpy().astype(float), nan=-1).astype(np.int64)
        yield Batch(columns, counts_of(table), bins, table.column(TOP).to_numpy().astype(float), above)

    def _tell_apart(self, name: str, score: Expression) -> None:
        """Refuse whole numbers and decimals of which doubles would merge some."""
        exact = self.whole(name)
        if exact is None:
            return
        ends = self.group({}, {LOW: ("min", exact), TOP: ("max", exact)}).to_pylist()[0]
        if all(end is None or (isinstance(end, int) and abs(end) <= 2**53) for end in (ends[LOW], ends[TOP])):
            return
        rounded = self.case((self.is_known(exact), score))
        facts = self.group({}, {"own": ("n_unique", exact), "rounded": ("n_unique", rounded)}).to_pylist()[0]
        if int(facts["own"]) > int(facts["rounded"]):
            _check.fail(name, TOLD_APART, f"{facts['own']} values that round to {facts['rounded']}")

    def _run_of(self, ask: CountRequest, score: Expression) -> tuple[ScoreRange, ...]:
        """The run of all finite scores; none where each score can be a group of its own."""
        if ask.exact:
            return ()
        finite = self.case((self.within(score, -_LARGEST, _LARGEST), score))
        asked: Values[Any] = {"n": ("about_n_unique", score), LOW: ("min", finite), TOP: ("max", finite)}
        facts = self.group({}, asked).to_pylist()[0]
        ends = [float(facts[end]) for end in (LOW, TOP) if facts[end] is not None and facts[end] == facts[end]]
        if int(facts["n"]) <= DISTINCT or not ends:
            return ()
        return (ScoreRange(ends[0], ends[1], SLICED_BINS if ask.by else BINS),)

    def bin_of(self, score: Expression, runs: tuple[ScoreRange, ...], *, only: bool) -> Expression:
        """The bin of a score, missing where it is in no run; unless `only` these count, scores beyond have bins too."""
        branches: list[tuple[Expression, Expression | int]] = []
        offset = 0
        for run in runs:
            branches.append((self.within(score, run.low, run.top), self.place(score, run, scale_of(run), offset)))
            offset += run.bins + 1
        if not only:
            branches.append((self.within(score, None, runs[0].low), -1))
            branches.append((self.within(score, runs[-1].top, None), offset))
        return self.case(*branches)


def scale_of(run: ScoreRange) -> float:
    """What a score above the low end is multiplied by to give its bin."""
    width = run.top - run.low
    if not np.isfinite(width):
        return (run.bins / 4) / (run.top / 2 - run.low / 2)
    return (run.bins - 1) / width if width > 0 else 0.0


def counts_of(table: Table) -> Codes:
    """How many cases each group has."""
    return np.array([int(n) for n in table.column(COUNT).to_pylist()], dtype=np.int64)


def bin_ends(bins: Any, lows: Any, tops: Any) -> tuple[Any, Any, Any]:
    """The lowest and highest score of each bin, bins in their order, and the place of each row among them."""
    ids, place = np.unique(bins.astype(float), return_inverse=True)
    low, top = np.full(len(ids), np.inf), np.full(len(ids), -np.inf)
    np.minimum.at(low, place, lows.astype(float))
    np.maximum.at(top, place, tops.astype(float))
    return low, top, place
