"""Intervals: one method a file."""

from referee.intervals.agresti_caffo import agresti_caffo
from referee.intervals.agresti_min import agresti_min
from referee.intervals.bonett_price import bonett_price
from referee.intervals.mee import mee
from referee.intervals.miettinen_nurminen import miettinen_nurminen
from referee.intervals.newcombe import newcombe
from referee.intervals.newcombe_paired import newcombe_paired
from referee.intervals.tango import tango
from referee.intervals.wald_difference import wald_difference, wald_difference_rates
from referee.intervals.wald_paired import wald_paired

__all__ = [
    "agresti_caffo",
    "agresti_min",
    "bonett_price",
    "mee",
    "miettinen_nurminen",
    "newcombe",
    "newcombe_paired",
    "tango",
    "wald_difference",
    "wald_difference_rates",
    "wald_paired",
]
