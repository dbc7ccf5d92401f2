"""How much denser positives are among the highest scores."""

from __future__ import annotations

from referee.core.noun import Noun


class Lift(Noun, schema="lift/1"):
    """The highest-scored `top` cases, a `fraction` of all: their precision over the prevalence, and their recall.

    When the cut falls into a tie, `lift`, `precision` and `recall` are what random tie-breaking gives on
    average; `pessimistic` and `optimistic` are the least and largest lift that an order of the tied cases can
    give, and `note` says so.
    """

    fraction: float
    top: float
    lift: float
    pessimistic: float
    optimistic: float
    precision: float
    recall: float
    undefined: str | None = None
    note: str = ""

    def __float__(self) -> float:
        return self.lift
