"""The words that annotations use."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

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

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]
"""The direction that a test looks in: away from its null on either side, above it, or below it."""

Bools: TypeAlias = NDArray[np.bool_]
"""One yes or no per row."""
