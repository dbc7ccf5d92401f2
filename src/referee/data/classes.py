"""Scores of several classes, one column each, counted where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core.class_scores import ClassScores
from referee.core.tally import Tally
from referee.core.types import Label


def class_columns(score: Any) -> dict[Label, str]:
    """The column of each class, checked."""
    columns = dict(score)
    for label, column in columns.items():
        if not isinstance(column, str):
            _check.fail("score", "map classes to names of columns", f"{type(column).__name__} for {label!r}")
    if len(columns) < 2 or len(set(columns.values())) < len(columns):
        _check.fail("score", "map two or more classes to a column each", _format.listing(columns.values()))
    return columns


def tally_classes(made: Any, score: Mapping[Label, str]) -> Tally:
    """The tally of all columns; `made(column, others, first)` counts one, among cases that have the others too."""
    columns = class_columns(score)
    jobs: dict[Label, Any] = {}
    for label, column in columns.items():
        others = tuple(c for c in columns.values() if c != column)
        jobs[label] = made(column, others, not jobs)
    first = next(iter(jobs.values()))
    named = {_known(label, first.labels): job for label, job in jobs.items()}
    absent = [label for label in first.labels if label not in named]
    if absent:
        rule = "map every class to a column"
        _check.fail("score", rule, f"none for {_format.listing(absent)}")
    tables = tuple(_table(label, named[label], first.labels) for label in first.labels)
    return replace(first.tally(None), columns=tables)


def _known(label: Any, labels: tuple[Label, ...]) -> Label:
    """The label of the truth that is meant, by its text where need be."""
    found = next((known for known in labels if known == label or str(known) == str(label)), None)
    if found is None:
        _check.fail(
            "score", "map classes that occur", _check.written(label), f"There are {_format.listing(labels)}."
        )
    return found


def _table(label: Label, job: Any, labels: tuple[Label, ...]) -> ClassScores:
    """The counts of one column by true class."""
    found = job.census.found
    counts = np.zeros((len(found.starts), len(labels)), dtype=np.int64)
    for k, (_, truth) in enumerate(job.census.kinds):
        counts[:, labels.index(job.labels[job.place[truth]])] += found.table[:, k]
    lows, tops = found.lows[::-1], found.tops[::-1]
    return ClassScores(label, lows, counts[::-1], labels, None if np.array_equal(lows, tops) else tops)
