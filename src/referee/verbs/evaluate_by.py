"""How good is it on each slice: every measure, and the slices that differ from the rest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from referee import _check, _format, _rng
from referee.core import Answers, CostMatrix, Evaluation, Slices, TestResult
from referee.core.cost import Costs
from referee.core.parts import LazyItems
from referee.core.types import Rng
from referee.data.read_slices import Sliced
from referee.inference._gap import Ask
from referee.inference.adjust import Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.at_prevalence import Prevalence, is_unmoved
from referee.inference.difference import against_rest, untested
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.verbs.evaluate import evaluate


def evaluate_by(
    slices: Sliced,
    *,
    metric: str | Metric | None = None,
    costs: Costs = None,
    prevalence: Prevalence = None,
    adjust: Adjust = "holm",
    level: float = 0.95,
    rng: Rng = None,
) -> Slices:
    r"""Evaluate the answers of a model on each slice of its cases.

    `slices` are what `referee.read_slices` gives: the answers of all cases and of each slice. Each slice is tested
    against the rest by `metric` (accuracy where classes are predicted, else the area under the ROC curve), with
    intervals at a Bonferroni level and p-values adjusted by `adjust`. The slices are taken as independent of each
    other and of the model; slices that someone chose after looking at the results are not covered. The tests are made
    together, the evaluation of a slice when it is first looked at. The rest as for `evaluate`; at a stated `prevalence`
    there is no test by a metric that depends on it, for the cases are tested in the shares in which they came.

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
    lead = _with_costs(lead, whole, costs)
    asked: Mapping[str, Any] = {"level": level, "rng": seed, "costs": costs, "prevalence": prevalence}
    ask = Ask(1 - (1 - level) / len(parts), "two-sided", seed, exact=True)
    tests = _tests(list(parts.values()), lead, prevalence, ask)
    ps = [1.0 if math.isnan(test.p_value) else test.p_value for test in tests]
    words = f"{_format.plural(len(ps), 'slice')} against the rest by {lead.name}"
    family = adjusted(ps, adjust=adjust, family=words)
    return Slices(
        by=slices.by,
        whole=evaluate(whole, **asked),
        keys=tuple(parts),
        evaluations=LazyItems([partial(_evaluate_part, part, asked) for part in parts.values()]),
        metric=lead.name,
        tests=tuple(tests),
        adjusted=tuple(family.adjusted),
        adjust=adjust,
        level=level,
    )


def _tests(parts: list[Answers], lead: Metric, prevalence: Prevalence, ask: Ask) -> list[TestResult]:
    """The test of each slice; none by a metric that depends on class shares that are stated."""
    if prevalence is not None and isinstance(lead, LabelMetric):
        size = 2 if lead.binary else len(parts[0].labels)
        if not is_unmoved(lead, size):
            reason = "it depends on the class shares, which are stated; leave the prevalence out to test slices"
            return [untested(reason) for _ in parts]
    return against_rest(parts, lead, ask)


def _with_costs(lead: Metric, whole: Answers, costs: Costs) -> Metric:
    """The metric that slices are tested by, with the costs where it takes them."""
    if isinstance(lead, LabelMetric) and lead.extensive:
        rule = "not grow with the number of cases, which slices differ in"
        _check.fail("metric", rule, lead.name, "Try mean_cost.")
    if costs is None or not lead.takes_costs:
        return lead
    matrix = whole.confusion if whole.positive is None else whole.confusion.binary()
    return lead.with_costs(CostMatrix.of(costs, matrix.labels))


def _evaluate_part(part: Answers, asked: Mapping[str, Any]) -> Evaluation:
    return replace(evaluate(part, **asked), parts={})
