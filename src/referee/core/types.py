"""The words that annotations use."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Label: TypeAlias = str | int | float | bool
"""A class label as the user wrote it."""

Array: TypeAlias = NDArray[Any]
"""An array of numbers or labels, of the type that the caller has."""

Counts: TypeAlias = NDArray[Any]
"""Counts of shape `(..., K, K)`: rows are the truth, columns the prediction; of two the positive is last."""

Values: TypeAlias = NDArray[np.float64]
"""One number for each leading index of the counts."""

Floats: TypeAlias = NDArray[np.float64]

Codes: TypeAlias = NDArray[np.int64]
"""Places in a tuple of labels, or numbers of cases: one whole number per row."""

Sampling: TypeAlias = Literal["cases", "weighted cases", "groups"]
"""What was drawn at random: single cases, cases with importance weights, or whole groups of cases."""

Better: TypeAlias = Literal["higher", "lower"]
"""Which values of a metric are good."""

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
"""The direction that a test looks in: away from its null on either side, above it, or below it."""

Bools: TypeAlias = NDArray[np.bool_]
"""One yes or no per row."""

Column: TypeAlias = Any
"""A user's column, one value per case: a list, an array, a Series, an Arrow array, or None where it may be left out."""

Table: TypeAlias = Any
"""A user's table: a matrix, a dataframe, a lazy frame, the path of a file, or what a database gives."""

Rng: TypeAlias = (
    int | np.random.Generator | np.random.RandomState | np.random.SeedSequence | np.random.BitGenerator | None
)
"""Where randomness comes from: a seed, a generator, or None for a seed that is drawn and recorded."""


class Learner(Protocol):
    """Anything that learns as scikit-learn's estimators do; more is asked of it only where it is needed."""

    def fit(self, X: Table, y: Column, /) -> Any:
        """Learn from cases with their labels."""

    def predict(self, X: Table, /) -> Column:
        """One label per case."""
