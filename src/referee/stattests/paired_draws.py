"""The difference of any label metric between two models tested on the same cases."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Counts, Floats
from referee.intervals.paired_bootstrap import joint_of, metric_counts
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.stattests.independent_draws import drawn_test

PRIOR = 4.0
"""Cases added in all, the same part of them to each cell: a half a cell with two classes."""

MOST_CLASSES = 12
"""Classes up to which every cell of the joint table is drawn."""


def paired_draws(
    data: Any,
    a: Any = None,
    b: Any = None,
    *,
    metric: str | Metric,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    rng: Any = None,
    **options: Any,
) -> TestResult:
    """Test that two models have the same metric on the same cases, by draws of the joint table.

    The table of (truth, answer of a, answer of b) is drawn from a Dirichlet on its cells + 4/K^3, so that an answer not
    yet seen can come; with d* the differences of the draws, p = 2 min(1 + #(d* <= 0), 1 + #(d* >= 0)) / (m + 1), and
    the interval holds the differences that this p does not reject, and the observed one. Exchanging the models keeps
    p. Undefined when the metric is for either model; for at most 12 classes. It errs a little where few cases tell
    the models apart, to the cautious side: .93 to .99 measured with 5 and 10 cases of a class, where the bootstrap of
    cases covers .49 to .98. Reference: rubin1981.

    >>> truth, one, two = [1] * 30 + [0] * 30, [1] * 28 + [0] * 32, [1] * 15 + [0] * 45
    >>> result = paired_draws(truth, one, two, metric="f1", rng=1)
    >>> result.effect.interval.low > 0, result.p_value < 0.05
    (True, True)
    """
    joint = joint_of(data, a, b, **options)
    chosen = get(metric)
    counts = metric_counts(chosen, joint)
    if len(counts) > MOST_CLASSES:
        _check.fail("labels", f"be at most {MOST_CLASSES}", len(counts), "Use paired_bootstrap.")
    seed = _rng.seed_of(rng)
    reasons = [r for r in (chosen.why_undefined(joint.a), chosen.why_undefined(joint.b)) if r]
    value = math.nan if reasons else chosen(joint.a) - chosen(joint.b)
    return drawn_test(
        value,
        np.empty(0) if reasons else _differences(chosen, counts, _rng.stream(seed, "paired draws")),
        name="difference of paired draws",
        metric=chosen,
        n=float(joint.n),
        undefined=reasons[0] if reasons else "",
        method="Dirichlet draws of the joint table",
        errs="It errs where few cases tell the models apart, mostly to the cautious side.",
        alternative=alternative,
        level=level,
        seed=seed,
    )


def _differences(metric: Metric, counts: Counts, generator: np.random.Generator) -> Floats:
    """The difference of the metric in each draw; the same draws when the models are exchanged."""
    other = counts.transpose(0, 2, 1)
    if counts.ravel().tolist() < other.ravel().tolist():
        return -_differences(metric, other, generator)
    size = len(counts)
    many = int(np.clip(4_000_000 // size**3, 2_000, 10_000))
    drawn = generator.standard_gamma((counts + PRIOR / size**3)[..., None], size=(*counts.shape, many))
    scale = counts.sum() / drawn.sum(axis=(0, 1, 2)).mean() if metric.extensive else 1.0
    a, b = (np.moveaxis(drawn.sum(axis=axis), -1, 0) for axis in (2, 1))
    with np.errstate(invalid="ignore"):
        return np.asarray(metric.formula(a) - metric.formula(b)) * scale
