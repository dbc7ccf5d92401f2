"""Statistical tests: one a file."""

from referee.stattests.spiegelhalter import spiegelhalter

__all__ = [
    "spiegelhalter",
]
