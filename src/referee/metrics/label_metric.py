"""Metrics of predicted classes: functions of confusion counts."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Answers, ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.core.types import Bools, Counts, Floats, Label, Values
from referee.metrics.metric import Metric, Undefined, clip, kish

Average = Literal["macro", "micro", "weighted"]
Parts = tuple[Values, Values]

CELLS: dict[str, tuple[int, int]] = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted")
ARE_ACCURACY = {("micro", name) for name in ("sensitivity", "precision", "fbeta", "f1")} | {
    ("weighted", "sensitivity")
}
"""Averages of these metrics that are the share of cases predicted right, whatever the table."""


@dataclass(frozen=True)
class Rates:
    """A metric that combines the recalls of the classes, for an interval by MOVER.

    On the scale ("identity", "log" or "logit") it is a weighted sum of the recall of each class, or of one minus
    it where `complement` is true; classes in the order of the matrix, the positive last; then `shift` is added. With
    `of_answers` it combines the precisions of the classes in the same way.
    """

    scale: Literal["identity", "log", "logit"]
    weights: tuple[float, ...] | Literal["mean"]
    complement: tuple[bool, ...] = ()
    shift: float = 0.0
    of_answers: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class LabelMetric(Metric):
    """A measure of confusion counts.

    `formula` is the raw batched form on counts of shape `(..., K, K)`. `macro`, `micro` and `weighted` average a
    two-class metric over the classes, each against the rest. A share of cases has `pieces`: its part and its whole.
    """

    binary: bool = False
    uses: tuple[str, ...] = ("all",)
    ordinal: bool = False
    extensive: bool = False
    rates: Rates | None = None
    pieces: Callable[[Counts], Parts] | None = field(default=None, repr=False)
    inner: LabelMetric | None = field(default=None, repr=False)
    average: Average | None = None

    @property
    def ignores(self) -> tuple[str, ...]:
        """The cells of the two-class table that the metric does not look at."""
        if self.uses == ("all",):
            return ()
        return tuple(cell for cell in ("tp", "fp", "fn", "tn") if cell not in self.uses)

    def formula(self, counts: Counts) -> Values:
        """The metric of counts `(..., K, K)`, NaN where it is undefined."""
        if self.inner is not None:
            return self.of_tables(one_vs_rest(np.asarray(counts)))
        table = np.asarray(counts)
        if table.dtype.kind != "c":
            table = table.astype(np.float64, copy=False)
        value = self._raw(table)
        return np.where(self._undefined(table, value), np.nan, value)

    def of_tables(self, tables: Counts) -> Values:
        """An average from the one-vs-rest tables `(..., K, 2, 2)` of the classes, NaN where it is undefined."""
        assert self.inner is not None
        if self.average == "micro":
            return self.inner.formula(tables.sum(axis=-3))
        values = self.inner.formula(tables)
        weights = np.ones_like(values) if self.average == "macro" else tables[..., 1, :].sum(axis=-1)
        absent = np.isnan(values)
        if absent.any():
            values, weights = np.where(absent, 0.0, values), np.where(absent, 0.0, weights)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray((values * weights).sum(axis=-1) / weights.sum(axis=-1))

    def sees(self, data: Any) -> ConfusionMatrix:
        """The table that the formula sees: of a two-class metric that of the positive class (last) and the rest."""
        matrix = data.confusion if isinstance(data, Answers) else data
        if not isinstance(matrix, ConfusionMatrix):
            hint = "Or pass y_true and y_pred."
            _check.fail("data", "be answers or a ConfusionMatrix", type(matrix).__name__, hint)
        if not self.binary:
            return matrix.binary() if matrix.positive is not None and len(matrix.labels) == 2 else matrix
        if matrix.positive is None:
            hint = f"Pass positive=..., or use {self._average('macro').name}."
            got = "none among " + ", ".join(map(repr, matrix.labels[:6]))
            _check.fail("positive", f"name the class that {self.name} is about", got, hint)
        return matrix.binary()

    def counts_of(self, matrix: ConfusionMatrix) -> Counts:
        """The counts that the formula sees."""
        return self.sees(matrix).counts

    def value_of(self, seen: ConfusionMatrix) -> float:
        """The value for a matrix, rounding errors beyond the range cut off; NaN when undefined."""
        if self.inner is not None:
            return clip(self.of_tables(self.sees(seen).class_tables), self.range)
        return clip(self.formula(self.counts_of(seen)), self.range)

    def why_undefined(self, seen: ConfusionMatrix) -> str | None:
        """The reason when the metric has no value on this matrix."""
        if self.inner is not None:
            return self.undefined.sentence if math.isnan(self.value_of(seen)) else None
        return self.undefined.sentence if self.undefined_in(self.counts_of(seen).astype(float)) else None

    def n_of(self, seen: ConfusionMatrix) -> float:
        """The number of cases that the value rests on; with importance weights Kish's effective number."""

        def about(table: Counts) -> Any:
            if self.pieces is not None:
                return self.pieces(table.astype(float), **self.parameters)[1]
            return table.ravel()[1:].sum() if self.shape == "overlap" else table.sum()

        seen = self.sees(seen)
        whole = float(about(seen.counts))
        return whole if seen.squares is None else kish(whole, about(seen.squares))

    def left_out_classes(self, seen: ConfusionMatrix) -> list[Label]:
        """The classes that an average leaves out because the metric is undefined there."""
        if self.rates is not None and self.rates.scale == "identity" and self.rates.weights == "mean":
            return [label for label, total in zip(seen.labels, seen.counts.sum(axis=1), strict=True) if total == 0]
        if self.inner is None or self.average == "micro":
            return []
        absent = np.isnan(self.inner.formula(seen.class_tables))
        return [label for label, out in zip(seen.labels, absent, strict=True) if out]

    def cell_values(self, size: int) -> Floats | None:
        """What a case in each cell of a table `(size, size)` adds, when the metric is the mean of that; else None.

        A mean over cases is its value on a table of one case, for each cell, and linear in shares of cases.
        """
        if self.inner is not None:
            return np.eye(size) if self.pieces is count_right else None
        single = np.eye(size * size).reshape(-1, size, size)
        each = self.formula(single)
        if not np.isfinite(each).all():
            return None
        probe = np.arange(1.0, size * size + 1).reshape(size, size) ** 2 % 7 + 1
        tables = np.stack([probe, probe.T, probe + single[1] * 3])
        sums = tables.reshape(3, -1) @ each
        mean = sums if self.extensive else sums / tables.sum(axis=(-2, -1))
        return each.reshape(size, size) if np.allclose(self.formula(tables), mean, rtol=1e-12) else None

    def recall_weights(self, sizes: Floats) -> Floats:
        """What the recall of each class adds to a metric that `sums_recalls`, where the classes have so many cases.

        It is what the metric loses when every case of the class gets another answer.

        >>> from referee.metrics import balanced_accuracy
        >>> balanced_accuracy.recall_weights(np.array([5.0, 0.0, 90.0])).tolist()
        [0.5, 0.0, 0.5]
        """
        right = np.diag(np.asarray(sizes, dtype=float))
        wrong = np.repeat(right[None], len(right), axis=0)
        for k, table in enumerate(wrong):
            table[k] = np.roll(table[k], 1)
        return np.asarray(self.formula(right) - self.formula(wrong))

    @cached_property
    def sums_recalls(self) -> bool:
        """Whether the metric is a weighted sum of recalls, with weights that the sizes of the classes do not change.

        >>> from referee.metrics import accuracy, youden_j
        >>> youden_j.sums_recalls, accuracy.sums_recalls
        (True, False)
        """
        size = 2 if self.binary else 3
        probe = np.arange(1.0, size * size + 1).reshape(size, size) ** 2 % 7 + 1
        tables = np.stack([probe, probe.T, probe[::-1]])
        recalls = np.diagonal(tables, axis1=1, axis2=2) / tables.sum(axis=2)
        weights = self.recall_weights(np.ones(size))
        constant = self.formula(np.eye(size)) - weights.sum()
        same = np.allclose(self.formula(tables), constant + recalls @ weights, rtol=1e-12)
        return bool(weights.any() and same)

    def using(self, **parameters: Any) -> LabelMetric:
        """The metric with other parameters; of an average those of the metric that it averages."""
        if self.inner is not None and self.average is not None:
            return self.inner.using(**parameters)._average(self.average)
        return super().using(**parameters)

    @cached_property
    def macro(self) -> LabelMetric:
        """The plain mean over the classes where the metric is defined."""
        return self._average("macro")

    @cached_property
    def micro(self) -> LabelMetric:
        """The metric of the pooled one-vs-rest tables."""
        return self._average("micro")

    @cached_property
    def weighted(self) -> LabelMetric:
        """The mean over the classes, weighted by their true cases, where the metric is defined."""
        return self._average("weighted")

    def undefined_in(self, counts: Counts) -> Bools:
        """Where the metric has no value, for each leading index of the counts."""
        if self.inner is not None:
            return np.isnan(self.formula(counts))
        return self._undefined(counts, self._raw(counts))

    def _raw(self, counts: Counts) -> Any:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.raw(counts, **self.parameters))

    def _undefined(self, counts: Counts, value: Any) -> Any:
        """Where the predicate says so, or without one, where the formula divides by 0."""
        predicate = self.undefined.predicate
        if predicate is None:
            return ~np.isfinite(value)
        taken = inspect.signature(predicate).parameters if self.parameters else {}
        return predicate(counts, **{k: v for k, v in self.parameters.items() if k in taken}) | np.isnan(value)

    def _average(self, average: Average) -> LabelMetric:
        if not self.binary and self.name != "mcc":
            _check.fail("average", "be asked of a metric for one class", f"{average} of {self.name!r}")
        inner = self if self.binary else replace(self, binary=True)
        base, colon, settings = self.name.partition(":")
        share, balanced = (average, base) in ARE_ACCURACY, (average, base) == ("macro", "sensitivity")
        return replace(
            self,
            name=f"{base}_{average}{colon}{settings}",
            title=f"{self.title}, {average} average",
            shape="rate" if share else "rates" if balanced else "class mean" if average == "macro" else "smooth",
            binary=False,
            average=average,
            inner=inner,
            undefined=Undefined(f"{self.name} is undefined for every class"),
            uses=("all",),
            aliases=tuple(f"{alias}_{average}" for alias in self.aliases),
            pieces=count_right if share else None,
            parameters={} if share else self.parameters,
            rates=Rates("identity", "mean") if balanced else None,
        )


def count_right(counts: Counts) -> Parts:
    """The cases predicted right, and all cases.

    >>> [int(x) for x in count_right(np.array([[5, 1], [2, 8]]))]
    [13, 16]
    """
    return counts.trace(axis1=-2, axis2=-1), counts.sum(axis=(-2, -1))


def on_counts(function: Callable[..., Any]) -> tuple[Callable[..., Any], tuple[str, ...]]:
    """A formula as a function of counts, and the cells that it names (none when it takes the counts)."""
    names = [p.name for p in inspect.signature(function).parameters.values() if p.kind is not p.KEYWORD_ONLY]
    if names == ["counts"]:
        return function, ()
    if not names or not set(names) <= set(CELLS):
        _check.fail("formula", "take `counts` or cells named tp, fp, fn, tn", ", ".join(names) or "nothing")
    made = partial(_of_cells, function, tuple(names))
    options = [p for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    counts = inspect.Parameter("counts", inspect.Parameter.POSITIONAL_ONLY)
    made.__signature__ = inspect.Signature([counts, *options])  # type: ignore[attr-defined]
    return made, tuple(names)


def _of_cells(function: Callable[..., Any], names: tuple[str, ...], counts: Counts, /, **parameters: Any) -> Any:
    return function(**{name: counts[(..., *CELLS[name])] for name in names}, **parameters)
