"""The error of a learner as bias and variance over training sets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _check
from referee.core import Results


def bias_variance(runs: Sequence[Results]) -> tuple[float, float, float, float]:
    """Error, bias, and the variance that adds to the error and that takes off it, of predictions of held-out cases.

    With the main prediction of a case the most frequent one of models that did not see it (the first label of equal
    ones): bias is the share of cases that it gets wrong; the variance up is how often models depart from a main
    prediction that is right, the variance down how often they are right against one that is wrong, both per case. So
    error = bias + up - down, exactly. Noise in the labels counts as bias. With few models per case the main
    prediction is itself uncertain, and some bias is taken for variance. Reference: domingos2000.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("random splits", 3, ([0, 1], [0, 1], [0, 1]), repeats=3)
    >>> results = Results("rule", (0, 1), [0, 1, 1], splits, ([0, 0], [0, 0], [1, 1]))
    >>> [round(part, 3) for part in bias_variance([results])]
    [0.5, 0.5, 0.167, 0.167]
    """
    runs = [_check.instance("runs", one, Results) for one in _check.items("runs", runs, "results")]
    if not runs:
        _check.fail("runs", "be at least one", "none")
    first = runs[0]
    votes = np.zeros((first.n, len(first.labels)))
    for results in runs:
        for rows, codes in map(results.test, results.finished):
            np.add.at(votes, (rows, codes), 1)
    told = votes.sum(axis=1) > 0
    if not told.any():
        _check.fail("runs", "have predictions", "none")
    votes, truth = votes[told], first.truth[told]
    shares = votes / votes.sum(axis=1, keepdims=True)
    right = shares[np.arange(len(truth)), truth]
    wrong = shares.argmax(axis=1) != truth
    up = np.where(wrong, 0.0, 1 - right)
    down = np.where(wrong, right, 0.0)
    return float((1 - right).mean()), float(wrong.mean()), float(up.mean()), float(down.mean())
