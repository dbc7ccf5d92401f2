"""The difference of a metric of predicted classes between two models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from referee import _check, _format, _memory
from referee.core import ConfusionMatrix, JointConfusion
from referee.core.pair import Pair
from referee.core.tables import grouped_counts
from referee.core.test_result import OTHER
from referee.core.types import Array, Bools
from referee.inference._gap import Ask, Gap, lead, refuse
from referee.inference._result import Terms
from referee.inference.choose import choose
from referee.inference.cluster_jackknife import cluster_jackknife
from referee.inference.mcnemar import mcnemar
from referee.inference.metric_draws import MOST_CLASSES, independent_draws, paired_draws
from referee.inference.miettinen_nurminen import score_tests
from referee.inference.mover_gaps import mover_gap
from referee.inference.paired_bootstrap import paired_bootstrap
from referee.inference.permutation_metric import permutation_metric
from referee.inference.recall_gaps import recall_gap
from referee.inference.recalls import fewest_owed
from referee.inference.tango import tango_test
from referee.inference.weighted_difference import weighted_difference
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric

FEW, FEW_EXPECTED = 30, 10
"""Cases below which a slice needs an exact test, and expected cases of the rarer outcome: the far tail of a family of
slices is off where either is small."""

FEW_OWED = 10
"""Cases below which a ratio without an end owes its value to so few that draws of the joint table are too short."""

MOST_ASKED = 30
"""Classes up to which a rate is asked about each of its cells."""


def on_same_cases(metric: LabelMetric, pair: Pair, ask: Ask) -> Gap:
    """Two models' labels on the same cases."""
    key = choose("same cases", metric, pair.sampling).key
    if key == "cluster jackknife":
        a, b = (_by_cluster(metric, pair, who) for who in (0, 1))
        return lead(partial(cluster_jackknife, a, b, metric=metric, unseen=0.5), metric, ask, pair.n)
    if key == "weighted difference":
        sums, squares = _weighted_joint(metric, pair)
        return lead(partial(weighted_difference, sums, squares, metric=metric), metric, ask, pair.n)
    if math.isinf(metric.width) and min(fewest_owed(metric, metric.sees(m)) for m in (pair.a, pair.b)) < FEW_OWED:
        return mover_gap(metric, pair.a, pair.b, ask)
    joint = pair.joint
    table = discordance(metric, joint) if key == "tango" else None
    if table is not None:
        counts = table[0][1], table[1][0], sum(map(sum, table))
        gap = lead(partial(tango_test, *counts, known=ask.known), metric, ask, joint.n)
        beside = lead(partial(mcnemar, table), metric, ask, joint.n).test
        return replace(gap, beside=(beside,), apart=(table[0][1], table[1][0]))
    if key == "tango by class" and len(joint.labels) > 1:
        gap = recall_gap(metric, joint, ask)
    else:
        few = joint.different > 0 and (metric.binary or len(joint.labels) <= MOST_CLASSES)
        route = paired_draws if few else paired_bootstrap
        gap = lead(partial(route, joint, metric=metric, rng=ask.seed), metric, ask, joint.n)
    beside = lead(partial(permutation_metric, joint, metric=metric, rng=ask.seed), metric, ask, joint.n).test
    return replace(gap, beside=(beside,), apart=(joint.only_a_right, joint.only_b_right))


def discordant_counts(metric: Metric, pairs: Iterable[Pair | None]) -> list[tuple[int, int, int]] | None:
    """The cases that the first model alone has right, those of the second, and all, for each pair.

    None where the leading test of some pair is not Tango's.
    """
    if not isinstance(metric, LabelMetric) or choose("same cases", metric, "cases").key != "tango":
        return None
    counts = []
    for pair in pairs:
        if pair is None or pair.sampling != "cases":
            return None
        table = discordance(metric, pair.joint)
        if table is None:
            return None
        counts.append((table[0][1], table[1][0], sum(map(sum, table))))
    return counts


def on_different_cases(metric: LabelMetric, a: ConfusionMatrix, b: ConfusionMatrix, ask: Ask) -> Gap:
    """Two models' labels on different test sets."""
    n = a.n_cases + b.n_cases
    left_out = [set(metric.left_out_classes(metric.sees(model))) for model in (a, b)]
    if metric.average != "weighted" and left_out[0] != left_out[1]:
        # sorted as text: labels may be of several types
        names = _format.listing(sorted(left_out[0] ^ left_out[1], key=str))
        reason = f"only one of the two averages has a value for {names}: they are means over different classes"
        return refuse(metric, "means over different classes", reason, math.nan, n, ask)
    key = choose("different cases", metric, "weighted cases" if a.weighted or b.weighted else "cases").key
    if key == "score of two" and metric.pieces is not None:
        table = (*share_counts(metric, a), *share_counts(metric, b))
        if table[1] > 0 and table[3] > 0:
            return two_shares(metric, [table], [n], ask)[0]
    if key == "label mover":
        return mover_gap(metric, a, b, ask)
    return lead(partial(independent_draws, a, b, metric=metric, rng=ask.seed), metric, ask, n)


def share_counts(metric: LabelMetric, matrix: ConfusionMatrix) -> tuple[int, int]:
    """The part and the whole of a share."""
    assert metric.pieces is not None
    part, whole = metric.pieces(metric.counts_of(matrix).astype(float))
    return round(float(part)), round(float(whole))


def two_shares(
    metric: LabelMetric, tables: Sequence[tuple[int, int, int, int]], cases: Sequence[float], ask: Ask
) -> list[Gap]:
    """The gap of two independent shares for each counts (x1, n1, x2, n2) of so many cases."""
    exact = [ask.exact and _needs_exact(*table) for table in tables]
    alternative = OTHER[ask.alternative] if metric.better == "lower" else ask.alternative
    found = []
    for test, table, n in zip(
        score_tests(tables, exact, Terms(alternative, ask.level)), tables, cases, strict=True
    ):
        seen = dict(zip(("x_1", "n_1", "x_2", "n_2"), map(float, table), strict=True))
        made = replace(test, details={**test.details, **seen})
        found.append(lead(lambda made=made, **_: made, metric, ask, n))
    return found


def _needs_exact(x1: int, n1: int, x2: int, n2: int) -> bool:
    """Whether the normal form of two shares is not to be trusted."""
    fewer, share = min(n1, n2), (x1 + x2) / (n1 + n2)
    return fewer < FEW or fewer * min(share, 1 - share) < FEW_EXPECTED


def _cells(metric: LabelMetric, size: int) -> tuple[Bools, Bools]:
    """Which cells (truth, prediction) a rate counts, and which it is about: by tables with one case in them.

    A rate that treats all classes alike, as accuracy does, is asked about a few: the tables of all take K^4 numbers.
    """
    few = min(size, MOST_ASKED)
    hit, about = _ask_cells(metric, few)
    if few == size:
        return hit, about
    same = np.eye(few, dtype=bool)
    if all(len(np.unique(table[where])) == 1 for table in (hit, about) for where in (same, ~same)):
        right = np.eye(size, dtype=bool)
        return np.where(right, hit[0, 0], hit[0, 1]), np.where(right, about[0, 0], about[0, 1])
    _memory.refuse_beyond(
        "metric", 8.0 * size**4, f"{metric.name} of {size} classes, which it does not treat alike"
    )
    return _ask_cells(metric, size)


def _ask_cells(metric: LabelMetric, size: int) -> tuple[Bools, Bools]:
    """What the parts of a rate say of the tables of so many classes that have one case."""
    assert metric.pieces is not None
    part, whole = metric.pieces(np.eye(size**2).reshape(-1, size, size))
    return np.asarray(part).reshape(size, size) > 0, np.asarray(whole).reshape(size, size) > 0


def discordance(metric: LabelMetric, joint: JointConfusion) -> list[list[int]] | None:
    """[[both, only a], [only b, neither]] of the cases that a rate is about; None when there is no such case."""
    assert metric.pieces is not None
    if metric.binary and joint.positive is None:
        _check.fail("positive", f"name the class that {metric.name} is about", "None")
    joint = joint.binary() if metric.binary else joint
    fields = np.bincount(_fields(metric, len(joint.labels)).ravel(), weights=joint.counts.ravel(), minlength=5)
    both, only_a, only_b, neither, _ = map(int, fields)
    return [[both, only_a], [only_b, neither]] if both + only_a + only_b + neither else None


@lru_cache(maxsize=4)
def _fields(metric: LabelMetric, size: int) -> Array:
    """The field that each cell (truth, a, b) belongs to: both, only a, only b, neither; 4 where a rate is not asked."""
    hit, about = _cells(metric, size)
    fields = 2 * ~hit[:, :, None] + ~hit[:, None, :]
    fields[~about.any(axis=1)] = 4
    return np.asarray(fields, dtype=np.int8)


def _codes(metric: LabelMetric, pair: Pair) -> tuple[list[Any], int]:
    """Truth and both predictions as codes of the table that the metric sees."""
    columns = [pair.truth, *pair.predicted]
    if not metric.binary:
        return columns, len(pair.labels)
    if pair.positive is None:
        _check.fail("positive", f"name the class that {metric.name} is about", "None")
    code = pair.labels.index(pair.positive)
    return [(c == code).astype(np.int64) for c in columns], 2


def _by_cluster(metric: LabelMetric, pair: Pair, who: int) -> Any:
    """One confusion table per cluster for one of the models."""
    columns, size = _codes(metric, pair)
    groups = pair.group_codes
    weights = None if pair.weights is None and pair.times is None else pair.mass
    return grouped_counts(columns[0], columns[1 + who], size, groups, int(groups.max()) + 1, weights)


def _weighted_joint(metric: LabelMetric, pair: Pair) -> tuple[Any, Any]:
    """Sums of weights and of squared weights by (truth, a, b)."""
    (truth, a, b), size = _codes(metric, pair)
    cell = (truth * size + a) * size + b
    shape = (size, size, size)
    sums = np.bincount(cell, weights=pair.mass, minlength=size**3).reshape(shape)
    return sums, np.bincount(cell, weights=pair.mass**2, minlength=size**3).reshape(shape)
