"""What a metric is: one batched formula and the facts that ride on it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core.confusion import ConfusionMatrix, one_vs_rest
from referee.core.types import Counts, Label, Values
from referee.data.predictions import Predictions

Shape = Literal["proportion", "overlap", "rates", "smooth"]
Average = Literal["macro", "micro", "weighted"]
Parts = tuple[Values, Values]

CELLS: dict[str, tuple[int, int]] = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted")


@dataclass(frozen=True)
class Undefined:
    """When a metric has no value, as a batched predicate, and the sentence that says so."""

    predicate: Callable[[Counts], Any]
    sentence: str


@dataclass(frozen=True)
class Rates:
    """A metric that combines the recalls of the classes, for an interval by MOVER.

    On the scale ("identity", "log" or "logit") it is a weighted sum of the recall of each class, or of one minus
    it where `complement` is true; classes in the order of the matrix, the positive last; then `shift` is added.
    """

    scale: Literal["identity", "log", "logit"]
    weights: tuple[float, ...] | Literal["mean"]
    complement: tuple[bool, ...] = ()
    shift: float = 0.0


@dataclass(frozen=True, eq=False)
class Metric:
    """A measure of confusion counts.

    Call it with labels, `mcc(y_true, y_pred)`, or with a `ConfusionMatrix`, for a checked float; `formula` is the
    raw batched form on counts of shape `(..., K, K)`. `macro`, `micro` and `weighted` average a two-class metric
    over the classes, each against the rest.
    """

    name: str
    title: str
    shape: Shape
    better: Literal["higher", "lower"] | None
    range: tuple[float, float]
    undefined: Undefined
    reference: str
    binary: bool
    uses: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    ordinal: bool = False
    extensive: bool = False
    rates: Rates | None = None
    average: Average | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    raw: Callable[..., Any] = field(default=lambda counts: counts, repr=False)
    pieces: Callable[[Counts], Parts] | None = field(default=None, repr=False)
    __doc__: str | None = None

    def __repr__(self) -> str:
        return f"<metric {self.name}: {self.title}>"

    @property
    def ignores(self) -> tuple[str, ...]:
        """The cells of the two-class table that the metric does not look at."""
        if self.uses == ("all",):
            return ()
        return tuple(cell for cell in ("tp", "fp", "fn", "tn") if cell not in self.uses)

    def formula(self, counts: Counts) -> Values:
        """The metric of counts `(..., K, K)`, NaN where it is undefined."""
        if self.average is not None:
            return self.of_tables(one_vs_rest(np.asarray(counts)))
        table = np.asarray(counts)
        if table.dtype.kind != "c":
            table = table.astype(np.float64, copy=False)
        with np.errstate(divide="ignore", invalid="ignore"):
            value = np.asarray(self.raw(table))
        return np.where(self.undefined.predicate(table), np.nan, value)

    def of_tables(self, tables: Counts) -> Values:
        """An average from the one-vs-rest tables `(..., K, 2, 2)` of the classes, NaN where it is undefined."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.raw(tables))

    def __call__(self, data: Any, y_pred: Any = None, **options: Any) -> float:
        """The value for `(y_true, y_pred)` or for a `ConfusionMatrix`; NaN when undefined.

        Options are those of `referee.Predictions`: positive, labels, weights, ...
        """
        return self.value_of(matrix_of(data, y_pred, **options))

    def value_of(self, matrix: ConfusionMatrix) -> float:
        """The value for a matrix, rounding errors beyond the range cut off; NaN when undefined."""
        return float(np.clip(self.formula(self.counts_of(matrix)), *self.range))

    def counts_of(self, matrix: ConfusionMatrix) -> Counts:
        """The counts that the formula sees: of a two-class metric the 2 x 2 table with the positive class last."""
        return self._table(matrix).counts

    def why_undefined(self, matrix: ConfusionMatrix) -> str | None:
        """The reason when the metric has no value on this matrix."""
        undefined = bool(self.undefined.predicate(self.counts_of(matrix).astype(float)))
        return self.undefined.sentence if undefined else None

    def n_of(self, matrix: ConfusionMatrix) -> float:
        """The number of cases that the value rests on; with importance weights Kish's effective number."""
        table = self._table(matrix)
        counts, squares = table.counts, table.squares
        if self.shape == "overlap" and self.pieces is None:
            whole = counts.sum() - counts[0, 0]
            square = None if squares is None else squares.sum() - squares[0, 0]
        elif self.pieces is None:
            whole, square = counts.sum(), None if squares is None else squares.sum()
        else:
            whole = self.pieces(counts.astype(float))[1]
            square = None if squares is None else self.pieces(squares.astype(float))[1]
        if square is None:
            return float(whole)
        return float(whole) ** 2 / float(square) if square > 0 else 0.0

    def using(self, **parameters: Any) -> Metric:
        """The metric with other parameters, for example `fbeta.using(beta=2)`.

        >>> from referee.metrics import fbeta
        >>> fbeta.using(beta=2).name
        'fbeta:beta=2'
        """
        if self.average is not None:
            inner: Metric = self.raw.args[0]  # type: ignore[attr-defined]
            return inner.using(**parameters)._averaged(self.average)
        known = inspect.signature(_innermost(self.raw)).parameters
        for key in parameters:
            if key not in known:
                _check.fail("parameters", f"be parameters of {self.name!r}", key)
        merged = {**self.parameters, **parameters}
        shown = ",".join(f"{k}={_word(v)}" for k, v in merged.items())
        bound = partial(_rebound, _innermost(self.raw), merged)
        base = self.name.partition(":")[0]
        undefined = replace(self.undefined, predicate=_with(self.undefined.predicate, merged))
        return replace(self, name=f"{base}:{shown}", raw=bound, undefined=undefined, parameters=merged, aliases=())

    @property
    def macro(self) -> Metric:
        """The plain mean over the classes where the metric is defined."""
        return self._averaged("macro")

    @property
    def micro(self) -> Metric:
        """The metric of the pooled one-vs-rest tables."""
        return self._averaged("micro")

    @property
    def weighted(self) -> Metric:
        """The mean over the classes, weighted by their true cases, where the metric is defined."""
        return self._averaged("weighted")

    def _table(self, matrix: ConfusionMatrix) -> ConfusionMatrix:
        if not self.binary:
            if matrix.positive is not None and len(matrix.labels) == 2:
                return matrix.binary()
            return matrix
        if matrix.positive is None:
            hint = f"Pass positive=..., or use {self.name}_macro."
            got = "none among " + ", ".join(map(repr, matrix.labels[:6]))
            _check.fail("positive", f"name the class that {self.name} is about", got, hint)
        return matrix.binary()

    def _averaged(self, average: Average) -> Metric:
        if not self.binary and self.name != "mcc":
            _check.fail("average", "be asked of a metric for one class", f"{average} of {self.name!r}")
        inner = self if self.binary else replace(self, binary=True)
        base, colon, settings = self.name.partition(":")
        raw = {"macro": _macro, "micro": _micro, "weighted": _weighted}[average]
        nowhere = Undefined(
            partial(_undefined_average, inner, average), f"{self.name} is undefined for every class"
        )
        return replace(
            self,
            name=f"{base}_{average}{colon}{settings}",
            title=f"{self.title}, {average} average",
            shape="smooth",
            binary=False,
            average=average,
            undefined=nowhere,
            uses=("all",),
            aliases=tuple(f"{alias}_{average}" for alias in self.aliases),
            raw=partial(raw, inner),
            pieces=None,
            rates=None,
        )


def matrix_of(data: Any, y_pred: Any = None, **options: Any) -> ConfusionMatrix:
    """A confusion matrix from labels, or the one given."""
    if isinstance(data, Predictions):
        data = data.confusion
    if isinstance(data, ConfusionMatrix):
        if y_pred is not None:
            _check.fail("y_pred", "not be given with a confusion matrix", type(y_pred).__name__)
        positive = options.pop("positive", None)
        if options:
            _check.fail("options", "not be given with a confusion matrix", ", ".join(options))
        return data if positive is None else replace(data, positive=positive)
    return Predictions(data, y_pred, **options).confusion


def left_out(metric: Metric, matrix: ConfusionMatrix) -> list[Label]:
    """The classes that an average leaves out because the metric is undefined there."""
    if metric.average not in ("macro", "weighted"):
        return []
    inner = metric.raw.args[0]  # type: ignore[attr-defined]
    absent = inner.undefined.predicate(one_vs_rest(matrix.counts).astype(float))
    return [label for label, out in zip(matrix.labels, absent, strict=True) if out]


def _macro(inner: Metric, tables: Counts) -> Values:
    values = inner.formula(tables)
    defined = ~np.isnan(values)
    return np.asarray(np.where(defined, values, 0).sum(axis=-1) / defined.sum(axis=-1))


def _micro(inner: Metric, tables: Counts) -> Values:
    return inner.formula(tables.sum(axis=-3))


def _weighted(inner: Metric, tables: Counts) -> Values:
    values = inner.formula(tables)
    support = np.where(np.isnan(values), 0, tables[..., 1, :].sum(axis=-1))
    return np.asarray((np.where(np.isnan(values), 0, values) * support).sum(axis=-1) / support.sum(axis=-1))


def _undefined_average(inner: Metric, average: Average, counts: Counts) -> Any:
    tables = one_vs_rest(counts)
    if average == "micro":
        return inner.undefined.predicate(tables.sum(axis=-3))
    absent = inner.undefined.predicate(tables)
    if average == "weighted":
        absent = absent | (counts.sum(axis=-1) == 0)
    return np.all(absent, axis=-1)


def _innermost(raw: Callable[..., Any]) -> Callable[..., Any]:
    """The formula under its bound parameters."""
    if isinstance(raw, partial):
        return _innermost(raw.args[0] if raw.func is _rebound else raw.func)
    return raw


def _rebound(raw: Callable[..., Any], parameters: Mapping[str, Any], counts: Counts) -> Any:
    return raw(counts, **parameters)


def _with(predicate: Callable[..., Any], parameters: Mapping[str, Any]) -> Callable[[Counts], Any]:
    """A predicate with those of the parameters that it takes."""
    plain = predicate.func if isinstance(predicate, partial) else predicate
    taken = inspect.signature(plain).parameters
    return partial(plain, **{k: v for k, v in parameters.items() if k in taken})


def _word(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)
