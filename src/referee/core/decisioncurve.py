"""The decision curve: what acting on a probability is worth at each threshold."""

from __future__ import annotations

import numpy as np

from referee.core.noun import Noun
from referee.core.types import Floats


class DecisionCurve(Noun, schema="decision_curve/1", eq=False):
    """Net benefit at each threshold probability, its limits, and that of treating all; treating none is 0.

    Net benefit is in true positives a case, false positives charged at the odds of the threshold.
    """

    thresholds: Floats
    net_benefit: Floats
    low: Floats
    high: Floats
    treat_all: Floats
    prevalence: float
    level: float
    method: str
    undefined: str | None = None

    @property
    def treat_none(self) -> Floats:
        """The net benefit of treating nobody: 0."""
        return np.zeros_like(self.thresholds)

    @property
    def useful(self) -> Floats:
        """The thresholds at which the model is worth more than both treating all and treating none."""
        return self.thresholds[(self.net_benefit > self.treat_all) & (self.net_benefit > 0)]
