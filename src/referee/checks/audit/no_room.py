"""R149: a test set on which no model has room to differ."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check, demand

NEAR = 0.01


@check(
    "R149",
    "The test set leaves no room to differ",
    needs=("classes",),
    errs="Models that all learnt nothing also stay at the floor of a test set that has room.",
    advice="Ties here are no sign of equal models. Test on a harder set, or an easier one.",
    reference="cohen1995",
)
def no_room(m: Material) -> Remarks:
    """Several models that are all within 0.01 of accuracy 1 (ceiling), or none above the majority rule (floor).

    Of studies over datasets R040 says it.
    """
    models = [p for p in m.predictions.values() if p.has_labels and len(np.unique(p.need_predicted())) > 1]
    demand(len(models) >= 2, "predicted classes of two models that give more than one answer")
    scores = [float(np.mean(p.truth == p.predicted)) for p in models]
    most = max(float(np.bincount(p.truth).max() / p.n) for p in models)
    if min(scores) >= 1 - NEAR:
        title, words = "Every model is at the ceiling of this test set", "above 0.99"
    elif max(scores) <= most:
        title = "Every model is at the floor of this test set"
        words = f"the majority rule's is {_format.number(most)}"
    else:
        return
    span = f"from {_format.number(min(scores))} to {_format.number(max(scores))}"
    yield Remark(f"accuracies of {len(models)} models {span}, {words}", title=title)
