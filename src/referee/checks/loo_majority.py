"""R030: leave-one-out of a learner that follows the class counts."""

from __future__ import annotations

import numpy as np

from referee.core.finding import Finding
from referee.core.results import Results


def loo_majority(results: Results) -> list[Finding]:
    """Say so when every leave-one-out prediction is the most frequent class of its training part.

    On balanced classes such a rule is always wrong: leaving a case out makes its class the smaller one.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("leave-one-out", 4, ([0], [1], [2], [3]))
    >>> loo_majority(Results("rule", (0, 1), [0, 0, 1, 1], splits, ([1], [1], [0], [0])))[0].title
    'leave-one-out misjudges a learner that follows the class counts'
    """
    if results.splits.kind != "leave-one-out" or not results.finished:
        return []
    total = np.bincount(results.truth, minlength=len(results.labels))
    for i in results.finished:
        rows, codes = results.test(i)
        left = total.copy()
        left[results.truth[rows[0]]] -= 1
        if left[codes[0]] < left.max():
            return []
    wrong = float(np.mean([results.truth[r[0]] != c[0] for r, c in map(results.test, results.finished)]))
    evidence = f"every prediction is the majority class of its training part; error {wrong:.3f}"
    advice = "Leaving a case out makes its class smaller. Use stratified k-fold beside the majority rule."
    title = "leave-one-out misjudges a learner that follows the class counts"
    return [Finding("R030", "serious", title, evidence, advice)]
