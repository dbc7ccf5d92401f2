"""Paired bootstrap of the difference of a label metric between two models: its interval and the p of it."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Estimate, JointConfusion, TestResult
from referee.core.evidence import Draws, Score
from referee.core.pair import Pair
from referee.core.tables import one_vs_rest
from referee.core.types import Alternative, Column, Counts, Floats, Rng
from referee.inference._draws import draw
from referee.inference._draws import too_few as too_few_draws
from referee.inference._result import Terms, Wording, tail_words
from referee.inference._rows import too_few
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric

FEW_CLASSES = 12
"""Classes up to which every move of cases between cells is tried."""


def joint_of(
    data: JointConfusion | Pair | Column, a: Column = None, b: Column = None, **options: Any
) -> JointConfusion:
    """The joint table given, of the pair given, or counted from truth and two columns of answers.

    >>> joint_of([1, 0], [1, 0], [1, 1]).n
    2
    """
    if isinstance(data, JointConfusion | Pair):
        if a is not None or b is not None or options:
            _check.fail("a", "not be given with a joint table or a pair", "more arguments")
        return data if isinstance(data, JointConfusion) else data.joint
    if a is None or b is None:
        _check.fail("b", "be given: two models are compared", "one model")
    return JointConfusion.from_labels(data, a, b, **options)


def metric_counts(metric: LabelMetric, joint: JointConfusion) -> Counts:
    """The joint counts that the metric sees: of a two-class metric 2 x 2 x 2 with the positive class last."""
    metric.counts_of(joint.a)
    two = joint.positive is not None and len(joint.labels) == 2
    return (joint.binary() if metric.binary or two else joint).counts


def metric_clusters(metric: LabelMetric, pair: Pair) -> tuple[Floats, Floats]:
    """One table per cluster for each model, as the metric sees them."""
    metric.counts_of(pair.joint.a)
    tables = pair.clusters
    if metric.binary or (pair.positive is not None and len(pair.labels) == 2):
        code = pair.labels.index(pair.positive)
        tables = one_vs_rest(tables[0])[..., code, :, :], one_vs_rest(tables[1])[..., code, :, :]
    return tables[0].astype(np.float64), tables[1].astype(np.float64)


def clustered_pair(data: Any) -> Pair | None:
    """The pair, when its cases come in clusters."""
    return data if isinstance(data, Pair) and data.groups is not None else None


def paired_bootstrap(
    data: JointConfusion | Pair | Column,
    a: Column = None,
    b: Column = None,
    *,
    metric: str | LabelMetric = "accuracy",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int = 9999,
    rng: Rng = None,
    **options: Any,
) -> TestResult:
    """Bootstrap of cases for the difference of a label metric, first model minus second.

    A resample of cases is a multinomial draw over the cells of the joint table. With d* the differences of the
    resamples, p(d) = 2 min(1 + #(d* <= d), 1 + #(d* >= d)) / (m + 1), and the interval holds the d with
    p(d) >= 1 - level: the percentile interval, up to one order statistic. So interval and p cannot contradict, and
    exchanging the models keeps p. Cases of a `Pair` with groups are drawn by whole groups.

    Inapplicable when all resamples show one and the same difference other than 0. Where models agree on every case
    all show 0, which is no interval. Their difference is then bounded by
    the largest change of the metric when a share z^2 / (n + z^2) of the cases (Tango's limit for none seen) gets
    another answer; with groups, or over 12 classes, there is no interval.
    Undefined when the metric is for either model. It errs on small samples, where it is too narrow, and when the
    models almost always agree, where few cases decide. Reference: efron1993.

    >>> truth, one, two = [1] * 30 + [0] * 30, [1] * 28 + [0] * 32, [1] * 15 + [0] * 45
    >>> result = paired_bootstrap(truth, one, two, metric="f1", rng=1)
    >>> result.effect.interval.low > 0, result.p_value < 0.05
    (True, True)
    """
    joint = joint_of(data, a, b, **options)
    chosen = label_metric(metric)
    terms = Terms(alternative, level)
    draws = _check.whole("resamples", resamples, least=1)
    name = f"{chosen.name}_difference"
    words = Wording(
        "paired bootstrap",
        f"the {chosen.title} of the two models is equal in the population of cases",
        f"difference of {chosen.title}",
        "On small samples, and when few cases tell the models apart, it is too narrow.",
    )
    facts: Any = {"convention": tail_words(alternative)}
    if reason := chosen.why_undefined(joint.a) or chosen.why_undefined(joint.b):
        return words.refuse(Estimate(name, math.nan, joint.n), reason, alternative, **facts)
    observed = chosen(joint.a) - chosen(joint.b)
    seed, pair = _rng.seed_of(rng), clustered_pair(data)
    groups = None if pair is None else len(pair.clusters[0])
    if groups is not None and (reason := too_few(groups)):
        return words.refuse(Estimate(name, observed, joint.n), reason, alternative, **facts)
    drawn = _differences(chosen, joint, pair, draws, seed)
    kept = np.sort(drawn[~np.isnan(drawn)])
    lost = draws - len(kept)
    note = f"{_format.plural(lost, 'resample')} without a defined value left out" if lost else ""
    warnings = [*([note] if lost else []), *too_few_draws(draws)]
    if groups is not None and groups < 30:
        warnings.append(f"With {groups} clusters the interval is too narrow.")
    if joint.different == 0:
        warnings.append("The models agree on every case: resampling cannot show a difference.")
    details = {"resamples": float(draws), "undefined_resamples": float(lost), "seed": float(seed)}
    facts |= {"statistic": observed, "alternative": alternative, "details": details, "warnings": warnings}
    effect = Estimate(name, observed, joint.n, note=note, title=words.statistic)
    evidence = Draws(observed, (kept,))
    interval = terms.interval(*evidence.limits(terms.tail), "percentile bootstrap")
    if interval.width:
        p = evidence.p_value(alternative)
        return words.result(p, replace(effect, interval=interval), _evidence=evidence, **facts)
    same = "; ".join(filter(None, (note, "no interval: every resample shows the same difference")))
    effect = replace(effect, note=same)
    if observed:
        facts["inapplicable"] = "every resample shows the same difference: no spread to judge it by"
        return words.result(math.nan, effect, _evidence=evidence, **facts)
    if not joint.different and pair is None and len(joint.labels) <= FEW_CLASSES:
        unseen = Score(partial(_unseen_limits, chosen, metric_counts(chosen, joint).sum(axis=2), joint.n))
        interval = terms.interval(*unseen.limits(terms.tail), "no case seen that tells them apart")
        if interval.width:
            return words.result(1.0, replace(effect, interval=interval, note=""), _evidence=unseen, **facts)
    return words.result(1.0, effect, _evidence=evidence, **facts)


def _unseen_limits(metric: LabelMetric, table: Counts, n: int, z: float) -> tuple[float, float]:
    """How far the metric may move although no case told the models apart: the cases that may, by Tango's limit."""
    change = largest_change(metric, table, n * z * z / (n + z * z))
    return -change, change


def _differences(metric: LabelMetric, joint: JointConfusion, pair: Pair | None, draws: int, seed: int) -> Floats:
    """The difference of the metric in each resample of cases, or of the whole clusters of a pair.

    Of a table and the one with the models exchanged, the same one is drawn, so that exchanging them changes signs only.
    """
    if pair is not None:
        one, two = metric_clusters(metric, pair)
        groups = len(one)
        sides = one.reshape(groups, -1), two.reshape(groups, -1)
        return _draw_differences(
            metric, sides, groups, np.full(groups, 1 / groups), draws, seed, "cluster bootstrap"
        )
    counts = metric_counts(metric, joint)
    other = counts.transpose(0, 2, 1)
    turned = counts.ravel().tolist() < other.ravel().tolist()
    counts = other if turned else counts
    size = counts.shape[0]
    t, i, j = np.nonzero(counts)
    cells = counts[t, i, j]
    n = int(cells.sum())
    first, second = (np.zeros((len(cells), size * size)) for _ in range(2))
    first[np.arange(len(cells)), t * size + i] = 1
    second[np.arange(len(cells)), t * size + j] = 1
    drawn = _draw_differences(metric, (first, second), n, cells / n, draws, seed, "paired bootstrap")
    return -drawn if turned else drawn


def _draw_differences(
    metric: LabelMetric, sides: tuple[Floats, Floats], n: int, shares: Floats, draws: int, seed: int, words: str
) -> Floats:
    """The difference of the metric between two sides, each a table for every kind of unit, over draws of n units."""
    size = math.isqrt(sides[0].shape[1])

    def block(rows: int, generator: np.random.Generator) -> Floats:
        drawn = generator.multinomial(n, shares, size=rows).astype(np.float64)
        a, b = ((drawn @ side).reshape(rows, size, size) for side in sides)
        with np.errstate(invalid="ignore"):
            return np.asarray(metric.formula(a) - metric.formula(b))

    return draw(draws, max(len(shares), size * size), seed, words, block)


def largest_change(metric: LabelMetric, table: Counts, cases: float) -> float:
    """How far the metric moves at most when so many cases of a table get another answer.

    >>> round(largest_change(label_metric("accuracy"), np.array([[50, 10], [5, 35]]), 2), 3)
    0.02
    """
    start = np.asarray(table, dtype=float)
    moves = [
        (truth, said, other)
        for truth, said, other in itertools.product(range(len(start)), repeat=3)
        if said != other and start[truth, said] > 0
    ]
    if not moves:
        return 0.0
    truth, said, other = np.array(moves).T
    few, rows = np.minimum(cases, start[truth, said]), np.arange(len(moves))
    moved = np.repeat(start[None], len(moves), axis=0)
    moved[rows, truth, said] -= few
    moved[rows, truth, other] += few
    changes = np.abs(metric.formula(moved) - metric.formula(start))
    return float(np.where(np.isnan(changes), np.inf, changes).max())
