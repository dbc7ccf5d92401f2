"""R143: no baseline beside the model."""

from __future__ import annotations

import re

import numpy as np

from referee.checks.audit.registry import Material, Remark, Remarks, check, demand
from referee.core import AgainstChance

WORDS = re.compile(r"base|dummy|majority|random|chance|prior|naive|null|control|constant|zero.?r", re.IGNORECASE)


@check(
    "R143",
    "No baseline stands beside the model",
    severity="note",
    errs="It knows a baseline by its name, or because it always gives one answer.",
    advice="Give the majority rule, naive Bayes and a method of the day the same cases, and compare.",
    reference="duda2001",
)
def no_baseline(m: Material) -> Remarks:
    """Predictions or comparisons without a simple rule or a contemporary method among them."""
    if any(isinstance(r, AgainstChance) for r in m.results):
        return
    demand(m.predictions or m.duels, "predictions or comparisons")
    constant = any(p.has_labels and len(np.unique(p.need_predicted())) == 1 for p in m.predictions.values())
    if m.duels or constant or any(WORDS.search(name) for name in m.predictions):
        return
    one = len(m.predictions) == 1
    words = "model and nothing to compare it with" if one else "models, none of them a simple rule"
    yield Remark(f"{len(m.predictions)} {words}")
