"""Do two models differ by a metric: the test that the table names for where their answers came from."""

from __future__ import annotations

from referee import _check
from referee.core import Answers, ConfusionMatrix, Ranking
from referee.core.pair import Pair
from referee.inference import label_gaps, score_gaps
from referee.inference._gap import Ask, Gap
from referee.inference.choose import choose
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
