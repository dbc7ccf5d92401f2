"""How good is it really: every measure of a model's answers, each with its interval, n and method."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks import absent_label, few_cases, lookalike_labels, majority_rule, small_class
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.evaluation import Evaluation
from referee.core.finding import Finding
from referee.core.types import Label
from referee.counting.predictions import Predictions, WeightMeaning
from referee.intervals.at_prevalence import ASSUMPTION, Shares, shares_of
from referee.intervals.of_metric import MANY_CLASSES, estimate, methods
from referee.intervals.sampler import Records, Sampler
from referee.metrics.metric import Metric
from referee.metrics.registry import REGISTRY, aliases, get
from referee.verbs.scoring import ALIASES, CROSSFIT, ScorePart, crossfit_by_cost, is_score_measure, score_part

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


def evaluate(
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    *,
    threshold: float | None = None,
    positive: Label | None = None,
    labels: Sequence[Label] | None = None,
    weights: Any = None,
    weights_are: WeightMeaning = "importance",
    groups: Any = None,
    case_ids: Any = None,
    costs: Any = None,
    prevalence: Any = None,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    level: float = 0.95,
    interval: str = "auto",
    name: str = "",
    rng: Any = None,
    random_state: Any = None,
    sample_weight: Any = None,
) -> Evaluation:
    """Evaluate predicted classes, scores, or both against the truth.

    `y_true` is a column of labels with `y_pred` and `y_score` beside it, or a `Predictions`, or a `ConfusionMatrix`.
    Scores are one column (higher means more positive) or one column a class; `threshold` makes classes of them. With a
    `positive` class the measures of that class lead; without one all classes are treated alike. `costs` prices the
    errors, `prevalence` states the class shares where the model will be used, `groups` names clusters of dependent
    cases, `weights` are importance weights. `metrics` asks for some measures only, `interval` for another method.

    Intervals are for this model on the population that the test cases were drawn from, at random; they do not cover
    a model chosen because it did best on these cases.

    >>> result = evaluate([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1], positive=1)
    >>> round(result["recall"].value, 3), result["recall"].n, result["recall"].interval.method
    (0.667, 3, 'Clopper-Pearson')
    """
    level = _check.fraction("level", level)
    _check.choice("interval", interval, methods())
    if sample_weight is not None:
        if weights is not None:
            _check.fail("weights", "be given once", "both `weights` and `sample_weight`")
        weights = sample_weight
    seed = _rng.seed_of(rng, random_state)
    given = _given(y_true, y_pred, y_score, positive, labels, weights, weights_are, groups, case_ids, name)
    if threshold is not None:
        given = _cut(given, threshold)
    asked = None if metrics is None else _asked(metrics)
    by_label, scores = _split(given, asked, level, seed, costs, prevalence)
    tested = given
    if isinstance(given, Predictions) and not given.has_labels:
        crossed = crossfit_by_cost(given, costs, prevalence, seed)
        if crossed is None:
            return _of_scores(given, scores, level, seed, asked)
        tested = crossed
    job = _Job(tested, level, interval, seed, costs, prevalence)
    wanted = [] if asked and by_label == [] else _wanted(by_label, job)
    matrix = job.matrix
    return Evaluation(
        confusion=matrix,
        measures=tuple(job.measure(metric) for metric in wanted) + scores.measures,
        by_class=job.by_class() if metrics is None else (),
        findings=tuple(_findings(matrix, level)) + scores.findings,
        headline=_headline(job, wanted, metrics is not None) + scores.headline,
        n=matrix.n_cases,
        level=level,
        seed=seed,
        name=name or getattr(given, "name", ""),
        prevalence="" if prevalence is None else _shares_text(job.shares, matrix, prevalence),
        aliases=aliases() | ALIASES | _spoken(by_label, wanted),
        notes=(*job.notes(), *scores.notes, *((CROSSFIT,) if tested is not given else ())),
        version=__version__,
        source=getattr(given, "source", ""),
        parts=scores.nouns,
    )


def _split(
    given: Predictions | ConfusionMatrix, asked: Any, level: float, seed: int, costs: Any, prevalence: Any
) -> tuple[Any, ScorePart]:
    """The label measures asked for (None for all that apply), and the part that looks at scores."""
    if not isinstance(given, Predictions) or given.scores is None:
        return asked, ScorePart()
    names = None if asked is None else [name for name in asked if is_score_measure(name, given)]
    by_label = None if asked is None else [name for name in asked if not is_score_measure(name, given)]
    if asked and not names:
        return by_label, ScorePart()
    part = score_part(given, level=level, seed=seed, costs=costs, prevalence=prevalence, asked=names)
    return by_label, part


def _of_scores(given: Predictions, scores: ScorePart, level: float, seed: int, asked: Any) -> Evaluation:
    """An evaluation without predicted classes."""
    missing = [str(name) for name in asked or () if not is_score_measure(name, given)]
    if missing:
        hint = "Give y_pred, or a threshold on the score."
        _check.fail("metrics", "be measures of scores when no class is predicted", ", ".join(missing), hint)
    notes = ["scores only: give y_pred or threshold=... for the measures of predicted classes"]
    if given.scores is not None and given.scores.ndim == 1 and given.positive is None:
        _check.fail(
            "positive",
            "name the class that the score is for",
            "None",
            f"There are {_format.listing(given.labels)}.",
        )
    return Evaluation(
        confusion=None,
        measures=scores.measures,
        findings=scores.findings,
        headline=scores.headline,
        n=given.n,
        level=level,
        seed=seed,
        name=given.name,
        aliases=dict(ALIASES),
        notes=(*notes, *scores.notes),
        version=__version__,
        source=given.source,
        parts=scores.nouns,
    )


def _cut(given: Predictions | ConfusionMatrix, threshold: float) -> Predictions:
    """The same predictions with the classes that a threshold on the score makes."""
    value = _check.number("threshold", threshold)
    if not isinstance(given, Predictions) or given.scores is None or given.scores.ndim != 1:
        _check.fail("threshold", "be given with one column of scores", value)
    if given.has_labels:
        _check.fail("threshold", "not be given with y_pred", value)
    return given.cut(value)


class _Job:
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


def _given(
    data: Any,
    y_pred: Any,
    y_score: Any,
    positive: Label | None,
    labels: Sequence[Label] | None,
    weights: Any,
    weights_are: WeightMeaning,
    groups: Any,
    case_ids: Any,
    name: str,
) -> Predictions | ConfusionMatrix:
    """The predictions or the matrix that the user means."""
    if isinstance(data, Predictions | ConfusionMatrix):
        extra = {
            "y_pred": y_pred,
            "y_score": y_score,
            "labels": labels,
            "weights": weights,
            "groups": groups,
            "case_ids": case_ids,
        }
        for arg, value in extra.items():
            if value is not None:
                _check.fail(arg, f"not be given with a {type(data).__name__}", type(value).__name__)
        if positive is not None and isinstance(data, ConfusionMatrix):
            return replace(data, positive=positive)
        if positive is not None and positive != data.positive:
            _check.fail("positive", "be said when the Predictions are made", repr(positive))
        return data
    return Predictions(
        data,
        y_pred,
        y_score,
        positive=positive,
        labels=labels,
        weights=weights,
        weights_are=weights_are,
        groups=groups,
        case_ids=case_ids,
        name=name,
    )


def _asked(metrics: Any) -> list[str | Metric]:
    """The measures asked for, as a list."""
    if isinstance(metrics, str | Metric):
        return [metrics]
    if not isinstance(metrics, Iterable):
        _check.fail("metrics", "be the name of a metric or a list of names", repr(metrics))
    return list(metrics)


def _spoken(metrics: list[str | Metric] | None, wanted: list[Metric]) -> dict[str, str]:
    """The aliases of averages, and the words in which a measure was asked for."""
    out = {alias: metric.name for metric in wanted for alias in metric.aliases}
    asked = zip(metrics or (), wanted, strict=False)
    return out | {word: metric.name for word, metric in asked if isinstance(word, str)}


def _wanted(metrics: list[str | Metric] | None, job: _Job) -> list[Metric]:
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


def _headline(job: _Job, wanted: list[Metric], asked: bool) -> tuple[str, ...]:
    """The measures that are printed, in order."""
    if asked:
        return tuple(metric.name for metric in wanted)
    names = BINARY_HEADLINE if job.matrix.positive is not None else MANY_HEADLINE
    return (*names, *COSTS) if job.costs is not None else tuple(names)


def _findings(matrix: ConfusionMatrix, level: float) -> list[Finding]:
    """What a careful colleague would say."""
    found = few_cases(matrix) + majority_rule(matrix, level) + small_class(matrix)
    return found + absent_label(matrix) + lookalike_labels(matrix)


def _collapsed(tables: Any, code: int | None) -> Any:
    from referee.core.confusion import one_vs_rest

    return tables if code is None else one_vs_rest(tables)[:, code]


def _records(given: Predictions, code: int | None) -> Records:
    """The cell and weight of each case of a weighted table."""
    assert given.weights is not None
    truth, predicted, size = given.truth, given.predicted, len(given.labels)
    if code is not None:
        truth, predicted, size = (truth == code).astype(int), (predicted == code).astype(int), 2
    return Records(truth * size + predicted, given.weights)


def _shares_text(shares: Shares | None, matrix: ConfusionMatrix, prevalence: Any) -> str:
    assert shares is not None
    if isinstance(prevalence, dict):
        return ", ".join(f"{_format.label(k)} {v:g}" for k, v in prevalence.items())
    low, high = float(shares.low[-1]), float(shares.high[-1])
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
