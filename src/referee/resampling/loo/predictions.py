"""What leave-one-out at the price of one fit gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from referee.core.types import Floats


@dataclass(frozen=True, eq=False)
class LooPredictions:
    """The prediction for each case by the learner fitted on all others.

    `labels` has one label a case, `classes` the distinct labels in order. `scores`, when asked for, are
    probabilities of shape (n, K) with the columns of `classes` (`kind` "probability"; 0 for a class that the fold
    does not have), or the learner's decision function (`kind` "decision"; one number a case for two classes).
    `near_ties` counts the cases whose margin is under 1e-9, so that rounding decides their label, and `refitted`
    those that were predicted by really fitting without them.
    """

    labels: NDArray[Any]
    classes: NDArray[Any]
    scores: Floats | None
    kind: str
    near_ties: int
    refitted: int


@dataclass(frozen=True, eq=False)
class LooAttempt:
    """The predictions of a shortcut, or None and the reason why there is none for this learner and these data."""

    predictions: LooPredictions | None
    reason: str = ""
