"""What is a metric worth on these answers: the value with its interval, by the method that the table names."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core import Answers, ConfusionMatrix, Estimate, Ranking
from referee.core.tables import one_vs_rest
from referee.core.types import Label
from referee.inference import label_values
from referee.inference.at_prevalence import Shares, estimate_at
from referee.inference.proportion import METHODS as PROPORTIONS
from referee.inference.sampler import Records, Sampler
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.ranking_metric import RankingMetric

Data = Answers | ConfusionMatrix | Ranking
"""What metrics can be computed from: the answers, or a table that they were counted into."""


def estimate(
    metric: Metric,
    data: Data,
    *,
    level: float = 0.95,
    interval: str = "auto",
    prevalence: Shares | None = None,
    seed: int = 0,
    draws: SharedDraws | None = None,
) -> Estimate:
    """The value of any metric with its interval, n and method; undefined with the reason.

    `interval` asks for a method by name; a metric that does not take it keeps its own.

    >>> from referee import metrics, read
    >>> answers = read([1, 1, 0, 0, 1], [1, 0, 0, 1, 1], [0.9, 0.4, 0.3, 0.6, 0.8])
    >>> [round(estimate(metrics.get(name), answers).value, 3) for name in ("f1", "auc", "brier_score")]
    [0.667, 0.833, 0.172]
    """
    if interval != "auto":
        _check.choice("interval", interval, interval_methods())
        interval = interval if interval in interval_methods(metric) else "auto"
    if isinstance(metric, LabelMetric):
        seen = metric.sees(data)
        sampler = (draws or SharedDraws(data, seed)).of(seen)
        if prevalence is not None:
            return estimate_at(metric, seen, prevalence, level=level, sampler=sampler)
        return label_values.estimate(metric, seen, level=level, method=interval, sampler=sampler)
    if isinstance(metric, RankingMetric):
        from referee.inference import ranking_values  # loaded where there are scores

        return ranking_values.estimate(metric, data, level=level, seed=seed, method=interval)  # type: ignore[arg-type]
    if isinstance(metric, CaseMetric) and isinstance(data, Answers):
        from referee.inference import case_values

        return case_values.estimate(metric, data, level=level, seed=seed)
    _check.fail("data", f"be answers with scores for {metric.name}", type(data).__name__)


def interval_methods(metric: Metric | None = None) -> tuple[str, ...]:
    """Every interval method by name, or those that a metric takes; "auto" is the default of each.

    >>> from referee.metrics import get
    >>> interval_methods(get("roc_auc"))
    ('auto', 'newcombe', 'delong', 'delong_logit', 'hanley_mcneil', 'bootstrap', 'bootstrap_bca', 'obuchowski')
    """
    shares = sorted(PROPORTIONS) if metric is None or metric.shape in ("rate", "proportion", "overlap") else []
    tables = label_values.GENERAL if metric is None or isinstance(metric, LabelMetric) else ()
    if metric is not None and not (isinstance(metric, RankingMetric) and metric.shape == "area"):
        return ("auto", *shares, *tables)
    from referee.inference.auc import METHODS  # loaded where a method for areas may be asked for

    return ("auto", *shares, *tables, *METHODS[1:])


def allows(data: Data, metric: Metric) -> bool:
    """Whether the answers hold what a metric needs."""
    if isinstance(metric, LabelMetric):
        labels = isinstance(data, ConfusionMatrix) or (isinstance(data, Answers) and data.has_labels)
        return labels and (not metric.binary or data.positive is not None)
    if not isinstance(data, Answers) or not data.has_scores:
        return isinstance(data, Ranking) and isinstance(metric, RankingMetric)
    if isinstance(metric, RankingMetric):
        return data.positive is not None and data.scores is not None
    if data.class_scores:
        return bool(getattr(metric, "areas", ""))
    if metric.needs == "probabilities":
        known = data.positive is not None or (data.scores is not None and data.scores.ndim == 2)
        return data.is_probability and known and (data.tops is None or metric.shape == "mean")
    return data.scores is not None and data.scores.ndim == 2


class SharedDraws:
    """The random tables of one evaluation, shared by all metrics that see the same table."""

    def __init__(self, data: Data, seed: int) -> None:
        self.data, self.seed = data, seed
        self._samplers: dict[tuple[Label, ...], Sampler] = {}

    def of(self, table: ConfusionMatrix) -> Sampler:
        """The draws of one table: of all classes, or of one class against the rest."""
        key = table.labels  # a key of all counts would cost more than the draws of thousands of classes
        known = self._samplers.get(key)
        if known is None or not (known.matrix is table or np.array_equal(known.matrix.counts, table.counts)):
            clusters = records = None
            if isinstance(self.data, Answers):
                whole = table.labels == self.data.labels
                code = None if whole else self.data.labels.index(table.labels[-1])
                if self.data.groups is not None:
                    clusters = self.data.clusters if code is None else one_vs_rest(self.data.clusters)[:, code]
                elif table.weighted:
                    records = _records(self.data, code)
            self._samplers[key] = Sampler(table, self.seed, clusters=clusters, records=records)
        return self._samplers[key]


def _records(data: Answers, code: int | None) -> Records:
    """The cell and weight of each case of a weighted table: of all classes, or of one against the rest."""
    truth, predicted, size = data.truth, data.need_predicted(), len(data.labels)
    if code is not None:
        truth, predicted, size = (truth == code).astype(np.int64), (predicted == code).astype(np.int64), 2
    return Records(truth * size + predicted, data.mass)
