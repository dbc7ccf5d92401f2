"""R101: test rows that are training rows."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.registry import Material, Remark, Remarks, check

MUCH = 0.01


@check(
    "R101",
    "Test cases are also training cases",
    severity="serious",
    needs=("train", "test"),
    errs="Cases repeated before the split in a finite space of patterns look natural to it, and are a note only.",
    advice="Remove them from one of the sets, or split again so that repeats stay together.",
    reference="kapoor2023",
)
def exact_overlap(m: Material) -> Remarks:
    """Equal rows of features in both sets, missing values equal to missing ones.

    Serious from 1% of the test cases, a warning below; a note where a finite space of patterns must repeat rows.
    """
    _, test = m.both()
    count = m.shared.count
    if not count:
        return
    rows = _format.listing(np.flatnonzero(m.shared.seen)[:3].tolist())
    share = f"{count:,} of {test.n:,} test cases ({_format.percent(count / test.n)})"
    evidence = f"{share} have the features of a training case; test rows {rows}"
    if m.shared.natural:
        advice = (
            "Rows repeat within training as often: a finite space of patterns. Read R141, seen and unseen apart."
        )
        yield Remark(evidence, advice, "Test cases repeat patterns of training, as few patterns must", "note")
    else:
        yield Remark(evidence, severity="serious" if count >= MUCH * test.n else "warning")
