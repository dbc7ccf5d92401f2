"""R116: many tests, none adjusted for their number."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.core import Comparison, Comparisons, TestResult
from referee.inference.adjust import adjust

LEVEL = 0.05


@check(
    "R116",
    "Many tests, and the p-values are not adjusted for their number",
    needs=("results",),
    errs="It takes results that are given together as one family of questions.",
    advice="Compare all models in one call, or adjust; a difference that was looked for often is found by chance.",
    reference="holm1979",
)
def unadjusted_tests(m: Material) -> Remarks:
    """Comparisons and tests given one by one: those below 5% that are not when adjusted by Holm.

    Of comparisons made together R025 speaks, of studies R045.
    """
    tests = [r for r in m.results if isinstance(r, Comparison | TestResult)]
    tests += [d for r in m.results if isinstance(r, Comparisons) and r.adjust == "none" for d in r]
    named = [
        (f"{t.a} - {t.b}", t.test.p_value) if isinstance(t, Comparison) else (t.name, t.p_value) for t in tests
    ]
    named = [(name, p) for name, p in named if p == p]
    demand(len(named) >= 2, "at least two comparisons or tests, given one by one")
    held = adjust([p for _, p in named]).adjusted
    lost = [f"{name} {_format.p_value(p)}" for (name, p), a in zip(named, held, strict=True) if p < LEVEL <= a]
    if lost:
        count = f"{len(lost)} of {len(named)}"
        yield Remark(f"{count} are below 5% alone and not by Holm's adjustment: {', '.join(lost[:3])}")
