"""How rows of cases were drawn, and what each row weighs."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core.types import Codes, Floats, Sampling


class Drawn:
    """Rows with a true class, each for `times` cases, with importance weights, in groups, or none of these."""

    truth: Codes
    times: Codes | None
    weights: Floats | None
    groups: Any

    @property
    def sampling(self) -> Sampling:
        """What was drawn at random."""
        if self.groups is not None:
            return "groups"
        return "cases" if self.weights is None else "weighted cases"

    @property
    def mass(self) -> Floats:
        """What each row weighs: its importance weight, its number of cases, or 1."""
        if self.weights is not None:
            return self.weights
        return np.ones(len(self.truth)) if self.times is None else self.times.astype(float)
