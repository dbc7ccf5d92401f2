"""R141: accuracy on patterns seen and unseen in training."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check, demand, whose
from referee.inference.proportion import proportion_interval


@check(
    "R141",
    "Accuracy on patterns seen in training, and on new ones",
    needs=("train", "test", "classes"),
    errs="Patterns that are seen are the common ones, which may be easier for an honest reason.",
    advice="Report both; for new patterns the second is the accuracy to expect.",
    reference="duda2001",
)
def seen_unseen(m: Material) -> Remarks:
    """Both accuracies with their intervals as a note; a warning when seen patterns are predicted better."""
    models = m.judged()
    seen = m.shared.seen
    demand(seen.any() and not seen.all(), "test cases with patterns that training has, and others")
    for name, right in models.items():
        table = np.array([[int(right[s].sum()), int((~right[s]).sum())] for s in (seen, ~seen)])
        n = table.sum(axis=1)
        shares = table[:, 0] / n
        words = []
        for k, word in enumerate(("seen", "unseen")):
            interval = proportion_interval(int(table[k, 0]), int(n[k]))
            span = _format.span(interval.low, interval.high)
            words.append(f"{word} {_format.number(float(shares[k]))} {span} of {n[k]:,}")
        better = table_p(table) < LEVEL and shares[0] > shares[1]
        evidence = f"{whose(name)}{', '.join(words)}"
        title = "Patterns seen in training are predicted better than new ones" if better else ""
        yield Remark(evidence, title=title, severity="warning" if better else "note")
