"""What error is possible at all, and how much of it has which cause."""

from __future__ import annotations

from referee.core.estimate import Estimate
from referee.core.noun import Noun


class ErrorLimits(Noun, schema="error_limits/1"):
    """Limits or parts of an error rate, read together.

    `sentence` says what they mean, `estimates` are the numbers, `warnings` what must be known before they are used.

    >>> ErrorLimits("Bounds", "...", (Estimate("bayes_error", 0.16, 0),))["bayes_error"].value
    0.16
    """

    title: str
    sentence: str
    estimates: tuple[Estimate, ...]
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Estimate:
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)
