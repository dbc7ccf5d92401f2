"""R102: equal features, another class."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check


@check(
    "R102",
    "Equal cases have different classes in training and test",
    needs=("train", "test"),
    errs="In a finite space of patterns it is the error that no rule can avoid, and a note only.",
    advice="Look at these cases: one of the two labels is wrong, or the features do not determine the class.",
    reference="northcutt2021",
)
def conflicting_labels(m: Material) -> Remarks:
    """Test rows equal to a training row whose class is another."""
    train, test = m.both()
    if train.y is None or test.y is None:
        return
    rows = np.flatnonzero(m.shared.seen)
    unlike = rows[train.y[m.shared.match[rows]] != test.y[rows]]
    if not len(unlike):
        return
    first, twin = int(unlike[0]), int(m.shared.match[unlike[0]])
    one, other = (_format.quoted(m.labels[code]) for code in (test.y[first], train.y[twin]))
    pair = f"test row {first} is {one}, training row {twin} is {other}"
    evidence = f"{len(unlike):,} of {len(rows):,} repeated test cases; {pair}"
    yield Remark(evidence, severity="note" if m.shared.natural else "warning")
