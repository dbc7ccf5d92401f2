"""R146: an interval wider than the claimed gain."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.material import Material
from referee.checks.audit.registry import InapplicableError, check
from referee.core.estimate import Estimate
from referee.core.finding import Finding


@check(
    "R146",
    "The interval is wider than the claimed gain",
    severity="warning",
    needs=("gain",),
    errs="The interval of one accuracy is wider than that of a paired difference; compare the models for the latter.",
    reference="dietterich1998",
)
def gain_within_noise(m: Material) -> list[Finding]:
    """The half-width of the interval of a difference, or else of an accuracy, exceeds the claimed gain."""
    assert m.gain is not None
    known: list[tuple[str, Estimate]] = [(f"{d.a} - {d.b}", d.difference) for d in m.duels]
    known = known or [(e.name or "accuracy", e["accuracy"]) for e in m.evaluations if "accuracy" in e]
    if not known:
        raise InapplicableError("needs predicted classes, or comparisons")
    out: list[Finding] = []
    for name, estimate in known:
        if estimate.interval is None or not estimate.interval.width / 2 > m.gain:
            continue
        span = _format.span(estimate.interval.low, estimate.interval.high)
        evidence = f"{_format.label(name)} {_format.number(estimate.value)} {span}; claimed gain {m.gain:g}"
        out += gain_within_noise.finding(evidence, "Such a gain cannot be seen here: test on more cases, paired.")
    return out
