"""Counting where the data is: one pass over a source, and only counts come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.joint import JointConfusion
from referee.core.ranking import Ranking
from referee.core.tally import Tally
from referee.core.types import Label
from referee.data.census import Census, Progress
from referee.data.classes import tally_classes
from referee.data.coder import distinct_text
from referee.data.encode import ordered
from referee.data.grid import grid_of
from referee.data.opened import opened
from referee.data.predictions import _positive
from referee.data.source import Ask

Missing = Literal["refuse", "drop"]


def tally(
    source: Any,
    *,
    truth: str,
    pred: str | Sequence[str] | None = None,
    score: str | Sequence[str] | Mapping[Label, str] | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    progress: Progress | None = None,
    name: str = "",
    **options: Any,
) -> Tally:
    r"""Count the predictions of a table where they are.

    `source` is a file, a glob or a folder (CSV, TSV, JSON lines, Parquet, Feather, compressed or not), a dataframe,
    eager or lazy, a mapping of columns, or a database (see `options`); the others name its columns. `pred` may name
    the columns of two models, whose answers are then counted jointly; `threshold` makes classes of the score. Of
    two scores of the same cases `score` is a pair of columns, counted on a grid (`Tally.grid`); of several classes it
    maps each to its column: a pass for each, and counts by true class (`Tally.columns`).

    Scores are counted by value while they are few, and beyond about a million on bins, refined in further passes
    until the limits of the area are within 1e-5; `exact=True` keeps every score. Missing values are refused with
    their number in each column unless `missing="drop"`; the tally then says how many cases were left out.

    `options` are `encoding` and `delimiter` of text files, and `query` or `table` of a database.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y,p\n1,0.9\n0,0.4\n1,0.3\n")
    >>> t = tally(file, truth="y", score="p", threshold=0.5)
    >>> t.n, t.confusion.counts.tolist(), t.ranking.auc
    (3, [[1, 0], [1, 1]], 0.5)
    """
    rest = (threshold, positive, missing, exact, progress, name, options)
    if isinstance(score, Sequence) and not isinstance(score, str):
        return _two_scores(source, truth, score, rest)
    if not isinstance(score, Mapping):
        return _Job(source, truth, pred, score, (), *rest).tally(None)

    def made(column: str, others: tuple[str, ...], first: bool) -> _Job:
        return _Job(source, truth, pred if first else None, column, (), *rest, present=others)

    return tally_classes(made, score)


def tally_by(
    source: Any,
    *,
    by: str | Sequence[str],
    truth: str,
    pred: str | Sequence[str] | None = None,
    score: str | None = None,
    threshold: float | None = None,
    positive: Label | None = None,
    missing: Missing = "refuse",
    exact: bool = False,
    progress: Progress | None = None,
    name: str = "",
    **options: Any,
) -> dict[tuple[Any, ...], Tally]:
    r"""As `tally`, for each slice of the columns `by`, in the same pass; the key () is the whole.

    >>> import tempfile, pathlib
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> _ = file.write_text("y,yhat,region\n1,1,eu\n0,1,us\n1,1,eu\n0,0,us\n")
    >>> {key: t.n for key, t in tally_by(file, by="region", truth="y", pred="yhat").items()}
    {(): 4, ('eu',): 2, ('us',): 2}
    """
    columns = _check.names("by", by)
    if not columns:
        _check.fail("by", "name at least one column", "none")
    job = _Job(source, truth, pred, score, columns, threshold, positive, missing, exact, progress, name, options)
    slices = sorted(range(len(job.slices)), key=lambda s: tuple((str(type(v)), v) for v in job.slices[s]))
    return {(): job.tally(None), **{job.slices[s]: job.tally(s) for s in slices}}


def _two_scores(data: Any, truth: str, score: Sequence[str], rest: tuple[Any, ...]) -> Tally:
    """The tally of two scores: each counted alone among the cases that have both, then both on a grid."""
    columns = tuple(score)
    if len(columns) != 2 or columns[0] == columns[1]:
        _check.fail("score", "name the columns of two models", _format.listing(columns))
    source = opened(data, **rest[-1])
    try:
        threshold, positive, missing, exact, progress, name, _ = rest
        if threshold is not None:
            _check.fail("threshold", "be given with one score", threshold)

        def job(column: str, other: str) -> _Job:
            return _Job(
                source,
                truth,
                None,
                column,
                (),
                None,
                positive,
                missing,
                exact,
                progress,
                name,
                {},
                present=(other,),
            )

        jobs = [job(columns[0], columns[1]), job(columns[1], columns[0])]
        grid = grid_of(source, (columns[0], columns[1]), jobs, jobs[0].positive)
    finally:
        if source is not data:
            source.close()
    return replace(jobs[0].tally(None), grid=grid, models=columns)


class _Job:
    """What is asked of a source, and the tables that come of it."""

    def __init__(
        self,
        data: Any,
        truth: str,
        pred: str | Sequence[str] | None,
        score: str | None,
        by: tuple[str, ...],
        threshold: float | None,
        positive: Label | None,
        missing: str,
        exact: bool,
        progress: Progress | None,
        name: str,
        options: dict[str, Any],
        present: tuple[str, ...] = (),
    ) -> None:
        self.models = () if pred is None else _check.names("pred", pred)
        self._check(truth, score, threshold, missing)
        self.threshold = None if threshold is None else _check.number("threshold", threshold)
        self.name = name
        ask = Ask((truth, *self.models), score, by, self.threshold, exact, present=present)
        self.by_class = bool(present)
        source = opened(data, **options)
        try:
            self.census = Census(source, ask, drop=missing == "drop", progress=progress)
        finally:
            if source is not data:  # who opened it closes it
                source.close()
        self.words = source.words
        self._named(positive, source.text)

    def _check(self, truth: Any, score: Any, threshold: Any, missing: str) -> None:
        for arg, value in (("truth", truth), ("score", score), *(("pred", m) for m in self.models)):
            if value is not None and not isinstance(value, str):
                _check.fail(arg, "be the name of a column", type(value).__name__)
        if truth is None:
            _check.fail("truth", "name the column of the true class", "None")
        if not self.models and score is None:
            _check.fail("pred", "name a column, or `score`", "neither")
        if len(self.models) > 2:
            _check.fail("pred", "name the columns of one or two models", _format.listing(self.models))
        if len(self.models) == 2 and score is not None:
            hint = "A score goes with one model; the scores of two are not counted jointly."
            _check.fail("score", "not be given with two models", _check.written(score), hint)
        if threshold is not None and (score is None or self.models):
            _check.fail("threshold", "be given with a score and without `pred`", threshold)
        _check.choice("missing", missing, ("refuse", "drop"))

    def _named(self, positive: Label | None, text: bool) -> None:
        """The labels in order, the positive one, and the slices."""
        names, census = list(self.census.coder.labels), self.census
        values = [list(slicer.labels) for slicer in census.slicers]
        if text:
            names, values = distinct_text(names), [distinct_text(v) for v in values]
        self.slices = [tuple(v[i] for v, i in zip(values, key, strict=True)) for key in census.slice_keys]
        self.labels = tuple(ordered(names))
        self.place = [self.labels.index(label) for label in names]
        if isinstance(positive, str) and positive not in self.labels:
            positive = next((label for label in self.labels if str(label) == positive), positive)
        self.positive = _positive(self.labels, positive)

    def tally(self, chosen: int | None) -> Tally:
        """The tables of one slice, or of the whole."""
        n = sum(count for key, count in self.census.cells.items() if chosen in (None, key[0]))
        joint = confusion = None
        if len(self.models) == 2:
            joint = JointConfusion(self._table(chosen, 3), self.labels, self.positive)
        elif self.models:
            confusion = ConfusionMatrix(self._table(chosen, 2), self.labels, self.positive)
        elif self.threshold is not None:
            confusion = self._cut(chosen)
        return Tally(
            n=n,
            labels=self.labels,
            positive=self.positive,
            confusion=confusion,
            ranking=None if self.by_class else self.ranking(chosen),
            joint=joint,
            models=self.models,
            dropped=self.census.dropped if chosen is None else 0,
            missing={} if chosen is not None else {c: m for c, m in self.census.missing.items() if m},
            threshold=self.threshold,
            name=self.name,
            source=self.words,
        )

    def _table(self, chosen: int | None, axes: int) -> NDArray[np.int64]:
        size = len(self.labels)
        out = np.zeros((size,) * axes, dtype=np.int64)
        for key, count in self.census.cells.items():
            if chosen in (None, key[0]):
                out[tuple(self.place[code] for code in key[1 : 1 + axes])] += count
        return out

    def _cut(self, chosen: int | None) -> ConfusionMatrix:
        """The matrix of the classes that the threshold makes."""
        if self.positive is None or len(self.labels) != 2:
            got = f"{_format.listing(self.labels)} with positive {self.positive!r}"
            _check.fail("positive", "be one of two classes to cut scores at a threshold", got)
        code = self.labels.index(self.positive)
        out = np.zeros((2, 2), dtype=np.int64)
        for (s, truth, above), count in self.census.cells.items():
            if chosen in (None, s):
                out[self.place[truth], code if above else 1 - code] += count
        return ConfusionMatrix(out, self.labels, self.positive)

    def ranking(self, chosen: int | None) -> Ranking | None:
        """The ranking of one slice, or of the whole."""
        if self.census.found is None:
            return None
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the class that the score is for", "None", hint)
        own = np.array([chosen in (None, s) for s, _ in self.census.kinds])
        positive = np.array([self.labels[self.place[t]] == self.positive for _, t in self.census.kinds])
        table = self.census.found.table
        used = np.flatnonzero(table[:, own].any(axis=1))[::-1]
        lows, tops = self.census.found.lows[used], self.census.found.tops[used]
        return Ranking(
            lows,
            table[used][:, own & positive].sum(axis=1),
            table[used][:, own & ~positive].sum(axis=1),
            self.positive,
            tops=None if np.array_equal(lows, tops) else tops,
        )
