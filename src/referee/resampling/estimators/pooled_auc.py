"""The area under the ROC curve of scores pooled over test parts: by name only."""

from __future__ import annotations

import math

import numpy as np

from referee import _check
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults, pairs_won

WARNING = "scores of different models are compared: on noise this falls far below 0.5 (0 for the prior rule)"


def pooled_auc(results: Results, metric: str | Metric = "roc_auc") -> Estimate:
    """One AUC of the scores that all models gave, each case scored by the model that did not see it.

    Undefined when a case has no score. It errs low, most under leave-one-out: a case left out makes its own class
    rarer, so that its model scores it lower; on pure noise .33 was measured where .5 is true, and 0 for a rule that
    scores by the class share. `pooled` compares cases of one model only. References: parker2007, ledell2015.

    >>> from referee.core.splits import Splits
    >>> splits = Splits("leave-one-out", 4, ([0], [1], [2], [3]))
    >>> share = [[0.67], [0.67], [0.33], [0.33]]
    >>> said = Results("prior", (0, 1), [0, 0, 1, 1], splits, ([1], [1], [0], [0]), scores=tuple(share))
    >>> pooled_auc(said).value
    0.0
    """
    measure = OnResults(metric, results)
    if not results.splits.partition or results.splits.repeats > 1:
        _check.fail("results", "be of splits that test every case once", results.splits.kind)
    scores = np.full(results.n, math.nan)
    for i in results.finished:
        scores[results.splits.tests[i]] = measure.test_scores(i)
    how = f"{results.splits.kind}, scores pooled over models"
    if np.isnan(scores).any():
        return measure.estimate(math.nan, how, undefined="some case has no score")
    won, pairs = pairs_won(scores, measure.is_positive)
    value = measure.range[0] + measure.metric.width * won / pairs if pairs else math.nan
    return measure.estimate(value, how, notes=(WARNING,))
