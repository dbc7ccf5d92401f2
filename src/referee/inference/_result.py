"""What a test says whatever the data, and the result that it becomes."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from referee.core import Estimate, TestResult
from referee.core.evidence import Evidence
from referee.core.test_result import Alternative

DOUBLED = "two-sided p is twice the smaller tail"


@dataclass(frozen=True)
class Words:
    """The name of a test, its null, the name of its statistic, and how it errs."""

    name: str
    null: str
    statistic: str
    errs: str

    def result(
        self,
        p: float,
        effect: Estimate,
        statistic: float | None = None,
        alternative: Alternative = "two-sided",
        *,
        details: dict[str, float] | None = None,
        warnings: tuple[str, ...] | list[str] = (),
        inapplicable: str | None = None,
        convention: str = "",
        bounds: tuple[float, float] = (-inf, inf),
        evidence: Evidence | None = None,
    ) -> TestResult:
        """The result; `convention` says how a two-sided p was formed, and stays out of one-sided results."""
        said = convention if alternative == "two-sided" else ""
        return TestResult(
            self.name,
            self.null,
            p,
            alternative,
            effect,
            statistic,
            self.statistic,
            details or {},
            inapplicable,
            tuple(warnings),
            said,
            self.errs,
            bounds,
            evidence,
        )


def of_tails(above: float, below: float, alternative: Alternative) -> float:
    """The p of a statistic from P(at least as large) and P(at most as large); two-sided twice the smaller.

    >>> of_tails(0.25, 0.9, "two-sided"), of_tails(0.25, 0.9, "less")
    (0.5, 0.9)
    """
    return {"two-sided": min(1.0, 2 * min(above, below)), "greater": above, "less": below}[alternative]
