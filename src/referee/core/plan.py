"""How many cases a question needs, or what those in hand can show."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from referee import _check
from referee.core.noun import Noun


class Plan(Noun, schema="plan/1"):
    """The answer to a question about the size of a test set.

    `answer` names what was asked for: "cases", "power" (the chance to show the difference) or "width" (of an
    interval). The three fields of these names hold the numbers of the plan, None where the question has none; `given`
    holds what the answer rests on and `sentence` says it all in words.

    >>> Plan("paired", "cases", "469 cases ...", cases=469, power=0.8).cases
    469
    """

    question: str
    answer: Literal["cases", "power", "width"]
    sentence: str
    cases: int | None = None
    power: float | None = None
    width: float | None = None
    level: float = 0.95
    given: dict[str, float | str] = field(default_factory=dict)
    errs: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _check.choice("answer", self.answer, ("cases", "power", "width"))
