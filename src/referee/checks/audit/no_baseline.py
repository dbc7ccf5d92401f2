"""R143: no baseline beside the model."""

from __future__ import annotations

import re

from referee.checks.audit.material import Material
from referee.checks.audit.registry import InapplicableError, check
from referee.core.chance import AgainstChance
from referee.core.finding import Finding

WORDS = re.compile(r"base|dummy|majority|random|chance|prior|naive|null|control|constant|zero.?r", re.IGNORECASE)


@check(
    "R143",
    "No baseline stands beside the model",
    severity="note",
    needs=(),
    errs="It knows a baseline by its name, or because it always gives one answer.",
    reference="duda2001",
)
def no_baseline(m: Material) -> list[Finding]:
    """Predictions or comparisons without a simple rule or a contemporary method among them."""
    if any(isinstance(r, AgainstChance) for r in m.results):
        return []
    if not m.predictions and not m.duels:
        raise InapplicableError("needs predictions or comparisons")
    names = {*m.predictions, *(name for d in m.duels for name in (d.a, d.b))}
    if any(WORDS.search(name) for name in names):
        return []
    if any(p.has_labels and (p.predicted == p.predicted[0]).all() for p in m.predictions.values()):
        return []
    if m.duels:
        return []
    evidence = (
        f"{len(m.predictions)} model and nothing to compare it with"
        if len(m.predictions) == 1
        else (f"{len(m.predictions)} models, none of them a simple rule")
    )
    advice = "Give the majority rule, naive Bayes and a method of the day the same cases, and compare."
    return no_baseline.finding(evidence, advice)
