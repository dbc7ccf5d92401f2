"""The difference of any label metric between two models tested on different cases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _rng
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.testresult import TestResult
from referee.intervals import dirichlet
from referee.intervals.paired_bootstrap import percentile_test
from referee.metrics.metric import Metric
from referee.metrics.registry import get


def independent_draws(
    a: ConfusionMatrix, b: ConfusionMatrix, *, metric: str | Metric, level: float = 0.95, rng: Any = None
) -> TestResult:
    """Test that two models on different test sets have the same metric, by draws of both tables.

    Each table is drawn from a Dirichlet on its cells (as the interval of one model is); with d* the differences of the
    draws, p = 2 min(1 + #(d* <= 0), 1 + #(d* >= 0)) / (m + 1), and the interval holds the differences that this p
    does not reject. Undefined when the metric is for either model. It errs as its intervals do: .92-.97 measured for
    one model at a nominal .95. Reference: rubin1981.

    >>> one, two = (ConfusionMatrix.from_counts(tp=t, fn=100 - t, fp=9, tn=91) for t in (90, 60))
    >>> independent_draws(one, two, metric="mcc", rng=1).p_value < 0.001
    True
    """
    chosen = get(metric)
    head: dict[str, Any] = {
        "name": "difference of independent draws",
        "null": f"the {chosen.title} of the two models is equal",
        "statistic_name": f"difference of {chosen.title}",
        "convention": "two-sided by doubling the smaller tail",
        "errs": "It errs on small test sets, where its intervals cover .92-.97 of a nominal .95.",
    }
    name, n = f"{chosen.name}_difference", float(a.n_cases + b.n_cases)
    reasons = [r for r in (chosen.why_undefined(a), chosen.why_undefined(b)) if r]
    if reasons:
        effect = Estimate(name, math.nan, n, undefined=reasons[0])
        return TestResult(p_value=math.nan, effect=effect, inapplicable=reasons[0], **head)
    seed = _rng.seed_of(rng)
    drawn = []
    for side, matrix in (("a", a), ("b", b)):
        table = matrix if not chosen.binary else matrix.binary()
        tables = dirichlet.draws(table, _rng.stream(seed, "independent", side))
        scale = table.counts.sum() / tables.sum(axis=(-2, -1)).mean() if chosen.extensive else 1.0
        drawn.append(chosen.formula(tables) * scale)
    value = chosen(a) - chosen(b)
    differences = np.sort(drawn[0] - drawn[1])
    differences = differences[~np.isnan(differences)]
    p, interval = percentile_test(differences, level, "two-sided")
    interval = type(interval)(
        min(interval.low, value), max(interval.high, value), level, "Dirichlet draws of both tables"
    )
    details = {"draws": float(len(differences)), "seed": float(seed)}
    return TestResult(
        p_value=p, effect=Estimate(name, value, n, interval), statistic=value, details=details, **head
    )
