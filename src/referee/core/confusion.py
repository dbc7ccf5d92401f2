"""The confusion matrix: counts of (truth, prediction). Data, not a metric."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, Self

import numpy as np

from referee import _check, _format
from referee.core.layers_above import count_columns
from referee.core.noun import ByValue
from referee.core.tables import one_vs_rest, square_table
from referee.core.types import Array, Column, Counts, Label


class ConfusionMatrix(ByValue, schema="confusion_matrix/1"):
    """Counts of cases by true class (rows) and predicted class (columns).

    `positive` names the class of interest, when there is one. With importance weights `counts` are sums of
    weights, `squares` sums of squared weights and `cases` numbers of records, cell by cell. `expected` says that
    the counts are expected ones, computed from rates, and not cases.

    >>> cm = ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72)
    >>> cm.tp, cm.fn, cm.fp, cm.tn, cm.n
    (63, 37, 28, 72, 200)
    """

    counts: Counts
    labels: tuple[Label, ...]
    positive: Label | None = None
    squares: Counts | None = None
    cases: Counts | None = None
    expected: bool = False

    def __post_init__(self) -> None:
        for name in ("counts", "squares", "cases"):
            table = getattr(self, name)
            if table is not None or name == "counts":
                object.__setattr__(self, name, square_table(name, table))
        super().__post_init__()
        labels = self.labels
        if len(labels) != len(self.counts):
            _check.fail("labels", f"name the {len(self.counts)} classes of the matrix", f"{len(labels)} labels")
        if len(set(labels)) != len(labels):
            _check.fail("labels", "differ from each other", _format.listing(labels))
        if self.positive is not None:
            _refuse_unknown("positive", self.positive, labels)
        if self.counts.sum() == 0:
            _check.fail("counts", "hold at least one case", "none")

    @classmethod
    def from_labels(cls, y_true: Column, y_pred: Column, **options: Any) -> ConfusionMatrix:
        """Count two columns of labels; options as for `referee.read`.

        >>> ConfusionMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"]).counts.tolist()
        [[1, 0], [1, 1]]
        """
        matrix = count_columns("read", y_true, y_pred, **options).confusion
        assert isinstance(matrix, ConfusionMatrix)
        return matrix

    @classmethod
    def from_counts(
        cls,
        *,
        tp: float,
        fn: float,
        fp: float,
        tn: float,
        labels: Sequence[Label] = ("negative", "positive"),
        fractional: bool = False,
    ) -> Self:
        """A two-class matrix from its four cells; the positive label is the last.

        Counts are cases, so 25.5 is refused unless `fractional=True` says that they are expected counts.
        """
        cells = {"tp": tp, "fn": fn, "fp": fp, "tn": tn}
        fractional = _check.flag("fractional", fractional)
        clean: dict[str, float] = {}
        for name, value in cells.items():
            clean[name] = _check.number(name, value) if fractional else _check.whole(name, value)
            if clean[name] < 0:
                _check.fail(name, "be at least 0", value)
        table = np.array([[clean["tn"], clean["fp"]], [clean["fn"], clean["tp"]]])
        names = _two(labels)
        return cls(table, names, positive=names[-1])

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        labels: Sequence[Label] | None = None,
        *,
        rows: Literal["truth", "prediction"],
        positive: Label | None = None,
        fractional: bool = False,
    ) -> Self:
        """A matrix in either orientation, which must be said: `rows="truth"` or `rows="prediction"`.

        >>> ConfusionMatrix.from_matrix([[63, 28], [37, 72]], ["+", "-"], rows="prediction").counts.tolist()
        [[63, 37], [28, 72]]
        """
        _check.choice("rows", rows, ("truth", "prediction"))
        table = square_table("matrix", matrix)
        if not _check.flag("fractional", fractional) and table.dtype.kind == "f":
            if (table != np.floor(table)).any():
                row, column = np.argwhere(table != np.floor(table))[0]
                got = f"{table[row, column]:g} in cell [{row}, {column}]"
                hint = "Say fractional=True for expected counts."
                _check.fail("matrix", "hold whole numbers of cases", got, hint)
            table = table.astype(np.int64)
        names = tuple(range(table.shape[0])) if labels is None else tuple(_check.items("labels", labels, "labels"))
        return cls(table if rows == "truth" else table.T.copy(), names, positive=positive)

    @classmethod
    def from_rates(
        cls,
        *,
        sensitivity: float,
        specificity: float,
        prevalence: float | None = None,
        positives: float | None = None,
        population: float = 1.0,
        labels: Sequence[Label] = ("negative", "positive"),
    ) -> Self:
        """The expected table of a classifier known by its rates, in a population of stated size and prevalence.

        Say `prevalence`, or the number of `positives` in the `population`. Such a table holds expected counts, not
        cases: measures of it have values but no intervals.

        >>> t = ConfusionMatrix.from_rates(
        ...     sensitivity=0.5, specificity=0.99, positives=50_000, population=19_216_900)
        >>> round(t.tp), round(t.fp)
        (25000, 191669)
        """
        population = _check.positive_number("population", population)
        sn, sp = _check.share("sensitivity", sensitivity), _check.share("specificity", specificity)
        if (prevalence is None) == (positives is None):
            _check.fail("prevalence", "be given, or `positives`, and not both", f"{prevalence} and {positives}")
        if positives is None:
            positives = _check.fraction("prevalence", prevalence) * population
        elif not 0 < _check.number("positives", positives) < population:
            _check.fail("positives", f"lie between 0 and the population of {population:g}", positives)
        negatives = population - positives
        table = [[negatives * sp, negatives * (1 - sp)], [positives * (1 - sn), positives * sn]]
        names = _two(labels)
        return cls(np.array(table), names, positive=names[-1], expected=True)

    @property
    def n(self) -> int | float:
        """Number of cases; with importance weights, the sum of weights."""
        total = self.counts.sum()
        return int(total) if self.counts.dtype.kind in "iu" else float(total)

    @property
    def n_cases(self) -> int | float:
        """Number of records counted, whatever their weights."""
        return self.n if self.cases is None else int(self.cases.sum())

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of importance weights."""
        return self.squares is not None

    @property
    def support(self) -> Array:
        """Cases of each true class."""
        return np.asarray(self.counts.sum(axis=1))

    @property
    def predicted(self) -> Array:
        """Cases of each predicted class."""
        return np.asarray(self.counts.sum(axis=0))

    @property
    def class_tables(self) -> Counts:
        """The two-class tables of all classes against the rest, `(K, 2, 2)`, made once."""
        tables = self._against_rest[0]
        assert tables is not None
        return tables

    def one_vs_rest(self, label: Label) -> ConfusionMatrix:
        """The two-class matrix of one class against all others.

        >>> cm = ConfusionMatrix.from_matrix([[5, 1, 0], [2, 6, 1], [0, 0, 9]], list("abc"), rows="truth")
        >>> cm.one_vs_rest("b").counts.tolist()
        [[14, 1], [3, 6]]
        """
        _refuse_unknown("label", label, self.labels)
        k = self.labels.index(label)
        if k == 1 and len(self.labels) == 2 and self.positive == label:
            return self
        rest = "rest" if len(self.labels) != 2 else self.labels[1 - k]
        tables: list[Any] = [None if t is None else t[k] for t in self._against_rest]
        return self._with(tables, (rest if rest != label else "(rest)", label), label)

    def binary(self, positive: Label | None = None) -> ConfusionMatrix:
        """The two-class matrix with the positive class last: `positive`, or the one this matrix names."""
        chosen = self.positive if positive is None else positive
        if chosen is None:
            hint = "There are " + _format.listing(self.labels) + "."
            _check.fail("positive", "name the positive class", "None", hint)
        return self.one_vs_rest(chosen)

    def __getattr__(self, name: str) -> Any:
        cells = {"tn": (0, 0), "fp": (0, 1), "fn": (1, 0), "tp": (1, 1)}
        if name not in cells:
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
        return self.binary().counts[cells[name]].item()

    def invert(self) -> ConfusionMatrix:
        """The matrix of the classifier that answers the opposite; two classes only.

        >>> c = ConfusionMatrix.from_counts(tp=24, fp=88, fn=76, tn=12).invert()
        >>> c.tp, c.fp, c.fn, c.tn
        (76, 12, 24, 88)
        """
        if len(self.labels) != 2:
            _check.fail("confusion", "have two classes to be inverted", f"{len(self.labels)} classes")
        flipped: list[Any] = [None if t is None else t[:, ::-1].copy() for t in self._tables]
        return self._with(flipped, self.labels, self.positive)

    def transpose(self) -> ConfusionMatrix:
        """The matrix with rows of answers: its recalls are the precisions of the classes.

        >>> ConfusionMatrix.from_counts(tp=24, fp=88, fn=76, tn=12).transpose().counts.tolist()
        [[12, 76], [88, 24]]
        """
        return self._with([None if t is None else t.T for t in self._tables], self.labels, self.positive)

    @cached_property
    def _against_rest(self) -> tuple[Counts | None, ...]:
        """The tables of each class against the rest, counted once."""
        return tuple(None if t is None else one_vs_rest(t) for t in self._tables)

    @property
    def _tables(self) -> tuple[Counts, Counts | None, Counts | None]:
        return self.counts, self.squares, self.cases

    def _with(self, tables: list[Any], labels: tuple[Label, ...], positive: Label | None) -> ConfusionMatrix:
        """The same cases in other tables: counts, squares and numbers of records."""
        return ConfusionMatrix(tables[0], labels, positive, tables[1], tables[2], self.expected)

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        """Merge with the counts of other cases; classes that one side lacks are added.

        >>> a = ConfusionMatrix.from_labels([1, 0], [1, 1]); b = ConfusionMatrix.from_labels([2, 1], [1, 1])
        >>> (a + b).labels, (a + b).counts.tolist()
        ((0, 1, 2), [[0, 1, 0], [0, 2, 0], [0, 1, 0]])
        """
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        extra = [label for label in other.labels if label not in self.labels]
        labels = self.labels + tuple(extra)
        if extra:
            labels = tuple(sorted(labels, key=lambda v: (isinstance(v, str), v)))
        positives = {p for p in (self.positive, other.positive) if p is not None}
        if len(positives) > 1:
            _check.fail("positive", "be the same in both matrices", _format.listing(sorted(positives, key=str)))
        weighted = self.weighted or other.weighted
        return ConfusionMatrix(
            _add_tables(self, other, labels, "counts"),
            labels,
            positives.pop() if positives else None,
            _add_tables(self, other, labels, "squares") if weighted else None,
            _add_tables(self, other, labels, "cases") if weighted else None,
        )


def _refuse_unknown(arg: str, label: Label, labels: tuple[Label, ...]) -> None:
    if label not in labels:
        _check.fail(arg, "be one of the labels", _check.show_value(label), f"Known: {_format.listing(labels)}.")


def _two(labels: Any) -> tuple[Label, ...]:
    """The labels of a two-class table."""
    names = tuple(_check.items("labels", labels, "two labels"))
    if len(names) != 2:
        _check.fail("labels", "be two labels, the positive last", _check.show_value(names))
    return names


def _add_tables(a: ConfusionMatrix, b: ConfusionMatrix, labels: tuple[Label, ...], field: str) -> Counts:
    """The sum of a table of two matrices, laid over all labels; an unweighted matrix has weights of 1."""
    parts = [m.counts if getattr(m, field) is None else getattr(m, field) for m in (a, b)]
    total = np.zeros((len(labels), len(labels)), dtype=np.result_type(*parts))
    for matrix, part in zip((a, b), parts, strict=True):
        place = [labels.index(label) for label in matrix.labels]
        total[np.ix_(place, place)] += part
    return total
