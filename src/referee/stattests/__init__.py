"""Hypothesis tests: one a file, one protocol."""

from referee.stattests.paired_randomization import paired_randomization
from referee.stattests.randomization import randomization

__all__ = [
    "paired_randomization",
    "randomization",
]
