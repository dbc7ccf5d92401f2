"""The confusion matrix of a score cut at a threshold."""

from __future__ import annotations

import math
import numbers
from typing import Any

import numpy as np

from referee import _check
from referee.core import ConfusionMatrix, Ranking
from referee.core.types import Array, Bools, Label
from referee.curves._counts import check_ranking


def confusion_at(ranking: Ranking, threshold: float) -> ConfusionMatrix:
    """The counts when cases with a score of at least `threshold` are called positive.

    The threshold may be infinite. It errs when the threshold was chosen on the same cases: the counts flatter it.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> m = confusion_at(r, 0.5)
    >>> m.tp, m.fp, m.fn, m.tn
    (2, 1, 1, 1)
    """
    return table_at(ranking, cut_number(threshold))


def cut_number(threshold: Any) -> float:
    """A threshold that a user wrote: any number, infinite or not, but not NaN."""
    if isinstance(threshold, float) and math.isinf(threshold):
        return threshold
    if isinstance(threshold, bool) or not isinstance(threshold, numbers.Real) or threshold != threshold:
        _check.fail("threshold", "be a number", threshold)
    return _check.number("threshold", threshold)


def table_at(ranking: Ranking, threshold: float) -> ConfusionMatrix:
    """As `confusion_at` for a threshold of referee's own; no case reaches NaN."""
    called = check_ranking(ranking).scores >= threshold
    squares = None
    if ranking.positive_squares is not None and ranking.negative_squares is not None:
        squares = _table(ranking.positive_squares, ranking.negative_squares, called)
    labels = labels_of(ranking)
    return ConfusionMatrix(_table(ranking.positives, ranking.negatives, called), labels, labels[1], squares)


def labels_of(ranking: Ranking) -> tuple[Label, Label]:
    """The negative and the positive label; a ranking knows only the positive one."""
    positive = "positive" if ranking.positive is None else ranking.positive
    return ("rest" if positive != "rest" else "(rest)", positive)


def _table(positives: Array, negatives: Array, called: Bools) -> Array:
    return np.array([[counts[~called].sum(), counts[called].sum()] for counts in (negatives, positives)])
