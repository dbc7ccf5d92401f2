"""R010: scores that look like probabilities but for a few."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.answers import Answers
from referee.core.finding import Finding

MOSTLY = 0.95


def nearly_probabilities(answers: Answers) -> list[Finding]:
    """Nearly all scores lie between 0 and 1, and a few outside keep them all from being read as probabilities.

    >>> from referee import read
    >>> scores = [0.01 * i for i in range(99)] + [1.7]
    >>> nearly_probabilities(read([0, 1] * 50, y_score=scores))[0].evidence
    '1 of 100 lies outside 0 to 1: 1.7 at row 99'
    """
    scores = answers.scores
    if scores is None or answers.is_probability or answers.tops is not None:
        return []
    outside = ~((scores >= 0) & (scores <= 1))
    count = int(outside.sum())
    if not count or count > (1 - MOSTLY) * scores.size or not np.isfinite(scores).all():
        return []
    lies = "lies" if count == 1 else "lie"
    evidence = f"{count:,} of {_format.count(scores.size)} {lies} outside 0 to 1: {answers.why_not_probability}"
    advice = "Mend them for the Brier score, the log loss and calibration, which are left out here."
    return [Finding("R010", "warning", "The scores are probabilities but for a few", evidence, advice)]
