"""Tests, one a file."""

from referee.stattests.delong import delong_many, delong_paired, delong_unpaired

__all__ = ["delong_many", "delong_paired", "delong_unpaired"]
