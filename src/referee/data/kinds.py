"""Kinds of rows: the distinct rows of labels and several columns of scores, and how many cases each stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from referee import _check
from referee.core import Codes, Floats, distinct_rows
from referee.data.pushed import Pushed
from referee.data.source import Ask
from referee.data.stream import as_floats

MOST_KINDS = 1 << 20
"""Cases up to which the kinds of several scores are kept; beyond, scores are counted apart, or two on a grid."""


def score_kinds(source: Any, job: Any, columns: tuple[str, ...]) -> tuple[Codes, Floats, Codes] | None:
    """Codes of truth and answers, the scores, and the number of cases of each kind; None when there are too many.

    `job` is the counting of the first score, which knows the labels and how many cases there are.
    """
    if job.census.n > MOST_KINDS or job.census.found is None:
        return None
    labels = job.census.ask.labels
    parts = list(scored_records(source, labels, columns))
    said = [
        np.concatenate([job.census.coder.codes(name, part[0][i]) for part in parts])
        for i, name in enumerate(labels)
    ]
    codes = np.stack([_placed(job, i, column) for i, column in enumerate(said)], axis=1)
    scores = np.concatenate([part[1] for part in parts]) + 0.0
    times = np.concatenate([part[2] for part in parts])
    first, place = distinct_rows(*codes.T, *scores.T)
    total = np.bincount(place, weights=times, minlength=len(first)).astype(np.int64)
    if total.sum() != job.census.n:
        _check.fail("source", "be the same in every pass", "other records in a later pass")
    return codes[first], scores[first], total


def _placed(job: Any, column: int, codes: NDArray[Any]) -> Codes:
    """Codes of first sight as places in the labels."""
    place = np.array([job.place.get((column, code), 0) for code in range(len(job.census.coder.labels))])
    return np.asarray(place[codes])


def scored_records(
    source: Any, labels: tuple[str, ...], columns: tuple[str, ...]
) -> Iterator[tuple[list[Any], Floats, NDArray[np.int64]]]:
    """Columns of labels, the scores, and how many cases each row stands for, of the rows that lack nothing."""
    pushed = isinstance(source, Pushed)
    ask = Ask((*labels, *columns)) if pushed else Ask(labels, columns[0], present=columns[1:])
    for part in source.parts(ask):
        scores = [_floats(name, part.columns[name]) for name in columns]
        said = [part.columns[name] for name in labels]
        kept: NDArray[Any] = np.asarray(~np.isnan(np.stack(scores)).any(axis=0))
        for column in said:
            if column.null_count:
                kept &= ~column.is_null().to_numpy(zero_copy_only=False)
        times = np.ones(len(kept), dtype=np.int64) if part.counts is None else part.counts
        mask = pa.array(kept)
        if kept.any():
            yield [column.filter(mask) for column in said], np.stack(scores, axis=1)[kept], times[kept]


def _floats(name: str, column: Any) -> Floats:
    return np.asarray(as_floats(name, column, "the source", False).to_numpy(zero_copy_only=False), dtype=float)
