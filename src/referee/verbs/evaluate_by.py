"""How good is it on each slice: every measure, and the slices that differ from the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from referee import _check, _format, _rng
from referee.core import Answers, Slices, TestResult
from referee.core.test_result import swap_sides
from referee.core.types import Rng
from referee.data.read_slices import Sliced
from referee.inference._gap import Ask
from referee.inference.adjust import Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.difference import Model, difference
from referee.inference.label_gaps import FEW
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.verbs.evaluate import evaluate


def evaluate_by(
    slices: Sliced,
    *,
    metric: str | Metric | None = None,
    costs: Any = None,
    prevalence: Any = None,
    adjust: Adjust = "holm",
    level: float = 0.95,
    rng: Rng = None,
) -> Slices:
    r"""Evaluate the answers of a model on each slice of its cases.

    `slices` are what `referee.read_slices` gives: the answers of all cases and of each slice. Each slice is tested
    against the rest by `metric` (accuracy where classes are predicted, else the area under the ROC curve), with
    intervals at a Bonferroni level and p-values adjusted by `adjust`. The slices are taken as independent of each
    other and of the model; slices that someone chose after looking at the results are not covered. The rest as for
    `evaluate`.

    >>> import pathlib, tempfile
    >>> from referee import read_slices
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "p.csv"
    >>> rows = ["1,1,eu"] * 90 + ["1,0,eu"] * 10 + ["1,1,us"] * 60 + ["1,0,us"] * 40
    >>> _ = file.write_text("y,yhat,region\n" + "\n".join(rows))
    >>> found = evaluate_by(read_slices(file, by="region", truth="y", pred="yhat"), rng=0)
    >>> found["us"]["accuracy"].value, found.different
    (0.6, (('eu',), ('us',)))
    """
    level, seed = _check.fraction("level", level), _rng.seed_of(rng)
    _check.instance("slices", slices, Sliced)
    whole, parts = slices.whole, slices.parts
    lead = get(metric if metric is not None else "accuracy" if whole.has_labels else "roc_auc")
    asked: Mapping[str, Any] = {"level": level, "rng": seed, "costs": costs, "prevalence": prevalence}
    evaluations = [replace(evaluate(part, **asked), parts={}) for part in parts.values()]
    ask = Ask(1 - (1 - level) / len(parts), "two-sided", seed, exact=True)
    rest = _rest_of(slices, lead)
    tests = [_against_rest(i, part, rest, lead, ask) for i, part in enumerate(parts.values())]
    ps = [1.0 if math.isnan(test.p_value) else test.p_value for test in tests]
    words = f"{_format.plural(len(ps), 'slice')} against the rest by {lead.name}"
    family = adjusted(ps, adjust=adjust, family=words)
    return Slices(
        by=slices.by,
        whole=evaluate(whole, **asked),
        keys=tuple(parts),
        evaluations=tuple(evaluations),
        metric=lead.name,
        tests=tuple(tests),
        adjusted=tuple(family.adjusted),
        adjust=adjust,
        level=level,
    )


def _against_rest(
    i: int, part: Answers, rest: Callable[[int], Model] | None, metric: Metric, ask: Ask
) -> TestResult:
    """The test of slice number i against all other cases; the effect is slice minus rest, whatever is better."""
    if rest is None:
        return TestResult("none", "the slice is like the rest", math.nan, inapplicable="there is no other case")
    if part.n < FEW and metric.shape not in ("rate", "proportion"):
        reason = (
            f"{_format.plural(int(part.n), 'case')} are too few for a test of {metric.title}: {FEW} are needed"
        )
        return TestResult("none", "the slice is like the rest", math.nan, inapplicable=reason)
    test = difference(metric, part, rest(i), None, ask).test
    return swap_sides(test) if metric.better == "lower" else test


def _rest_of(slices: Sliced, metric: Metric) -> Callable[[int], Model] | None:
    """What gives all cases but those of a slice, by its number; None where there is one slice.

    Counts of classes are those of all slices less those of the slice, so that many slices cost as much as their cases.
    """
    parts = list(slices.parts.values())
    if len(parts) < 2:
        return None
    if isinstance(metric, LabelMetric) and all(part.has_labels and part.sampling == "cases" for part in parts):
        total = sum(part.confusion.counts for part in parts)
        return lambda i: replace(parts[i].confusion, counts=total - parts[i].confusion.counts)
    together = _join(parts)
    place = np.repeat(np.arange(len(parts)), [len(part.truth) for part in parts])
    return lambda i: together.rows(place != i)


def _join(parts: list[Answers]) -> Answers:
    """The rows of several slices of one reading together."""
    names = ("truth", "predicted", "scores", "tops", "times", "weights", "groups", "case_ids")
    columns: dict[str, Any] = {}
    for name in names:
        found = [getattr(part, name) for part in parts]
        if name == "tops" and any(x is not None for x in found):
            found = [part.scores if x is None else x for part, x in zip(parts, found, strict=True)]
        if all(x is not None for x in found):
            columns[name] = np.concatenate(found)
    return replace(parts[0], **columns)
