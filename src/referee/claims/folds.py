"""Which counts in folds can stand behind means over the folds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from referee import _check, _format
from referee.claims.measures import measure_name
from referee.claims.reported import Reported, Rounding, contradicting, parse_reported
from referee.core import ConsistentFolds

LINEAR = ("accuracy", "sensitivity", "specificity", "balanced_accuracy")
_SLACK, _OPEN = 1e-9, Fraction(1, 10**9)


def consistent_folds(
    folds: Sequence[tuple[int, int]],
    *,
    digits: int | None = None,
    rounding: Rounding = "half",
    tolerance: float | None = None,
    given: Sequence[Reported] = (),
    **numbers: float | str | None,
) -> ConsistentFolds:
    """Whether counts in the folds give the reported means over folds, with an example, or which numbers contradict.

    `folds` are (positives, negatives) of each; a mean of accuracy, sensitivity, specificity or balanced accuracy is
    linear in the right answers of the folds, so that a whole-number linear programme decides (see `parse_reported` for
    `digits`, `rounding` and `tolerance`; what it returned may be `given` instead). `ranges` are of the means that the
    others allow. Means of other measures, such as F1, are not linear and are refused. A fold without a class has no
    recall of it and is refused too. It errs when the means are weighted or the folds are others. Reference:
    fazekas2024.

    >>> folds = [(52, 94), (74, 37)]
    >>> consistent_folds(folds, accuracy=0.573, sensitivity=0.768, balanced_accuracy=0.662, tolerance=1e-3).possible
    True
    >>> consistent_folds(folds, accuracy=0.573, tpr=0.568, balanced_accuracy=0.662, tolerance=1e-3).contradiction
    ('accuracy', 'sensitivity', 'balanced_accuracy')
    """
    sizes = _sizes(folds)
    told = {measure_name(word): value for word, value in numbers.items() if value is not None}
    how: dict[str, Any] = {"digits": digits, "rounding": rounding, "tolerance": tolerance}
    means = [*given, *(parse_reported(name, value, **how) for name, value in told.items())]
    for name in (number.name for number in means):
        if name not in LINEAR:
            rule = f"be one of {', '.join(LINEAR)}, whose mean over folds is linear"
            _check.fail("measure", rule, _check.show_value(name))
        if name != "accuracy" and (sizes == 0).any():
            where = int(np.flatnonzero((sizes == 0).any(axis=1))[0]) + 1
            _check.fail(
                "folds", f"have both classes in each fold for {name}", f"none of one class in fold {where}"
            )
    printed = {number.name: number.text for number in means}
    shape = tuple((int(p), int(n)) for p, n in sizes)
    found = _solve(sizes, means)
    if found is None:
        chosen = contradicting(means, lambda some: _solve(sizes, some) is not None)
        names, words = tuple(number.name for number in chosen), ", ".join(map(str, chosen))
        because = f"no right answers in the {_format.plural(len(sizes), 'fold')} give {words}"
        return ConsistentFolds(shape, printed, contradiction=names, because=because)
    right = zip(shape, found.tolist(), strict=True)
    example = tuple((tp, p - tp, n - tn, tn) for (p, n), (tp, tn) in right)
    return ConsistentFolds(shape, printed, example, _ranges(sizes, means))


def _sizes(folds: Sequence[tuple[int, int]]) -> Any:
    rows = []
    for fold in _check.items("folds", folds, "pairs (positives, negatives)"):
        if not isinstance(fold, tuple | list | np.ndarray) or len(fold) != 2:
            _check.fail("folds", "be pairs (positives, negatives)", _check.show_value(fold))
        rows.append([_check.whole("folds", count) for count in fold])
        if sum(rows[-1]) == 0:
            _check.fail("folds", "hold cases", _check.show_value(fold))
    if not rows:
        _check.fail("folds", "hold at least one fold", "none")
    return np.array(rows)


def _weights(name: str, sizes: Any) -> Any:
    """The weight of each right answer, (TP, TN) of each fold, in a mean over folds."""
    k, totals = len(sizes), sizes.sum(axis=1)
    both = np.ones((k, 2)) / (k * totals[:, None])
    with np.errstate(divide="ignore"):
        recalls = 1 / (k * sizes.astype(float))
    none = np.zeros(k)
    return {
        "accuracy": both,
        "sensitivity": np.column_stack([recalls[:, 0], none]),
        "specificity": np.column_stack([none, recalls[:, 1]]),
        "balanced_accuracy": recalls / 2,
    }[name].ravel()


def _solve(sizes: Any, numbers: Sequence[Reported], goal: Any = None) -> Any:
    """Right answers in each fold that give the numbers, the best for a goal; None when there are none."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    constraints = []
    for number in numbers:
        low = number.low + (_OPEN if number.open_low else 0)
        high = number.high - (_OPEN if number.open_high else 0)
        limits = float(low) - _SLACK, float(high) + _SLACK
        constraints.append(LinearConstraint(_weights(number.name, sizes), *limits))
    many = sizes.size
    objective = np.zeros(many) if goal is None else goal
    found = milp(objective, integrality=np.ones(many), bounds=Bounds(0, sizes.ravel()), constraints=constraints)
    return None if found.x is None else np.round(found.x).astype(int).reshape(-1, 2)


def _ranges(sizes: Any, numbers: Sequence[Reported]) -> dict[str, tuple[float, float]]:
    """The least and greatest mean of each linear measure."""
    out = {}
    for name in LINEAR:
        if name != "accuracy" and (sizes == 0).any():
            continue
        weights = _weights(name, sizes)
        ends = []
        for sign in (1.0, -1.0):
            found = _solve(sizes, numbers, sign * weights)
            ends.append(math.nan if found is None else float(weights @ found.ravel()))
        out[name] = (ends[0], ends[1])
    return out


def stratify(positives: int, negatives: int, folds: int) -> list[tuple[int, int]]:
    """The (positives, negatives) of stratified folds: each class as evenly as can be, the first folds one more.

    >>> stratify(14, 30, 3)
    [(5, 10), (5, 10), (4, 10)]
    """
    k = _check.whole("folds", folds, least=2)
    counts = [_check.whole("positives", positives), _check.whole("negatives", negatives)]
    shares = [[count // k + (i < count % k) for i in range(k)] for count in counts]
    return [(p, n) for p, n in zip(*shares, strict=True)]
