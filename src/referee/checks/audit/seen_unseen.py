"""R141: accuracy on patterns seen and unseen in training."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.feature_tests import table_p
from referee.checks.audit.registry import LEVEL, Material, Remark, Remarks, check, demand
from referee.intervals.proportion import proportion_interval


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
        words = []
        for word, (x, miss) in zip(("seen", "unseen"), table.tolist(), strict=True):
            interval = proportion_interval(x, x + miss)
            words.append(
                f"{word} {_format.number(x / (x + miss))} {_format.span(interval.low, interval.high)} of {x + miss:,}"
            )
        p = table_p(table)
        shares = table[:, 0] / table.sum(axis=1)
        better = p < LEVEL and shares[0] > shares[1]
        evidence = f"{_format.label(name) + ': ' if name else ''}{', '.join(words)}"
        title = "Patterns seen in training are predicted better than new ones" if better else ""
        yield Remark(evidence, title=title, severity="warning" if better else "note")
