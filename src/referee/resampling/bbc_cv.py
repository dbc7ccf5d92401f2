"""Bootstrap bias corrected cross-validation: what a winner chosen among candidates is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.estimate import Estimate
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import directed, label_metric


def bbc_cv(
    tables: Any,
    *,
    metric: str | LabelMetric = "accuracy",
    allowance: float = 0.0,
    samples: int = 1000,
    rng: Any = None,
) -> Estimate:
    """The metric of the winner among candidates, chosen and scored on different cases.

    `tables` has shape (candidates, cases, K, K): what each candidate's held-out predictions add to the confusion
    counts for each case. In each of `samples` bootstrap samples of the cases the best candidate inside is scored on
    the cases outside; the estimate is the mean of these scores. With an `allowance` the first candidate within it of
    the best is taken instead. Nothing is fitted anew. Undefined when the metric is undefined in every sample. It
    errs to the pessimistic side, as a choice made on fewer distinct cases is worse, and has no interval with known
    coverage. Reference: tsamardinos2018.

    >>> from referee.metrics.registry import label_metric
    >>> rng = np.random.default_rng(0)
    >>> noise = np.eye(4)[rng.integers(4, size=(20, 60))].reshape(20, 60, 2, 2)
    >>> apparent = max(label_metric("accuracy").formula(noise.sum(axis=1)))
    >>> round(float(apparent), 2), round(bbc_cv(noise, rng=0).value, 2)
    (0.63, 0.53)
    """
    chosen, m = label_metric(metric), _check.whole("samples", samples, least=1)
    counts = _check.floats("tables", tables)
    if counts.ndim != 4 or counts.shape[2] != counts.shape[3] or counts.shape[1] < 2:
        _check.fail("tables", "have shape (candidates, cases, K, K) with two or more cases", f"{counts.shape}")
    candidates, n, k, _ = counts.shape
    directed(chosen)
    draws = _rng.stream(_rng.seed_of(rng), "bbc_cv").integers(n, size=(m, n))
    inside = np.stack([np.bincount(row, minlength=n) for row in draws]).astype(float)
    outside = (inside == 0).astype(float)
    scores, held = np.empty((candidates, m)), np.empty((candidates, m))
    for c in range(candidates):
        cells = counts[c].reshape(n, k * k)
        scores[c] = chosen.sign * chosen.formula((inside @ cells).reshape(m, k, k))
        held[c] = chosen.formula((outside @ cells).reshape(m, k, k))
    scores = np.where(np.isnan(scores), -np.inf, scores)
    winner = (scores >= scores.max(axis=0) - allowance).argmax(axis=0)
    values = held[winner, np.arange(m)]
    known = values[np.isfinite(values)]
    if not len(known):
        reason = f"{chosen.title} is undefined outside every bootstrap sample"
        return Estimate(chosen.name, float("nan"), n, undefined=reason)
    note = "bootstrap bias corrected (BBC-CV); no interval with known coverage"
    if len(known) < m:
        note += f"; undefined in {m - len(known)} of {m} samples, which are left out"
    return Estimate(chosen.name, float(known.mean()), n, note=note, title=chosen.title)
