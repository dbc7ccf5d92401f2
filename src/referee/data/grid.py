"""Several scores of the same cases counted together: as kinds of rows while they are few, else two on a grid.

A kind of row is a distinct row of labels and scores, with how many cases it stands for. For the grid each score is
counted alone first, then both on the bins that these counts imply.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from referee import _check
from referee.core import Ranking, ScoreGrid
from referee.core.cases import distinct_rows
from referee.core.types import Array, Bools, Codes, Floats
from referee.data.frames import array_of
from referee.data.group_by import Pushed, Values, bin_ends, counts_of
from referee.data.source import CountRequest, ScoreRange
from referee.data.stream import as_floats

if TYPE_CHECKING:
    from referee.data.counter import Counting

MOST_KINDS = 1 << 20
"""Cases up to which the kinds of several scores are kept; beyond, scores are counted apart, or two on a grid."""

SIDE = 1024
"""Bins of each score."""

RUNS = 32
"""Stretches of equal weight that an engine divides evenly."""

Bins = tuple[Array, Array, Bools, Bools]
"""The cells of a grid: positives, negatives, and which bins of each score hold one value."""


def score_kinds(job: Counting, columns: tuple[str, ...]) -> tuple[Codes, Floats, Codes] | None:
    """Codes of truth and answers, the scores, and the number of cases of each kind; None when there are too many.

    `job` is the counting of the first score, which knows the labels and how many cases there are.
    """
    if job.census.n > MOST_KINDS:
        return None
    codes, scores, times = (np.concatenate(column) for column in zip(*scored_records(job, columns), strict=True))
    scores += 0.0
    first, place = distinct_rows(*codes.T, *scores.T)
    total = np.bincount(place, weights=times, minlength=len(first)).astype(np.int64)
    if total.sum() != job.census.n:
        _check.fail("source", "be the same in every pass", "other records in a later pass")
    return codes[first], scores[first], total


def scored_records(job: Counting, columns: tuple[str, ...]) -> Iterator[tuple[Codes, Floats, Codes]]:
    """Codes of truth and answers, the scores, and how many cases each row stands for, of the rows that lack nothing."""
    labels, pushed = job.census.ask.labels, isinstance(job.source, Pushed)
    ask = CountRequest((*labels, *columns)) if pushed else CountRequest(labels, columns[0], present=columns[1:])
    codes = job.codes()
    for part, kinds in job.census.pass_over(ask, again=True):
        scores = [as_floats(name, part.columns[name], "the source", False) for name in columns]
        rows = np.stack([array_of(s).astype(float) for s in scores], axis=1)
        yield codes[kinds], rows, np.ones(len(part), dtype=np.int64) if part.counts is None else part.counts


def grid_of(a: Counting, b: Counting) -> ScoreGrid:
    """The grid of the scores of two countings, on bins that the rankings of both imply."""
    rankings = [job.answers().ranking for job in (a, b)]
    columns = str(a.score), str(b.score)
    counted = _push_cells if isinstance(a.source, Pushed) else _stream_cells
    positives, negatives, whole_a, whole_b = counted(a, columns, rankings)
    if positives.sum() + negatives.sum() != rankings[0].n:
        _check.fail("source", "be the same in every pass", "other records in a later pass")
    return ScoreGrid(positives, negatives, whole_a, whole_b, *rankings)


def group_scores(ranking: Ranking, most: int) -> tuple[Floats, Floats, Bools]:
    """About `most` groups of neighbouring scores, alike in weight, ascending: low ends, high ends, one value or not.

    The weight of a score is its share of the positives and of the negatives; a score that outweighs a group is alone.

    >>> low, top, whole = group_scores(Ranking.from_scores([1, 0, 1, 0, 1], [1, 2, 3, 3, 3], positive=1), 10)
    >>> low.tolist(), whole.tolist()
    ([1.0, 2.0, 3.0], [True, True, True])
    """
    low = ranking.scores[::-1]
    top = low if ranking.tops is None else ranking.tops[::-1]
    known = np.asarray(top == low)
    if len(low) <= most:
        return low, top, known
    weight = ranking.positives[::-1] / max(ranking.n_positive, 1) + ranking.negatives[::-1] / max(
        ranking.n_negative, 1
    )
    group = np.floor((np.cumsum(weight) - weight / 2) / weight.sum() * most)
    heavy = weight >= weight.sum() / most
    fresh = np.append(True, (np.diff(group) != 0) | heavy[1:] | heavy[:-1])
    first = np.flatnonzero(fresh)
    last = np.append(first[1:], len(low)) - 1
    return low[first], top[last], known[first] & (first == last)


def _stream_cells(job: Counting, columns: tuple[str, str], rankings: list[Ranking]) -> Bins:
    """The cells, in one more pass over the records."""
    positive = job.labels.index(job.positive)
    groups = [group_scores(ranking, SIDE) for ranking in rankings]
    shape = (2, len(groups[0][0]), len(groups[1][0]))
    table = np.zeros(shape, dtype=np.int64)
    for codes, found, _ in scored_records(job, columns):
        places = [np.searchsorted(g[0], f, side="right") - 1 for g, f in zip(groups, found.T, strict=True)]
        cell = np.ravel_multi_index(((codes[:, 0] == positive).astype(np.int64), *places), shape)
        table += np.bincount(cell, minlength=table.size).reshape(shape)
    return table[1], table[0], groups[0][2], groups[1][2]


def _push_cells(job: Counting, columns: tuple[str, str], rankings: list[Ranking]) -> Bins:
    """The cells, as one group-by of the engine; a bin holds one value when its lowest and highest score are one."""
    source: Any = job.source
    truth, coder = job.census.ask.labels[0], job.census.coder
    runs = tuple(_runs(ranking, column) for ranking, column in zip(rankings, columns, strict=True))
    keys, where = {truth: source.column(truth)}, [source.is_known(source.column(truth))]
    values: Values[Any] = {}
    for k, column, own in zip("ab", columns, runs, strict=True):
        score = source.number(column)
        keys[f"bin_{k}"] = source.bin_of(score, own, only=True) if own else score
        values = {**values, f"low_{k}": ("min", score), f"top_{k}": ("max", score)}
        where.append(source.is_known(score))
    found = source.group(keys, values, where)
    places, wholes = [], []
    for k in ("a", "b"):
        lows, tops, place = bin_ends(*(found.column(f"{of}_{k}").to_numpy() for of in ("bin", "low", "top")))
        places.append(place)
        wholes.append(lows == tops)
    table = np.zeros((2, len(wholes[0]), len(wholes[1])), dtype=np.int64)
    codes = coder.codes(truth, found.column(truth).combine_chunks())
    positive = [int(job.labels[job.place[0, code]] == job.positive) for code in range(len(coder.labels))]
    np.add.at(table, (np.array(positive)[codes], places[0], places[1]), counts_of(found))
    return table[1], table[0], wholes[0], wholes[1]


def _runs(ranking: Ranking, column: str) -> tuple[ScoreRange, ...]:
    """Stretches that the engine divides; none where its distinct scores are few enough."""
    if ranking.tops is None and len(ranking.scores) <= SIDE:
        return ()
    low, top, _ = group_scores(ranking, RUNS)
    if not (np.isfinite(low).all() and np.isfinite(top).all()):
        _check.fail(column, "be finite to be counted with another score", "an infinite score")
    return tuple(ScoreRange(float(a), float(b), SIDE // RUNS) for a, b in zip(low, top, strict=True))
