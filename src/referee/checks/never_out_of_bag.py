"""R031: cases that are in every bootstrap sample."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.core.finding import Finding
from referee.core.results import Results


def never_out_of_bag(results: Results) -> list[Finding]:
    """Say how many cases were never tested because every bootstrap sample drew them.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("bootstrap", 3, ([1], [2]), ([0, 0, 2], [0, 1, 1]), repeats=2)
    >>> never_out_of_bag(Results("rule", (0, 1), [0, 1, 1], splits, ([0], [1])))[0].title
    '1 case is in every bootstrap sample'
    """
    if "bootstrap" not in results.splits.kind:
        return []
    tested = np.zeros(results.n, dtype=bool)
    for i in results.finished:
        tested[results.splits.tests[i]] = True
    left = int((~tested).sum())
    if not left:
        return []
    samples = len(results.finished)
    title = f"{_format.plural(left, 'case')} {'is' if left == 1 else 'are'} in every bootstrap sample"
    evidence = f"with {_format.plural(samples, 'sample')} of {results.n} cases; they have no out-of-bag value"
    return [Finding("R031", "warning", title, evidence, "Draw more samples: 200 leave hardly any case out.")]
