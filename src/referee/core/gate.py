"""May the candidate ship: a comparison read as pass or no pass."""

from __future__ import annotations

from referee.core.comparison import Comparison
from referee.core.noun import Noun


class Gate(Noun, schema="gate/1", eq=False):
    """Whether a candidate is shown to be not worse than the base by the margin or more.

    `limit` is the one-sided lower limit of the candidate's advantage at level 1 - alpha/2; the gate opens when it is
    above minus the margin.
    """

    passed: bool
    limit: float
    margin: float
    comparison: Comparison
    line: str

    def __repr__(self) -> str:
        return f"<Gate {'passed' if self.passed else 'not passed'}: {self.line}>"
