"""R146: an interval wider than the claimed gain."""

from __future__ import annotations

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.core import Estimate


@check(
    "R146",
    "The interval is wider than the claimed gain",
    needs=("gain",),
    errs="The interval of one accuracy is wider than that of a paired difference; compare the models for the latter.",
    advice="Such a gain cannot be seen here: test on more cases, paired.",
    reference="dietterich1998",
)
def gain_within_noise(m: Material) -> Remarks:
    """The half-width of the interval of a difference, or else of an accuracy, exceeds the claimed gain."""
    assert m.gain is not None
    known: list[tuple[str, Estimate]] = [(f"{d.a} - {d.b}", d.difference) for d in m.duels]
    known = known or [(e.name or "accuracy", e["accuracy"]) for e in m.evaluations if "accuracy" in e]
    demand(known, "predicted classes, or comparisons")
    for name, estimate in known:
        if estimate.interval is None or not estimate.interval.width / 2 > m.gain:
            continue
        span = _format.span(estimate.interval.low, estimate.interval.high)
        yield Remark(f"{_format.label(name)} {_format.number(estimate.value)} {span}; claimed gain {m.gain:g}")
