"""R112: many looks at one test set."""

from __future__ import annotations

import math

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand

MANY = 8
ERROR = 0.05


@check(
    "R112",
    "The test set has been looked at before",
    needs=("looks",),
    errs="It knows the looks that were written into the ledger, and takes each as a chance to choose.",
    advice="Choose models on other cases, and keep this test set for the last word; or test on fresh cases.",
    reference="dwork2015",
)
def many_looks(m: Material) -> Remarks:
    """How often this test set was used, by the ledger, and what it costs; a note below 8 looks.

    Of k models fixed beforehand the best looks too good by about sqrt(2 ln k) standard errors, and all k accuracies
    lie within sqrt(ln(2k / 0.05) / 2n) of the truth. When each model is made after seeing the results before it there
    are up to (n + 1)^k of them, and the limit is sqrt((k ln(n + 1) + ln(2 / 0.05)) / 2n).
    """
    n = m.test.n if m.test is not None else next((p.n for p in m.predictions.values()), 0)
    k = m.looks or 0
    demand(n, "test cases or predictions")
    if k < 2:
        return
    fixed, adaptive = costs(k, n)
    evidence = (
        f"look {k:,} at these {n:,} cases; at 95% all accuracies hold within {_format.number(fixed)} if the models "
        f"were fixed beforehand, within {_format.number(min(1.0, adaptive))} if each followed the results before it; "
        f"one look within {_format.number(costs(1, n)[0])}"
    )
    yield Remark(evidence, severity="warning" if k >= MANY else "note")


def costs(k: int, n: int) -> tuple[float, float]:
    """How far k accuracies on n cases can be from the truth at 95%: of models fixed beforehand, and of adaptive ones.

    >>> [round(c, 3) for c in costs(1, 1000)], [round(c, 3) for c in costs(20, 1000)]
    ([0.043, 0.073], [0.058, 0.266])
    """
    fixed = math.sqrt(math.log(2 * k / ERROR) / (2 * n))
    return fixed, math.sqrt((k * math.log(n + 1) + math.log(2 / ERROR)) / (2 * n))
