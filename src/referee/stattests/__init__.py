"""Hypothesis tests: one a file, one protocol, one printer."""

from referee.stattests.spiegelhalter import spiegelhalter

__all__ = [
    "spiegelhalter",
]
