"""Counting where the data is: one pass over a source, and only kinds of cases with their numbers come back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any, Literal
from uuid import uuid4

import numpy as np

from referee import _check, _format
from referee.core import Answers, ClassScores
from referee.core.pair import join_labels, sort_labels
from referee.core.tables import cut_classes
from referee.core.types import Array, Codes, Label
from referee.data.cells import typed_labels
from referee.data.classes import class_columns, find_label, positive_class, share_a_label
from referee.data.encode import check_declared
from referee.data.grid import grid_of, score_kinds
from referee.data.score_counts import Census
from referee.data.source import CountRequest, Reading
from referee.data.table import borrow_source, refuse_truth


def count_answers(
    source: Any,
    *,
    truth: str,
    pred: str | None = None,
    score: str | Mapping[Label, str] | None = None,
    threshold: float | None = None,
    name: str = "",
    **options: Any,
) -> Answers:
    """The answers of a model as kinds of cases; options are those of `Reading`.

    Scores are counted by value while they are few, and beyond about a million on bins, refined in further passes until
    the limits of the area are within 1e-5. Of several classes `score` maps each to its column: one pass for each.
    """
    how = Reading(**options)
    if not isinstance(score, Mapping):
        return Counting(source, how, truth, _one(pred), score, threshold=threshold).answers(name=name)
    if threshold is not None:
        _check.fail("threshold", "be given with one column of scores", threshold)
    with borrow_source(source, how) as whole:
        (made,) = _count_scores(partial(Counting, whole, how, truth), _one(pred), {name: class_columns(score)})
    return made


def count_models(
    source: Any,
    *,
    truth: str,
    preds: Mapping[str, str] | None = None,
    scores: Mapping[str, Any] | None = None,
    paired_by: Literal["row", "case id"] = "row",
    **options: Any,
) -> tuple[Answers, ...]:
    """The answers of several models of one table, by name, counted together so that each pair of them stays a pair."""
    how = Reading(**options)
    with borrow_source(source, how) as whole:
        counting = partial(Counting, whole, how, truth)
        if preds is not None:
            made = counting(tuple(preds.values()), None).models_together(tuple(preds))
        else:
            columns = _check.mapping("scores", scores)
            several = all(isinstance(column, Mapping) for column in columns.values())
            made = _count_scores(
                counting, (), {m: class_columns(c) if several else {None: c} for m, c in columns.items()}
            )
    return tuple(replace(model, paired_by=paired_by) for model in made)


Job = Callable[..., "Counting"]
"""The counting of some columns of a source: of models, and of a score."""

Columns = Mapping[Any, str]
"""The column of each class; the only column of a model is that of None."""


def _count_scores(counting: Job, pred: tuple[str, ...], models: dict[str, Columns]) -> tuple[Answers, ...]:
    """Models by their scores: on the same kinds of rows while there are few cases, else on grids, or apart."""
    every = tuple(dict.fromkeys(column for columns in models.values() for column in columns.values()))
    lead = counting(pred, every[0], present=every)
    orders = {model: lead.order_columns(columns) for model, columns in models.items()}
    together = uuid4().hex if len(models) > 1 else ""
    kinds = score_kinds(lead, every)
    if kinds is not None:
        codes, rows, times = kinds
        said: dict[str, Any] = {"truth": codes[:, 0], "predicted": codes[:, 1] if pred else None, "times": times}
        common = replace(lead.answers(scored=False), counted_with=together, **said)
        scores = {model: rows[:, [every.index(column) for column in order]] for model, order in orders.items()}
        return tuple(replace(common, scores=lead.one_column(own), name=model) for model, own in scores.items())
    if len(models) > 1 and any(len(order) > 1 for order in orders.values()):
        return tuple(made for model in models for made in _count_scores(counting, pred, {model: models[model]}))
    found = {column: counting((), column, present=every) for column in every[1:]} | {every[0]: lead}
    if len(models) == 1:
        ((name, order),) = orders.items()
        tables = [found[c].class_scores(label, lead.labels) for label, c in zip(lead.labels, order, strict=True)]
        return (replace(lead.answers(name=name, scored=False), class_scores=tuple(tables)),)
    grids: dict[str, dict[str, Any]] = {model: {} for model in models}
    for a, b in combinations(models, 2):
        grid = grid_of(found[orders[a][0]], found[orders[b][0]])
        grids[a][b], grids[b][a] = grid, grid.swap()
    return tuple(
        replace(found[column].answers(name=model), grids=grids[model], counted_with=together, counted_as=model)
        for model, (column,) in orders.items()
    )


def count_slices(
    source: Any,
    *,
    by: str | Sequence[str],
    truth: str,
    pred: str | None = None,
    score: str | None = None,
    threshold: float | None = None,
    name: str = "",
    **options: Any,
) -> dict[tuple[Any, ...], Answers]:
    """As `count_answers`, for each slice of the columns `by`, in the same pass; the key () is the whole."""
    columns = _check.names("by", by)
    if not columns:
        _check.fail("by", "name at least one column", "none")
    found = Counting(source, Reading(**options), truth, _one(pred), score, by=columns, threshold=threshold)
    slices = sorted(range(len(found.slices)), key=lambda s: tuple((str(type(v)), v) for v in found.slices[s]))
    return {(): found.answers(name=name), **{found.slices[s]: found.answers(s) for s in slices}}


class Counting:
    """What is asked of a source, and the kinds of cases that come of it."""

    def __init__(
        self,
        data: Any,
        how: Reading,
        truth: str,
        models: tuple[str, ...],
        score: str | None,
        *,
        by: tuple[str, ...] = (),
        present: tuple[str, ...] = (),
        threshold: float | None = None,
    ) -> None:
        self.models, self.score, self.given = models, score, how.positive is not None
        _check_columns(truth, models, score, threshold)
        self.threshold = None if threshold is None else _check.number("threshold", threshold)
        ask = CountRequest(
            (truth, *models), score, by, self.threshold, how.exact, present=tuple(c for c in present if c != score)
        )
        with borrow_source(data, how) as self.source:
            self.census = Census(self.source, ask, drop=how.missing == "drop", progress=how.progress)
        self._name(how)

    def _name(self, how: Reading) -> None:
        """The labels in order, the positive one, and the slices."""
        census, columns = self.census, self.census.ask.labels
        values = [list(slicer.labels) for slicer in census.slicers]
        own = [sorted({kind[1 + i] for kind in census.cells}) for i in range(len(columns))]
        names = [[census.coder.labels[code] for code in codes] for codes in own]
        if self.source.text:
            names, values = _parse_labels(names), [_distinct(v) for v in values]
        self.slices = [tuple(v[i] for v, i in zip(values, key, strict=True)) for key in census.slice_keys]
        value_of: dict[tuple[int, int], Label] = {
            (i, code): label
            for i, (codes, labels) in enumerate(zip(own, names, strict=True))
            for code, label in zip(codes, labels, strict=True)
        }
        declared = [self.source.levels.get(column) for column in columns]
        self.labels = join_labels(
            [known or tuple(sort_labels(set(seen))) for known, seen in zip(declared, names, strict=True)]
        )
        if how.labels is None:
            for i in range(1, len(columns)):
                share_a_label(tuple(names[0]), tuple(names[i]), (columns[0], columns[i]))
        else:
            self.labels = check_declared(how.labels, self.labels)
        self.place = {key: self.labels.index(label) for key, label in value_of.items()}
        self.positive = positive_class(self.labels, how.positive, written=True)

    def order_columns(self, columns: Columns) -> tuple[str, ...]:
        """The columns of the classes in the order of the labels, each of which has one; or the only column."""
        if None in columns:
            return tuple(columns.values())
        named = {find_label(label, self.labels): column for label, column in columns.items()}
        absent = [label for label in self.labels if label not in named]
        if absent:
            _check.fail("score", "map every class to a column", f"none for {_format.listing(absent)}")
        return tuple(named[label] for label in self.labels)

    def one_column(self, scores: Array) -> Array:
        """Of one column it alone, and of two classes the column of the positive one, which says all."""
        if scores.shape[1] == 1:
            return scores[:, 0]
        two = len(self.labels) == 2 and self.positive is not None
        return scores[:, self.labels.index(self.positive)] if two else scores

    def answers(self, chosen: int | None = None, *, name: str = "", scored: bool = True) -> Answers:
        """The kinds of one slice, or of the whole, as answers of one model, with the score unless it is not wanted."""
        codes, scores, tops, times = self._rows(chosen, scored)
        predicted: Codes | None = codes[:, 1] if self.models else None
        if self.threshold is not None:
            predicted = cut_classes(self.labels, self.positive, codes[:, -1] == 1)
        return Answers(
            labels=self.labels,
            truth=codes[:, 0],
            predicted=predicted,
            scores=scores,
            tops=tops,
            times=times,
            positive=self.positive,
            positive_was_given=self.given,
            name=name,
            source=self.source.words,
            threshold=self.threshold,
            dropped=self.census.dropped if chosen is None else 0,
            missing={} if chosen is not None else {c: m for c, m in self.census.missing.items() if m},
        )

    def models_together(self, names: tuple[str, ...]) -> tuple[Answers, ...]:
        """One set of answers per model, on the same rows."""
        codes, whole, together = self.codes(), self.answers(), uuid4().hex
        return tuple(
            replace(whole, predicted=codes[:, 1 + i], name=name, counted_with=together, counted_as=name)
            for i, name in enumerate(names)
        )

    def codes(self, chosen: int | None = None) -> Codes:
        """Codes of truth and answers, and whether the threshold is reached, of each kind of one slice or of all."""
        count = 1 + len(self.census.ask.labels)
        kinds = [kind for kind in self.census.cells if chosen in (None, kind[0])]
        return np.array(
            [[*map(self.place.__getitem__, enumerate(kind[1:count])), *kind[count:]] for kind in kinds]
        )

    def _rows(self, chosen: int | None, scored: bool) -> tuple[Codes, Array | None, Array | None, Codes]:
        """Codes of truth and answers of each row, its score and the top of its bin, and its number of cases."""
        codes, own = self.codes(chosen), np.array([chosen in (None, kind[0]) for kind in self.census.cells])
        found = self.census.found
        if found is None or not scored:
            return codes, None, None, np.array(list(self.census.cells.values()), dtype=np.int64)[own]
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the class that the score is for", "None", hint)
        table = found.table[::-1, own]
        bins, kind_of = np.nonzero(table)
        lows, tops = found.lows[::-1], found.tops[::-1]
        binned = not np.array_equal(lows[bins], tops[bins])
        return codes[kind_of], lows[bins], tops[bins] if binned else None, table[bins, kind_of]

    def class_scores(self, label: Label, labels: tuple[Label, ...]) -> ClassScores:
        """The counts of the column of one class by true class."""
        found = self.census.found
        assert found is not None
        counts = np.zeros((len(found.starts), len(labels)), dtype=np.int64)
        for k, kind in enumerate(self.census.cells):
            counts[:, labels.index(self.labels[self.place[0, kind[1]]])] += found.table[:, k]
        lows, tops = found.lows[::-1], found.tops[::-1]
        return ClassScores(label, lows, counts[::-1], labels, None if np.array_equal(lows, tops) else tops)


def _one(pred: str | None) -> tuple[str, ...]:
    return () if pred is None else (pred,)


def _parse_labels(names: list[list[Label]]) -> list[list[Label]]:
    """Labels written in a text file, each column typed by itself; where text meets numbers all stay text."""
    typed = [typed_labels(column) for column in names]
    texts = {isinstance(label, str) for column in typed for label in column}
    return names if len(texts) > 1 else typed


def _distinct(values: list[Label]) -> list[Label]:
    """Values of a column of slices by type; where two of them are written as one number, all stay text."""
    typed = typed_labels(values)
    return typed if len(set(typed)) == len(typed) else values


def _check_columns(truth: Any, models: tuple[Any, ...], score: Any, threshold: Any) -> None:
    for arg, value in (("truth", truth), ("score", score), *(("pred", m) for m in models)):
        if value is not None and not isinstance(value, str):
            _check.fail(arg, "be the name of a column", type(value).__name__)
    if not models and score is None:
        _check.fail("pred", "name a column, or `score`", "neither")
    if threshold is not None and (score is None or models):
        _check.fail("threshold", "be given with a score and without `pred`", threshold)
    refuse_truth(truth, *models, score)
