"""Engines that count by themselves: a group-by is pushed down to them, and only groups come back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from referee.data.source import Ask, Part, Run, Source

DISTINCT = 1 << 20
"""Distinct scores up to which each is a group of its own."""

BINS = 1 << 20
SLICED_BINS = 1 << 16

COUNT, BIN, LOW, TOP, ABOVE = "referee_n", "referee_bin", "referee_low", "referee_top", "referee_above"


@dataclass(frozen=True)
class Facts:
    """Of a column of scores: distinct values, and the lowest and highest finite one (None without any)."""

    distinct: int
    low: float | None
    high: float | None


class Pushed(Source):
    """What such engines share: exact groups while scores are few, linear bins of the score beyond.

    A bin is a rounded linear function of the score, which keeps its order; the engine gives the lowest and highest
    score in each, so limits rest on scores that occurred and not on how it rounds.
    """

    @abstractmethod
    def facts(self, score: str) -> Facts:
        """What is known of the scores before they are grouped."""

    @abstractmethod
    def grouped(self, ask: Ask, runs: tuple[Run, ...]) -> Any:
        """An Arrow table: columns of labels and slices, the score or BIN, LOW and TOP, ABOVE, and COUNT."""

    @abstractmethod
    def paired(self, truth: str, columns: tuple[str, str], runs: tuple[tuple[Run, ...], ...]) -> Any:
        """An Arrow table of cells of two scores: the truth, bin_a, bin_b, COUNT and the ends low_a, top_a, ..."""

    def parts(self, ask: Ask) -> Iterator[Part]:
        """All groups at once."""
        self.has(ask)
        runs = ask.within
        if ask.score is not None and not runs and not ask.exact:
            facts = self.facts(ask.score)
            if facts.distinct > DISTINCT and facts.low is not None and facts.high is not None:
                runs = (Run(facts.low, facts.high, SLICED_BINS if ask.by else BINS),)
        table = self.grouped(ask, runs)
        columns = {name: table.column(name).combine_chunks() for name in (*ask.labels, *ask.by, *ask.present)}
        if ask.score is not None:
            columns[ask.score] = table.column(LOW if runs else ask.score).combine_chunks()
        above = None if ask.threshold is None else _numpy(table, ABOVE).astype(bool)
        if not table.num_rows:
            return
        counts = np.array([int(n) for n in table.column(COUNT).to_pylist()], dtype=np.int64)
        if not runs:
            yield Part(columns, counts, above=above)
            return
        bins = np.nan_to_num(_numpy(table, BIN).astype(float), nan=-1).astype(np.int64)
        yield Part(columns, counts, bins, _numpy(table, TOP).astype(float), above)


def scale_of(run: Run) -> float:
    """What a score above the low end is multiplied by to give its bin."""
    width = run.top - run.low
    if not np.isfinite(width):
        return (run.bins / 4) / (run.top / 2 - run.low / 2)
    return (run.bins - 1) / width if width > 0 else 0.0


def _numpy(table: Any, name: str) -> Any:
    return table.column(name).to_numpy()
