"""The part of an evaluation that looks at predicted classes: measures, their intervals, classes, findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee import _check, _format
from referee.checks import absent_label, few_cases, lookalike_labels, majority_rule, small_class
from referee.core.confusion import ConfusionMatrix, one_vs_rest
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.finding import Finding
from referee.core.types import Label
from referee.data.predictions import Predictions
from referee.intervals.at_prevalence import ASSUMPTION, Shares, shares_of
from referee.intervals.of_metric import MANY_CLASSES, estimate
from referee.intervals.sampler import Records, Sampler
from referee.metrics.metric import Metric
from referee.metrics.registry import REGISTRY, get

BINARY_HEADLINE = (
    "accuracy",
    "balanced_accuracy",
    "sensitivity",
    "specificity",
    "precision",
    "negative_predictive_value",
    "f1",
    "mcc",
    "kappa",
)
MANY_HEADLINE = ("accuracy", "balanced_accuracy", "f1_macro", "f1_weighted", "mcc", "kappa")
PER_CLASS = ("sensitivity", "precision", "f1", "specificity")
AVERAGED = ("sensitivity", "precision", "f1", "specificity", "jaccard")
COSTS = ("mean_cost", "total_cost")
CELLS = {"tp", "fp", "fn", "tn"}


class LabelJob:
    """The tables of one evaluation, and how a metric is estimated on them."""

    def __init__(
        self,
        given: Predictions | ConfusionMatrix,
        level: float,
        interval: str,
        seed: int,
        costs: Any,
        prevalence: Any,
    ) -> None:
        self.given, self.level, self.interval, self.seed = given, level, interval, seed
        self.matrix = given.confusion if isinstance(given, Predictions) else given
        self.focus = self.matrix if self.matrix.positive is None else self.matrix.binary()
        by_cell = isinstance(costs, Mapping) and set(costs) <= CELLS
        if by_cell and self.matrix.positive is None and len(self.matrix.labels) == 2:
            hint = "Name the positive class, or give {(truth, prediction): cost}."
            _check.fail("costs", "be of false positives and negatives of a known class", costs, hint)
        self.priced = self.focus if by_cell or len(self.matrix.labels) == 2 else self.matrix
        self.costs = None if costs is None else CostMatrix.of(costs, self.priced.labels)
        self.shares: Shares | None = None if prevalence is None else shares_of(prevalence, self.focus)
        self._samplers: dict[int, Sampler] = {}

    def measure(self, metric: Metric) -> Estimate:
        """A metric on the table that it sees."""
        whole = len(self.matrix.labels) > 2 and not metric.binary
        table = self.matrix if whole else self.focus
        if metric.name in COSTS and self.costs is not None:
            made = self._estimate(metric.using(costs=self.costs), self.priced)
            return replace(made, name=metric.name)
        return self._estimate(metric, table)

    def _estimate(self, metric: Metric, table: ConfusionMatrix) -> Estimate:
        shares = self.shares if table is self.focus else None
        made = estimate(
            metric,
            table,
            level=self.level,
            method=self.interval,
            sampler=self.sampler(table),
            prevalence=shares,
        )
        if self.shares is None or shares is not None or not made.defined:
            return made
        return replace(made, note="; ".join(filter(None, (made.note, "in the class shares of the test set"))))

    def sampler(self, table: ConfusionMatrix) -> Sampler:
        """The shared random draws of a table."""
        key = id(table)
        if key not in self._samplers:
            clusters = records = None
            if isinstance(self.given, Predictions):
                own = table is self.matrix
                code = None if own else self.given.labels.index(table.labels[-1])
                if self.given.groups is not None:
                    clusters = _collapsed(self.given.clusters, code)
                elif self.matrix.weighted:
                    records = _records(self.given, code)
            self._samplers[key] = Sampler(table, self.seed, clusters=clusters, records=records)
        return self._samplers[key]

    def by_class(self) -> tuple[tuple[Label, tuple[Estimate, ...]], ...]:
        """The measures of each class against the rest, when no class is the positive one."""
        if self.matrix.positive is not None or len(self.matrix.labels) > MANY_CLASSES:
            return ()
        out = []
        for label in self.matrix.labels:
            table = self.matrix.one_vs_rest(label)
            out.append((label, tuple(self._estimate(get(name), table) for name in PER_CLASS)))
        return tuple(out)

    def notes(self) -> list[str]:
        """What a reader must know of how this was done."""
        out = []
        given = self.given
        if isinstance(given, Predictions):
            if given.positive is not None and not given.positive_was_given:
                out.append(f"{given.positive!r} is taken as the positive class, by its coding")
            if given.groups is not None:
                out.append(
                    f"cases are dependent within {len(given.clusters)} groups: intervals resample whole groups"
                )
        if self.matrix.positive is None and len(self.matrix.labels) == 2:
            out.append(
                "no class is named positive: say which (positive=...) for sensitivity, precision and the like"
            )
        if self.matrix.positive is None and len(self.matrix.labels) > MANY_CLASSES:
            out.append(f"more than {MANY_CLASSES} classes: none has measures of its own here")
        if self.matrix.weighted:
            out.append("importance weights: each n is Kish's effective number of cases")
        if self.matrix.expected:
            out.append("a table expected from rates: values without intervals")
        if self.shares is not None:
            out.append(f"at the stated prevalence {ASSUMPTION}")
        return out


def wanted_metrics(metrics: list[str | Metric] | None, job: LabelJob) -> list[Metric]:
    """The metrics to compute: those asked for, or all that apply."""
    if metrics is not None:
        if not metrics:
            _check.fail("metrics", "name at least one metric", "none")
        return [get(name) for name in metrics]
    binary = job.matrix.positive is not None
    out = [
        metric
        for metric in REGISTRY.values()
        if (binary or not metric.binary)
        and (metric.name not in COSTS or job.costs is not None)
        and (not metric.ordinal or len(job.focus.labels) > 2)
    ]
    if not binary or len(job.matrix.labels) > 2:
        out += [getattr(get(name), average) for name in AVERAGED for average in ("macro", "micro", "weighted")]
        out.append(get("mcc").macro)
    return out


def headline_of(job: LabelJob, wanted: list[Metric], asked: bool) -> tuple[str, ...]:
    """The measures that are printed, in order."""
    if asked:
        return tuple(metric.name for metric in wanted)
    names = BINARY_HEADLINE if job.matrix.positive is not None else MANY_HEADLINE
    return (*names, *COSTS) if job.costs is not None else tuple(names)


def label_findings(matrix: ConfusionMatrix, level: float) -> list[Finding]:
    """What a careful colleague would say."""
    found = few_cases(matrix) + majority_rule(matrix, level) + small_class(matrix)
    return found + absent_label(matrix) + lookalike_labels(matrix)


def _collapsed(tables: Any, code: int | None) -> Any:
    return tables if code is None else one_vs_rest(tables)[:, code]


def _records(given: Predictions, code: int | None) -> Records:
    """The cell and weight of each case of a weighted table."""
    assert given.weights is not None
    truth, predicted, size = given.truth, given.predicted, len(given.labels)
    if code is not None:
        truth, predicted, size = (truth == code).astype(int), (predicted == code).astype(int), 2
    return Records(truth * size + predicted, given.weights)


def shares_text(shares: Shares | None, matrix: ConfusionMatrix, prevalence: Any) -> str:
    """The stated shares in words."""
    assert shares is not None
    if isinstance(prevalence, dict):
        return ", ".join(f"{_format.label(k)} {v:g}" for k, v in prevalence.items())
    low, high = float(shares.low[-1]), float(shares.high[-1])
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
