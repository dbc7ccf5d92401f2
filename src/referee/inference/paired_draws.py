"""The difference of any label metric between two models tested on the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import JointConfusion, TestResult
from referee.core.test_result import Alternative
from referee.core.types import Counts, Floats
from referee.inference.dirichlet import variance_factor
from referee.inference.independent_draws import DrawnTest
from referee.inference.paired_bootstrap import joint_of, metric_counts
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric

PRIORS = 1.0, 4.0
"""Cases added in all, the same part of them to each cell; on each side the wider limit of the two holds."""

MOST_CLASSES = 12
"""Classes up to which every cell of the joint table is drawn."""


def paired_draws(
    data: Any,
    a: Any = None,
    b: Any = None,
    *,
    metric: str | LabelMetric,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    rng: Any = None,
    **options: Any,
) -> TestResult:
    """Test that two models have the same metric on the same cases, by draws of the joint table.

    The table of (truth, answer of a, answer of b) is drawn from a Dirichlet on its cells + c/K^3, scaled to the
    variance of samples (`variance_factor`), so that an answer not yet seen can come, once with c = 1 and once with
    c = 4; with d* the differences of the draws, p = 2 min(1 + #(d* <= 0), 1 + #(d* >= 0)) / (m + 1), the larger of the
    two, and the interval holds the differences that this p does not reject, and the observed one. Exchanging the models
    keeps p. Undefined when the metric is for either model; for at most 12 classes. Few cases added leave out answers
    not yet seen, many pull a large difference to 0; `python -m validity differences` measures both
    together. It errs to the cautious side where few cases tell the models apart. Reference: rubin1981.

    >>> truth, one, two = [1] * 30 + [0] * 30, [1] * 28 + [0] * 32, [1] * 15 + [0] * 45
    >>> result = paired_draws(truth, one, two, metric="f1", rng=1)
    >>> result.effect.interval.low > 0, result.p_value < 0.05
    (True, True)
    """
    joint = joint_of(data, a, b, **options)
    chosen = label_metric(metric)
    counts = metric_counts(chosen, joint)
    if len(counts) > MOST_CLASSES:
        _check.fail("labels", f"be at most {MOST_CLASSES}", len(counts), "Use paired_bootstrap.")
    seed = _rng.seed_of(rng)
    drawn = joint_draws(counts, _rng.stream(seed, "paired draws"))
    return draws_test(joint, chosen, drawn, alternative=alternative, level=level, seed=seed)


def draws_test(
    joint: JointConfusion,
    metric: LabelMetric,
    drawn: Sequence[tuple[Counts, Counts]],
    *,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    seed: int = 0,
) -> TestResult:
    """The test of one metric from drawn tables of both models, which several metrics can share."""
    test = DrawnTest(
        "difference of paired draws",
        "Dirichlet draws of the joint table",
        "It errs where few cases tell the models apart, mostly to the cautious side.",
        seed,
    )

    def differences() -> list[Floats]:
        return [_difference(metric, *tables, joint.n) for tables in drawn]

    return test.result(metric, joint.a, joint.b, float(joint.n), differences, alternative, level)


def joint_draws(
    counts: Counts, generator: np.random.Generator, *, size: int | None = None
) -> list[tuple[Counts, Counts]]:
    """Drawn tables of both models, `(draws, K, K)`, for each number of cases added to the joint table.

    When the models are exchanged, so are the draws.
    """
    other = counts.transpose(0, 2, 1)
    if counts.ravel().tolist() < other.ravel().tolist():
        return [(a, b) for b, a in joint_draws(other, generator, size=size)]
    k = len(counts)
    many = size or int(np.clip(4_000_000 // k**3, 2_000, 10_000))
    out, n = [], float(counts.sum())
    for prior in PRIORS:
        shape = (counts + prior / k**3) * variance_factor(n, prior)
        drawn = generator.standard_gamma(shape[..., None], size=(*counts.shape, many))
        out.append((np.moveaxis(drawn.sum(axis=2), -1, 0), np.moveaxis(drawn.sum(axis=1), -1, 0)))
    return out


def _difference(metric: LabelMetric, a: Counts, b: Counts, n: float) -> Floats:
    """The difference of the metric in each pair of drawn tables; of a total, draws hold as much as the cases."""
    scale = n / a.sum(axis=(1, 2)).mean() if metric.extensive else 1.0
    with np.errstate(invalid="ignore"):
        return np.asarray(metric.formula(a) - metric.formula(b)) * scale
