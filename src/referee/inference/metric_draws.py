"""The difference of any label metric between two models by draws of their tables, on the same or on different cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, get_args

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix, Estimate, JointConfusion, TestResult
from referee.core.evidence import Draws
from referee.core.pair import Pair
from referee.core.types import Alternative, Column, Counts, Floats, Rng
from referee.inference._result import Terms, Wording, tail_words
from referee.inference.paired_bootstrap import joint_of, metric_counts
from referee.inference.sampler import Unseen, dirichlet_draws, draw_gammas, variance_factor
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric


def independent_draws(
    a: ConfusionMatrix,
    b: ConfusionMatrix,
    *,
    metric: str | LabelMetric,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    rng: Rng = None,
) -> TestResult:
    """Test that two models on different test sets have the same metric, by draws of both tables.

    Each table is drawn from a Dirichlet on its cells (as the interval of one model is); with d* the differences of the
    draws, p = 2 min(1 + #(d* <= 0), 1 + #(d* >= 0)) / (m + 1), and the interval holds the differences that this p
    does not reject, and the observed one: draws on the other side of 0 than it are no evidence, and p is 1.
    Exchanging the models keeps p. Undefined when the metric is for either model. It errs as the draws of one model do:
    .92-.97 measured at a nominal .95. Reference: rubin1981.

    >>> one, two = (ConfusionMatrix.from_counts(tp=t, fn=100 - t, fp=9, tn=91) for t in (90, 60))
    >>> independent_draws(one, two, metric="mcc", rng=1).p_value < 0.001
    True
    """
    chosen, seed = label_metric(metric), _rng.seed_of(rng)
    for arg, matrix in (("a", a), ("b", b)):
        _check.instance(arg, matrix, ConfusionMatrix)
    words = _words(
        "difference of independent draws",
        chosen,
        "It errs on small test sets, where its intervals cover .92-.97 of a nominal .95.",
        "Dirichlet draws of both tables",
    )
    n, terms = float(a.n_cases + b.n_cases), Terms(alternative, level)
    ways: tuple[Unseen, ...] = get_args(Unseen) if a.weighted or b.weighted else ("heaviest",)
    return _test(
        words, chosen, (a, b), n, lambda: [_differences(chosen, a, b, seed, w) for w in ways], terms, seed
    )


def _words(name: str, metric: LabelMetric, errs: str, method: str) -> Wording:
    null = f"the {metric.title} of the two models is equal"
    return Wording(name, null, f"difference of {metric.title}", errs, f"{metric.name}_difference", method)


def _test(
    words: Wording,
    metric: LabelMetric,
    tables: tuple[ConfusionMatrix, ConfusionMatrix],
    n: float,
    differences: Callable[[], Sequence[Floats]],
    terms: Terms,
    seed: int,
) -> TestResult:
    """The test whose interval holds the central drawn differences, and the observed one.

    Of several sets of draws p is the largest, and the interval the least that holds the interval of each.
    """
    said = tail_words(terms.alternative)
    reason = metric.why_undefined(tables[0]) or metric.why_undefined(tables[1])
    if reason:
        return words.refuse(Estimate(words.effect, math.nan, n), reason, terms.alternative, convention=said)
    value = metric(tables[0]) - metric(tables[1])
    sets = tuple(np.sort(drawn[~np.isnan(drawn)]) for drawn in differences())
    evidence, details = Draws(value, sets), {"draws": float(len(sets[0])), "seed": float(seed)}
    effect, p = Estimate(words.effect, value, n), evidence.p_value(terms.alternative)
    return words.of_evidence(terms, p, effect, evidence, statistic=value, details=details, convention=said)


def _differences(metric: LabelMetric, a: ConfusionMatrix, b: ConfusionMatrix, seed: int, unseen: Unseen) -> Floats:
    """The difference of the metric in each pair of drawn tables; the same draws when the models are exchanged."""
    tables = [matrix if not metric.binary else matrix.binary() for matrix in (a, b)]
    first = 0 if _key(tables[0]) <= _key(tables[1]) else 1
    drawn: list[Any] = [None, None]
    for place, side in enumerate((first, 1 - first)):
        shares = dirichlet_draws(tables[side], _rng.stream(seed, "independent", place), unseen=unseen)
        scale = tables[side].counts.sum() / shares.sum(axis=(-2, -1)).mean() if metric.extensive else 1.0
        drawn[side] = metric.formula(shares) * scale
    with np.errstate(invalid="ignore"):
        gaps = np.asarray(drawn[0] - drawn[1])
    if _key(tables[0]) == _key(tables[1]):  # neither is first: the draws of both orders are taken
        return np.concatenate([gaps, -gaps])
    return gaps


def _key(matrix: ConfusionMatrix) -> tuple[float, ...]:
    """What decides which table is drawn first, whichever model it belongs to."""
    return tuple(matrix.counts.ravel().tolist())


PRIORS = 1.0, 4.0
"""Cases added in all, the same part of them to each cell; on each side the wider limit of the two holds."""

MOST_CLASSES = 12
"""Classes up to which every cell of the joint table is drawn."""


def paired_draws(
    data: JointConfusion | Pair | Column,
    a: Column = None,
    b: Column = None,
    *,
    metric: str | LabelMetric,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    rng: Rng = None,
    **options: Any,
) -> TestResult:
    """Test that two models have the same metric on the same cases, by draws of the joint table.

    The table of (truth, answer of a, answer of b) is drawn from a Dirichlet on its cells + c/K^3, scaled to the
    variance of samples (`variance_factor`), so that an answer not yet seen can come, once with c = 1 and once with
    c = 4; with d* the differences of the draws, p = 2 min(1 + #(d* <= 0), 1 + #(d* >= 0)) / (m + 1), the larger of the
    two, and the interval holds the differences that this p does not reject, and the observed one. Exchanging the models
    keeps p. Undefined when the metric is for either model; for at most 12 classes. Few cases added leave out answers
    not yet seen, many pull a large difference to 0; `python -m tools.validity differences` measures both
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
    words = _words(
        "difference of paired draws",
        metric,
        "It errs where few cases tell the models apart, mostly to the cautious side.",
        "Dirichlet draws of the joint table",
    )

    def differences() -> list[Floats]:
        return [_difference(metric, *tables, joint.n) for tables in drawn]

    return _test(words, metric, (joint.a, joint.b), float(joint.n), differences, Terms(alternative, level), seed)


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
    many = size or int(np.clip(1_000_000 // k**3, 2_000, 10_000))
    out, n = [], float(counts.sum())
    for prior in PRIORS:
        drawn = draw_gammas(generator, (counts + prior / k**3) * variance_factor(n, prior), many)
        out.append((drawn.sum(axis=3), drawn.sum(axis=2)))
    if (counts == other).all():  # neither model is first: the draws of both orders are taken
        out = [(np.concatenate([a, b]), np.concatenate([b, a])) for a, b in out]
    return out


def _difference(metric: LabelMetric, a: Counts, b: Counts, n: float) -> Floats:
    """The difference of the metric in each pair of drawn tables; of a total, draws hold as much as the cases."""
    scale = n / a.sum(axis=(1, 2)).mean() if metric.extensive else 1.0
    with np.errstate(invalid="ignore"):
        return np.asarray(metric.formula(a) - metric.formula(b)) * scale
