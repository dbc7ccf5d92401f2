"""Do two models differ by a metric, and is a slice of the cases like the rest: the test that the table names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Answers, ConfusionMatrix, Ranking, TestResult
from referee.core.pair import Pair
from referee.core.test_result import swap_sides
from referee.core.types import Codes
from referee.inference import label_gaps, score_gaps
from referee.inference._gap import Ask, Gap
from referee.inference.choose import choose
from referee.inference.delong_counts import touching_quantiles
from referee.inference.delong_variance import delong
from referee.inference.ranking_gaps import is_small, two_variances
from referee.inference.slice_areas import slice_areas
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric

Model = Answers | ConfusionMatrix | Ranking


def difference(metric: Metric, a: Model, b: Model, pair: Pair | None, ask: Ask) -> Gap:
    """The leading test and those beside it: of the same cases when there is a pair, else of different ones."""
    if pair is not None:
        side = label_gaps if isinstance(metric, LabelMetric) else score_gaps
        return side.on_same_cases(metric, pair, ask)
    for model in (a, b):
        if isinstance(model, Answers):
            choose("different cases", metric, model.sampling)
    if isinstance(metric, LabelMetric):
        one, two = (_matrix(metric, arg, model) for arg, model in (("a", a), ("b", b)))
        return label_gaps.on_different_cases(metric, one, two, ask)
    return score_gaps.on_different_cases(metric, a, b, ask)  # type: ignore[arg-type]


def _matrix(metric: Metric, arg: str, model: Model) -> ConfusionMatrix:
    matrix = model.confusion if isinstance(model, Answers) and model.has_labels else model
    if not isinstance(matrix, ConfusionMatrix):
        _check.fail(arg, f"have predicted classes to compare by {metric.name}", "scores only")
    return matrix


def against_rest(parts: Sequence[Answers], metric: Metric, ask: Ask) -> list[TestResult]:
    """The test of each slice against all other cases; the effect is slice minus rest, whatever is better.

    Rates and areas of plain cases are compared with what is left of the sums over all cases, so that many slices cost
    as much as their cases; any other metric is computed on the rest of each slice.
    """
    if len(parts) < 2:
        return [untested("there is no other case") for _ in parts]
    plain = all(part.sampling == "cases" for part in parts)
    key = choose("different cases", metric, "cases").key if plain else ""
    if key == "score of two" and isinstance(metric, LabelMetric) and all(part.has_labels for part in parts):
        find = _shares(parts, metric, ask)
    elif key == "two areas" and all(_is_one_score(part) for part in parts):
        find = _areas(parts, metric, ask)
    else:
        find = _one_by_one(parts, metric, ask)
    return [_test_of(part, metric, partial(find, i)) for i, part in enumerate(parts)]


def _test_of(part: Answers, metric: Metric, find: Callable[[], Gap]) -> TestResult:
    """The test of a slice; none where it has too few cases for one."""
    if part.n < label_gaps.FEW and metric.shape not in ("rate", "proportion"):
        cases = _format.plural(int(part.n), "case")
        return untested(f"{cases} are too few for a test of {metric.title}: {label_gaps.FEW} are needed")
    test = find().test
    return swap_sides(test) if metric.better == "lower" else test


def untested(reason: str) -> TestResult:
    """What stands where a slice has no test, and why."""
    return TestResult("none", "the slice is like the rest", math.nan, inapplicable=reason)


def _is_one_score(part: Answers) -> bool:
    """Whether a slice has one score per case, not on bins."""
    return part.scores is not None and part.scores.ndim == 1 and part.tops is None and part.positive is not None


def _shares(parts: Sequence[Answers], metric: LabelMetric, ask: Ask) -> Callable[[int], Gap]:
    """The score test of each slice, by the counts of all slices less its own."""
    counts = [label_gaps.share_counts(metric, part.confusion) for part in parts]
    sums = tuple(map(sum, zip(*counts, strict=True)))
    tables = [(x, n, sums[0] - x, sums[1] - n) for x, n in counts]
    n = float(sum(part.n for part in parts))
    usable = [i for i, table in enumerate(tables) if table[1] > 0 and table[3] > 0]
    found = label_gaps.two_shares(metric, [tables[i] for i in usable], [n] * len(usable), ask) if usable else []
    gaps, alone = dict(zip(usable, found, strict=True)), _one_by_one(parts, metric, ask)
    return lambda i: gaps[i] if i in gaps else alone(i)


def _areas(parts: Sequence[Answers], metric: Metric, ask: Ask) -> Callable[[int], Gap]:
    """The test of the areas of each slice and the rest; the rest of a slice with most of the cases is ranked itself."""
    joined, place = _join(parts)
    found = slice_areas(joined.need_scores(), joined.is_positive, place, joined.mass)
    for i, part in enumerate(parts):
        if 2 * part.n > joined.n:
            found[i] = found[i][0], delong(joined.rows(place != i).ranking)
    few = [i for i, pair in enumerate(found) if is_small(*pair) and not math.isnan(pair[0].auc + pair[1].auc)]
    known = dict(zip(few, touching_quantiles([found[i] for i in few]), strict=True)) if few else {}

    def gap(i: int) -> Gap:
        cases = float(parts[i].n), float(joined.n - parts[i].n)
        return score_gaps.stretch_gap(two_variances(metric, found[i], cases, ask, known.get(i)), metric.width)

    return gap


def _one_by_one(parts: Sequence[Answers], metric: Metric, ask: Ask) -> Callable[[int], Gap]:
    """What tests a slice against all other cases, by its number."""
    if isinstance(metric, LabelMetric) and all(part.has_labels and part.sampling == "cases" for part in parts):
        total = sum(part.confusion.counts for part in parts)

        def rest(i: int) -> Model:
            return replace(parts[i].confusion, counts=total - parts[i].confusion.counts)

    else:
        joined, place = _join(parts)

        def rest(i: int) -> Model:
            return joined.rows(place != i)

    return lambda i: difference(metric, parts[i], rest(i), None, ask)


def _join(parts: Sequence[Answers]) -> tuple[Answers, Codes]:
    """The rows of several slices of one reading together, and the slice of each row."""
    names = ("truth", "predicted", "scores", "tops", "times", "weights", "groups", "case_ids")
    columns: dict[str, Any] = {}
    for name in names:
        found = [getattr(part, name) for part in parts]
        if name == "tops" and any(x is not None for x in found):
            found = [part.scores if x is None else x for part, x in zip(parts, found, strict=True)]
        if all(x is not None for x in found):
            columns[name] = np.concatenate(found)
    return replace(parts[0], **columns), np.repeat(np.arange(len(parts)), [len(part.truth) for part in parts])
