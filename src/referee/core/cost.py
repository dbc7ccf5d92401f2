"""What each kind of error costs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from referee import _check, _format
from referee.core.noun import Noun
from referee.core.types import Floats, Label


class CostMatrix(Noun, schema="cost_matrix/1", eq=False):
    """Costs with named rows (the truth) and columns (the prediction); negative costs are gains.

    >>> c = CostMatrix.from_cells(fp=1, fn=100, tp=-1, labels=("-", "+"))
    >>> c.values.tolist()                  # rows: truth -, +; columns: prediction -, +
    [[0.0, 1.0], [100.0, -1.0]]
    """

    values: Floats
    labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "values", np.array(self.values, dtype=float))
        except (TypeError, ValueError, OverflowError):
            _check.fail("costs", "be a table of numbers", _format.listing([self.values]))
        super().__post_init__()
        values, labels, size = self.values, self.labels, len(self.labels)
        if values.shape != (size, size):
            rule = f"be {size} x {size}, rows the truth and columns the prediction in the order of `labels`"
            _check.fail("costs", rule, f"shape {values.shape}")
        if not np.isfinite(values).all():
            _check.fail("costs", "be finite", "NaN or infinity")
        if len(set(labels)) != size:
            _check.fail("labels", "differ from each other", _format.listing(labels))

    @classmethod
    def from_cells(
        cls, *, fp: float, fn: float, tp: float = 0.0, tn: float = 0.0, labels: Sequence[Label]
    ) -> CostMatrix:
        """Costs of the four cells of a two-class table; the positive label is the last."""
        cells = {"fp": fp, "fn": fn, "tp": tp, "tn": tn}
        cells = {name: _check.number(f"costs[{name!r}]", value) for name, value in cells.items()}
        return cls(np.array([[cells["tn"], cells["fp"]], [cells["fn"], cells["tp"]]]), _check_labels(labels))

    @classmethod
    def from_matrix(
        cls,
        matrix: Any,
        labels: Sequence[Label],
        *,
        rows: Literal["truth", "prediction"],
        positive: Label | None = None,
    ) -> CostMatrix:
        """Costs as a book prints them; `rows` says what its rows are. Of two labels the `positive` one is put last.

        >>> printed = [[-1, 100], [1, 0]]                # the row of "+" first
        >>> CostMatrix.from_matrix(printed, ["+", "-"], rows="truth", positive="+").values.tolist()
        [[0.0, 1.0], [100.0, -1.0]]
        """
        labels = _check_labels(labels)
        made = cls(matrix, labels)
        if _check.choice("rows", rows, ("truth", "prediction")) == "prediction":
            made = cls(made.values.T, labels)
        if positive is not None and positive not in labels:
            _check.fail("positive", "be one of the labels", _check.show_value(positive))
        return made if positive is None else made.reorder([*(one for one in labels if one != positive), positive])

    @classmethod
    def of(cls, costs: Costs, labels: Sequence[Label]) -> CostMatrix:
        """Costs in any of the forms a user may write, for these labels (of two, the positive last).

        A `CostMatrix`; a mapping with the keys fp, fn and perhaps tp, tn; a mapping from (truth, prediction) to a
        cost; or a mapping from each truth to a mapping from each prediction. Cells not named cost 0 when they
        are right and must be named when they are wrong.
        """
        labels = _check_labels(labels)
        if isinstance(costs, CostMatrix):
            return costs.reorder(labels)
        if not isinstance(costs, Mapping):
            rule = "name its rows and columns: {'fp': 1, 'fn': 20} or {(truth, prediction): cost}"
            _check.fail("costs", rule, type(costs).__name__, "An unnamed matrix could be transposed unnoticed.")
        if set(costs) <= {"tp", "fp", "fn", "tn"} and not set(costs) & set(labels):
            if len(labels) != 2:
                _check.fail("costs", "name (truth, prediction) pairs when there are more than two classes", costs)
            if not {"fp", "fn"} <= set(costs):
                _check.fail("costs", "name both 'fp' and 'fn'", costs)
            return cls.from_cells(**{str(k): v for k, v in costs.items()}, labels=labels)
        pairs: dict[tuple[Label, Label], Any] = {}
        # a key that is neither a cell nor a pair is the wrong one, whatever stands before it
        for key, value in sorted(costs.items(), key=lambda item: item[0] in ("tp", "fp", "fn", "tn")):
            if isinstance(value, Mapping):
                pairs.update({(key, inner): cost for inner, cost in value.items()})
            elif isinstance(key, tuple) and len(key) == 2:
                pairs[key] = value
            else:
                _check.fail("costs", "have keys 'fp', 'fn' or (truth, prediction)", _check.show_value(key))
        values = np.zeros((len(labels), len(labels)))
        place = {label: i for i, label in enumerate(labels)}
        for (truth, prediction), value in pairs.items():
            for label in (truth, prediction):
                if label not in place:
                    hint = f"Known: {_format.listing(labels)}."
                    _check.fail("costs", "name labels of the data", repr(label), hint)
            cell = f"costs[{truth!r}, {prediction!r}]"
            values[place[truth], place[prediction]] = _check.number(cell, value)
        for truth in labels:
            for prediction in labels:
                if truth != prediction and (truth, prediction) not in pairs:
                    _check.fail("costs", "name every kind of error", f"none for ({truth!r}, {prediction!r})")
        return cls(values, labels)

    def reorder(self, labels: Sequence[Label]) -> CostMatrix:
        """The same costs with rows and columns in another order of the labels."""
        labels = _check_labels(labels)
        if labels == self.labels:
            return self
        if set(labels) != set(self.labels):
            _check.fail("costs", f"have the labels {_format.listing(labels)}", _format.listing(self.labels))
        order = [self.labels.index(label) for label in labels]
        return CostMatrix(self.values[np.ix_(order, order)], labels)


def _check_labels(labels: Any) -> tuple[Label, ...]:
    """Labels that can name rows and columns."""
    found = tuple(_check.items("labels", labels, "labels"))
    if not all(isinstance(label, Hashable) for label in found):
        _check.fail("labels", "be text, whole numbers or booleans", _check.show_value(found))
    return found


Costs: TypeAlias = CostMatrix | Mapping[Any, float] | None
"""Costs as a user may write them: a matrix, by cell (`fp`, `fn`), or by truth and prediction."""
