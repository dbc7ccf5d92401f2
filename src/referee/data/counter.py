"""Counting where the data is: one pass over a source, and only kinds of cases with their numbers come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core import Answers, ClassScores
from referee.core.pair import ordered_labels
from referee.core.types import Label
from referee.data.census import Census
from referee.data.classes import positive_class, share_a_label
from referee.data.coder import distinct_text
from referee.data.encode import declared_labels
from referee.data.grid import grid_of, score_kinds
from referee.data.opened import held
from referee.data.source import Ask, Missing, Progress


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
    """The answers of a model as kinds of cases; options are those of `Counting`.

    Scores are counted by value while they are few, and beyond about a million on bins, refined in further passes until
    the limits of the area are within 1e-5. Of several classes `score` maps each to its column: one pass for each.
    """
    if not isinstance(score, Mapping):
        return Counting(source, truth, _one(pred), score, threshold=threshold, **options).answers(name=name)
    if threshold is not None:
        _check.fail("threshold", "be given with one column of scores", threshold)
    columns = _class_columns(score)
    with held(source, **_reach(options)) as whole:
        return _of_classes(whole, truth, pred, columns, name, options)


def _of_classes(
    source: Any, truth: str, pred: str | None, columns: dict[Label, str], name: str, options: dict[str, Any]
) -> Answers:
    """Scores of several classes: kinds of rows while there are few cases, else each column counted by itself."""

    def counting(column: str, *, first: bool) -> Counting:
        others = tuple(c for c in columns.values() if c != column)
        return Counting(source, truth, _one(pred) if first else (), column, present=others, **options)

    lead = counting(next(iter(columns.values())), first=True)
    ordered = lead.ordered(columns)
    whole = lead.answers(name=name, scored=False)
    kinds = score_kinds(source, lead, ordered)
    if kinds is not None:
        codes, scores, times = kinds
        predicted = codes[:, 1] if pred is not None else None
        if len(lead.labels) == 2 and lead.positive is not None:
            scores = scores[:, lead.labels.index(lead.positive)]
        return replace(whole, truth=codes[:, 0], predicted=predicted, scores=scores, times=times)
    tables = []
    for label, column in zip(lead.labels, ordered, strict=True):
        found = lead if column == lead.score else counting(column, first=False)
        tables.append(found.class_scores(label, lead.labels))
    return replace(whole, class_scores=tuple(tables))


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
    if preds is not None:
        made = Counting(source, truth, tuple(preds.values()), None, **options).models_together(tuple(preds))
    else:
        columns = _check.mapping("scores", scores)
        several = all(isinstance(column, Mapping) for column in columns.values())
        with held(source, **_reach(options)) as whole:
            made = (_classes_of_models if several else _scores_of_models)(whole, truth, columns, options)
    return tuple(replace(model, paired_by=paired_by) for model in made)


def _scores_of_models(
    source: Any, truth: str, columns: dict[str, str], options: dict[str, Any]
) -> tuple[Answers, ...]:
    """Several models with one column of scores: on the same kinds of rows while there are few cases, else on grids."""
    found: dict[str, Counting] = {}
    for model, column in columns.items():
        others = tuple(c for c in columns.values() if c != column)
        found[model] = Counting(source, truth, (), column, present=others, **options)
    lead = next(iter(found.values()))
    together = uuid4().hex
    kinds = score_kinds(source, lead, tuple(columns.values()))
    if kinds is not None:
        codes, rows, times = kinds
        common = replace(lead.answers(scored=False), truth=codes[:, 0], times=times, counted_with=together)
        return tuple(replace(common, scores=rows[:, i], name=model) for i, model in enumerate(columns))
    grids: dict[str, dict[str, Any]] = {model: {} for model in columns}
    for a, b in combinations(columns, 2):
        grid = grid_of(source, (columns[a], columns[b]), (found[a], found[b]), lead.positive)
        grids[a][b], grids[b][a] = grid, grid.turned()
    return tuple(
        replace(job.answers(name=model), grids=grids[model], counted_with=together, counted_as=model)
        for model, job in found.items()
    )


def _classes_of_models(
    source: Any, truth: str, given: dict[str, Mapping[Label, str]], options: dict[str, Any]
) -> tuple[Answers, ...]:
    """Several models with a column per class: on the same kinds of rows while there are few cases, else apart."""
    models = {model: _class_columns(columns) for model, columns in given.items()}
    every = tuple(dict.fromkeys(column for columns in models.values() for column in columns.values()))
    lead = Counting(source, truth, (), every[0], present=every[1:], **options)
    kinds = score_kinds(source, lead, every)
    if kinds is None:
        return tuple(
            _of_classes(source, truth, None, columns, model, options) for model, columns in models.items()
        )
    codes, rows, times = kinds
    whole = replace(lead.answers(scored=False), truth=codes[:, 0], times=times, counted_with=uuid4().hex)
    out = []
    for model, columns in models.items():
        place = [every.index(column) for column in lead.ordered(columns)]
        out.append(replace(whole, scores=rows[:, place], name=model))
    return tuple(out)


def count_slices(
    source: Any,
    *,
    by: str | Sequence[str],
    truth: str,
    pred: str | None = None,
    score: str | None = None,
    name: str = "",
    **options: Any,
) -> dict[tuple[Any, ...], Answers]:
    """As `count_answers`, for each slice of the columns `by`, in the same pass; the key () is the whole."""
    columns = _check.names("by", by)
    if not columns:
        _check.fail("by", "name at least one column", "none")
    found = Counting(source, truth, _one(pred), score, by=columns, **options)
    slices = sorted(range(len(found.slices)), key=lambda s: tuple((str(type(v)), v) for v in found.slices[s]))
    return {(): found.answers(name=name), **{found.slices[s]: found.answers(s) for s in slices}}


class Counting:
    """What is asked of a source, and the kinds of cases that come of it."""

    def __init__(
        self,
        data: Any,
        truth: str,
        models: tuple[str, ...],
        score: str | None,
        *,
        by: tuple[str, ...] = (),
        present: tuple[str, ...] = (),
        threshold: float | None = None,
        positive: Label | None = None,
        labels: Sequence[Label] | None = None,
        missing: Missing = "refuse",
        exact: bool = False,
        progress: Progress | None = None,
        **reach: Any,
    ) -> None:
        self.models, self.score, self.given = models, score, positive is not None
        _check_columns(truth, models, score, threshold, missing)
        self.threshold = None if threshold is None else _check.number("threshold", threshold)
        ask = Ask((truth, *models), score, by, self.threshold, exact, present=present)
        with held(data, **reach) as source:
            self.census = Census(source, ask, drop=missing == "drop", progress=progress)
        self.words = source.words
        self._name(positive, labels, source.text)

    def _name(self, positive: Label | None, declared: Sequence[Label] | None, text: bool) -> None:
        """The labels in order, the positive one, and the slices."""
        census, columns = self.census, (self.census.ask.labels)
        values = [list(slicer.labels) for slicer in census.slicers]
        own = [sorted({kind[1 + i] for kind in census.cells}) for i in range(len(columns))]
        names = [[census.coder.labels[code] for code in codes] for codes in own]
        if text:
            names, values = _typed(names), [distinct_text(v) for v in values]
        self.slices = [tuple(v[i] for v, i in zip(values, key, strict=True)) for key in census.slice_keys]
        value_of: dict[tuple[int, int], Label] = {
            (i, code): label
            for i, (codes, labels) in enumerate(zip(own, names, strict=True))
            for code, label in zip(codes, labels, strict=True)
        }
        found = dict.fromkeys(label for labels in names for label in labels)
        self.labels: tuple[Label, ...] = tuple(ordered_labels(found))
        if declared is None:
            for i in range(1, len(columns)):
                share_a_label(tuple(names[0]), tuple(names[i]), (columns[0], columns[i]))
        else:
            self.labels = declared_labels(declared, self.labels)
        self.place = {key: self.labels.index(label) for key, label in value_of.items()}
        self.positive = positive_class(self.labels, positive, written=True)

    def ordered(self, columns: Mapping[Label, str]) -> tuple[str, ...]:
        """The columns of the classes in the order of the labels, each of which has one."""
        named = {_known(label, self.labels): column for label, column in columns.items()}
        absent = [label for label in self.labels if label not in named]
        if absent:
            _check.fail("score", "map every class to a column", f"none for {_format.listing(absent)}")
        return tuple(named[label] for label in self.labels)

    def answers(self, chosen: int | None = None, *, name: str = "", scored: bool = True) -> Answers:
        """The kinds of one slice, or of the whole, as answers of one model, with the score unless it is not wanted."""
        codes, scores, tops, times = self._rows(chosen, scored)
        predicted: NDArray[np.int64] | None = codes[:, 1] if self.models else None
        if self.threshold is not None:
            predicted = self._cut(codes[:, -1])
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
            source=self.words,
            threshold=self.threshold,
            dropped=self.census.dropped if chosen is None else 0,
            missing={} if chosen is not None else {c: m for c, m in self.census.missing.items() if m},
        )

    def models_together(self, names: tuple[str, ...]) -> tuple[Answers, ...]:
        """One set of answers per model, on the same rows."""
        codes, _, _, _ = self._rows(None, False)
        whole = replace(self.answers(), predicted=codes[:, 1])
        together = uuid4().hex
        return tuple(
            replace(whole, predicted=codes[:, 1 + i], name=name, counted_with=together, counted_as=name)
            for i, name in enumerate(names)
        )

    def _rows(
        self, chosen: int | None, scored: bool
    ) -> tuple[NDArray[np.int64], NDArray[Any] | None, NDArray[Any] | None, NDArray[np.int64]]:
        """Codes of truth and answers of each row, its score and the top of its bin, and its number of cases."""
        count = len(self.census.ask.labels)
        kinds = [kind for kind in self.census.cells if chosen in (None, kind[0])]
        codes = np.array(
            [
                [*(self.place[i, code] for i, code in enumerate(kind[1 : 1 + count])), *kind[1 + count :]]
                for kind in kinds
            ]
        )
        found = self.census.found
        if found is None or not scored:
            return codes, None, None, np.array([self.census.cells[kind] for kind in kinds], dtype=np.int64)
        if self.positive is None:
            hint = f"There are {_format.listing(self.labels)}."
            _check.fail("positive", "name the class that the score is for", "None", hint)
        own = np.array([chosen in (None, kind[0]) for kind in self.census.cells])
        table = found.table[::-1, own]
        bins, kind_of = np.nonzero(table)
        lows, tops = found.lows[::-1], found.tops[::-1]
        binned = not np.array_equal(lows[bins], tops[bins])
        return codes[kind_of], lows[bins], tops[bins] if binned else None, table[bins, kind_of]

    def _cut(self, above: NDArray[np.int64]) -> NDArray[np.int64]:
        """The classes that the threshold makes."""
        if self.positive is None or len(self.labels) != 2:
            got = f"{_format.listing(self.labels)} with positive {self.positive!r}"
            _check.fail("positive", "be one of two classes to cut scores at a threshold", got)
        code = self.labels.index(self.positive)
        return np.where(above == 1, code, 1 - code)

    def class_scores(self, label: Label, labels: tuple[Label, ...]) -> ClassScores:
        """The counts of the column of one class by true class."""
        found = self.census.found
        assert found is not None
        counts = np.zeros((len(found.starts), len(labels)), dtype=np.int64)
        for k, kind in enumerate(self.census.cells):
            counts[:, labels.index(self.labels[self.place[0, kind[1]]])] += found.table[:, k]
        lows, tops = found.lows[::-1], found.tops[::-1]
        return ClassScores(label, lows, counts[::-1], labels, None if np.array_equal(lows, tops) else tops)


def _reach(options: dict[str, Any]) -> dict[str, Any]:
    """What says where the data is, taken out of the options."""
    return {key: options.pop(key) for key in ("table", "query", "encoding", "delimiter") if key in options}


def _one(pred: str | None) -> tuple[str, ...]:
    return () if pred is None else (pred,)


def _typed(names: list[list[Label]]) -> list[list[Label]]:
    """Labels written in a text file, each column typed by itself; where text meets numbers all stay text."""
    typed = [distinct_text(column) for column in names]
    texts = {isinstance(label, str) for column in typed for label in column}
    return names if len(texts) > 1 else typed


def _check_columns(truth: Any, models: tuple[Any, ...], score: Any, threshold: Any, missing: str) -> None:
    for arg, value in (("truth", truth), ("score", score), *(("pred", m) for m in models)):
        if value is not None and not isinstance(value, str):
            _check.fail(arg, "be the name of a column", type(value).__name__)
    if not models and score is None:
        _check.fail("pred", "name a column, or `score`", "neither")
    if threshold is not None and (score is None or models):
        _check.fail("threshold", "be given with a score and without `pred`", threshold)
    _check.choice("missing", missing, ("refuse", "drop"))


def _class_columns(score: Mapping[Label, str]) -> dict[Label, str]:
    """The column of each class, checked."""
    columns = dict(score)
    for label, column in columns.items():
        if not isinstance(column, str):
            _check.fail("score", "map classes to names of columns", f"{type(column).__name__} for {label!r}")
    if len(columns) < 2 or len(set(columns.values())) < len(columns):
        _check.fail("score", "map two or more classes to a column each", _format.listing(columns.values()))
    return columns


def _known(label: Any, labels: tuple[Label, ...]) -> Label:
    """The label of the truth that is meant, by its text where need be."""
    found = next((known for known in labels if known == label or str(known) == str(label)), None)
    if found is None:
        hint = f"There are {_format.listing(labels)}."
        _check.fail("score", "map classes that occur", _check.written(label), hint)
    return found
