"""What error is possible at all, and how much of it has which cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.core.estimate import Estimate
from referee.core.noun import Noun


@dataclass(frozen=True)
class ErrorLimits(Noun):
    """Limits or parts of an error rate, read together.

    `sentence` says what they mean, `estimates` are the numbers, `warnings` what must be known before they are used.

    >>> ErrorLimits("Bounds", "...", (Estimate("bayes_error", 0.16, 0),))["bayes_error"].value
    0.16
    """

    schema: ClassVar[str] = "error_limits/1"

    title: str
    sentence: str
    estimates: tuple[Estimate, ...]
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Estimate:
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)
