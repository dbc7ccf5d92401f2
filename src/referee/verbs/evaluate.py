"""How good is it really: every measure of a model's answers, each with its interval, n and method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks.evaluating import Evaluated
from referee.checks.registry import findings_on
from referee.core import Answers, ConfusionMatrix, CostMatrix, Estimate, Evaluation, Noun, Ranking
from referee.core.call import call_of
from referee.core.cost import Costs
from referee.core.parts import Parts
from referee.core.types import Column, Label, Rng
from referee.inference.at_prevalence import Prevalence, Shares, shares_of
from referee.inference.estimate import SharedDraws, allows, estimate, interval_methods
from referee.inference.label_values import MANY_CLASSES
from referee.inference.overlap import estimate_shares, is_transformed_share
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import NEEDS, Metric
from referee.metrics.registry import REGISTRY, aliases, get
from referee.verbs._evaluation_notes import notes_of

BINARY_HEADLINE = (
    "accuracy", "balanced_accuracy", "sensitivity", "specificity", "precision", "negative_predictive_value", "f1",
    "mcc", "kappa",
)  # fmt: skip
MANY_HEADLINE = ("accuracy", "balanced_accuracy", "f1_macro", "f1_weighted", "mcc", "kappa")
SCORE_ORDER = (
    "roc_auc", "gini", "average_precision", "ks", "equal_error_rate", "lift", "hand_till", "provost_domingos",
    "ovr_auc", "micro_auc", "top_k_accuracy", "brier_score", "log_loss",
)  # fmt: skip
PER_CLASS = ("sensitivity", "precision", "f1", "specificity")
AVERAGED = ("sensitivity", "precision", "f1", "specificity", "jaccard")
CELLS = {"tp", "fp", "fn", "tn"}


def evaluate(
    answers: Answers | ConfusionMatrix | Ranking | Column,
    y_pred: Column = None,
    y_score: Column = None,
    *,
    positive: Label | None = None,
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    costs: Costs = None,
    prevalence: Prevalence = None,
    level: float = 0.95,
    interval: str = "auto",
    rng: Rng = None,
    random_state: Rng = None,
) -> Evaluation:
    """Evaluate predicted classes, scores, or both against the truth.

    `answers` are what `referee.read` gives, or a `ConfusionMatrix`, or a column of true labels with `y_pred` and
    `y_score` beside it. With a `positive` class the measures of that class lead; without one all classes are treated
    alike. `metrics` asks for some measures only: any registered metric by any of its names, with a value where it takes
    one ("sensitivity_at_specificity:0.9"), or one of your own. `costs` prices the errors, `prevalence` states the class
    shares where the model will be used, `interval` asks for another method, such as "wilson" for shares or "delong" for
    areas; measures that do not take it keep their own. Weights, groups, case ids, labels and thresholds go to `read`.

    Intervals are for this model on the population that the test cases were drawn from, at random; they do not cover
    a model chosen because it did best on these cases.

    >>> result = evaluate([1, 1, 1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0, 0, 1], positive=1)
    >>> round(result["recall"].value, 3), result["recall"].n, result["recall"].interval.method
    (0.667, 3, 'Clopper-Pearson')
    """
    level = _check.fraction("level", level)
    if interval != "auto":
        _check.choice("interval", interval, interval_methods())
    seed = _rng.seed_of(rng, random_state)
    first = {Answers: "answers", ConfusionMatrix: "confusion"}.get(type(answers), "y_true")
    columns = {first: answers, "y_pred": y_pred, "y_score": y_score}
    options = {"positive": positive, "costs": costs, "prevalence": prevalence}
    options |= {"level": None if level == 0.95 else level, "interval": None if interval == "auto" else interval}
    call = call_of("evaluate", columns, {**options, "metrics": metrics, "rng": seed})
    given = _read_data(answers, y_pred, y_score, positive)
    job = _Job(given, costs, prevalence, level, interval, seed)
    words = None if metrics is None else _list_metrics(metrics)
    wanted = job.every_metric() if words is None else [get(word) for word in words]
    _refuse_interval(interval, wanted)
    measures = [job.measure(metric) for metric in wanted]
    parts, notes = dict[str, Callable[[], Noun]](), list[str]()
    if words is None and isinstance(given, Answers) and given.has_scores:
        from referee.verbs._evaluation_parts import parts_of  # curves are loaded where there are scores

        parts, notes = parts_of(given, level, seed, costs, prevalence)
    looked_at = Evaluated(given, job.matrix, measures, level, job.shares)
    remarked = words is None or job.matrix is not None
    spoken = {alias: metric.name for metric in wanted for alias in metric.aliases}
    spoken |= {word: m.name for word, m in zip(words or (), wanted, strict=False) if isinstance(word, str)}
    return Evaluation(
        confusion=job.matrix,
        measures=tuple(measures),
        by_class=job.by_class() if words is None else (),
        findings=tuple(findings_on(looked_at, "classes", "scores") if remarked else ()),
        headline=job.headline(measures) if words is None else tuple(m.name for m in measures),
        n=given.n if isinstance(given, Answers) else given.n_cases,
        level=level,
        seed=seed,
        name=getattr(given, "name", ""),
        prevalence=job.prevalence_words(prevalence),
        aliases=aliases() | spoken,
        notes=(*notes_of(given, job.matrix, job.crossed, job.shares), *notes),
        version=__version__,
        source=getattr(given, "source", ""),
        parts=Parts(parts),
        labels=given.labels,
        positive=given.positive,
        sampling=given.sampling if isinstance(given, Answers) else "weighted cases" if given.weighted else "cases",
        fingerprint=given.fingerprint if isinstance(given, Answers) else "",
        call=call,
    )


class _Job:
    """The answers of one evaluation, with the table of their classes, and how a metric is estimated on them."""

    def __init__(
        self,
        given: Answers | ConfusionMatrix,
        costs: Costs,
        prevalence: Prevalence,
        level: float,
        interval: str,
        seed: int,
    ) -> None:
        self.given, self.level, self.interval, self.seed = given, level, interval, seed
        matrix = given if isinstance(given, ConfusionMatrix) else given.confusion if given.has_labels else None
        self.labels_from = given
        if matrix is None and costs is not None and isinstance(given, Answers):
            from referee.verbs._evaluation_parts import crossfit_by_cost

            matrix = crossfit_by_cost(given, costs, prevalence, seed)
            self.labels_from = matrix or given
        self.matrix, self.crossed = matrix, self.labels_from is not given
        self.shares: Shares | None = None
        self.costs: CostMatrix | None = None
        self.draws = SharedDraws(self.labels_from, seed)
        if matrix is None:
            return
        self.focus = matrix if matrix.positive is None else matrix.binary()
        by_cell = isinstance(costs, Mapping) and set(costs) <= CELLS
        if by_cell and matrix.positive is None and len(matrix.labels) == 2:
            hint = "Name the positive class, or give {(truth, prediction): cost}."
            _check.fail("costs", "be of false positives and negatives of a known class", costs, hint)
        self.priced = self.focus if by_cell or len(matrix.labels) == 2 else matrix
        self.costs = None if costs is None else CostMatrix.of(costs, self.priced.labels)
        self.shares = None if prevalence is None else shares_of(prevalence, self.focus)

    def measure(self, metric: Metric) -> Estimate:
        """A metric on what it sees of the answers."""
        if not isinstance(metric, LabelMetric):
            self._needs_scores(metric)
            return estimate(metric, self.given, level=self.level, interval=self.interval, seed=self.seed)
        if self.matrix is None:
            hint = "Give y_pred, or a threshold on the score."
            _check.fail("metrics", "be measures of scores when no class is predicted", metric.name, hint)
        table: Answers | ConfusionMatrix = self.labels_from
        if metric.takes_costs and self.costs is not None:
            metric, table = metric.with_costs(self.costs), self.priced
        return self._of_table(metric, table)

    def _of_table(self, metric: LabelMetric, table: Answers | ConfusionMatrix) -> Estimate:
        """A metric of classes; at a stated prevalence where the table is that of the classes it was stated for."""
        seen = metric.sees(table)
        shares = self.shares if seen.labels == self.focus.labels else None
        how: dict[str, Any] = {"level": self.level, "interval": self.interval, "draws": self.draws}
        made = estimate(metric, seen, prevalence=shares, **how)
        if self.shares is None or shares is not None or not made.defined:
            return made
        return replace(made, note="; ".join(filter(None, (made.note, "in the class shares of the test set"))))

    def _needs_scores(self, metric: Metric) -> None:
        """Refuse a metric that these answers do not allow, in words."""
        if allows(self.given, metric):
            return
        given = self.given
        if not isinstance(given, Answers) or not given.has_scores:
            rule = f"be given for {metric.name}, which needs {NEEDS[metric.needs]}"
            _check.fail("y_score", rule, "predicted classes only")
        metric.sees(given)  # says what is missing
        known = [m.name for m in REGISTRY.values() if not isinstance(m, LabelMetric) and allows(given, m)]
        hint = f"They allow {_format.listing(known)}." if known else ""
        _check.fail("metrics", "be measures that these scores allow", metric.name, hint)

    def every_metric(self) -> list[Metric]:
        """All registered metrics that apply to these answers."""
        out = [m for m in REGISTRY.values() if self._applies(m)]
        if self.matrix is not None and (self.matrix.positive is None or len(self.matrix.labels) > 2):
            out += [getattr(get(name), average) for name in AVERAGED for average in ("macro", "micro", "weighted")]
            out.append(get("mcc").macro)  # type: ignore[attr-defined]
        place = {name: i for i, name in enumerate(SCORE_ORDER)}  # those that most people ask for first
        return sorted(out, key=lambda m: -1 if isinstance(m, LabelMetric) else place.get(m.name, len(place)))

    def _applies(self, metric: Metric) -> bool:
        if not isinstance(metric, LabelMetric):
            given = self.given
            return isinstance(given, Answers) and allows(given, metric) and metric.is_automatic(given)
        if self.matrix is None or not allows(self.labels_from, metric):
            return False
        ordinal = metric.ordinal and len(self.focus.labels) <= 2
        return not ordinal and not (metric.takes_costs and self.costs is None)

    def by_class(self) -> tuple[tuple[Label, tuple[Estimate, ...]], ...]:
        """The measures of each class against the rest, when no class is the positive one.

        Columns of scores that were counted apart have no table of cases, but each has its own area.
        """
        matrix, names = self.matrix, [get(name) for name in PER_CLASS]
        out: dict[Label, list[Estimate]] = {}
        if matrix is not None and matrix.positive is None and len(matrix.labels) <= MANY_CLASSES:
            columns = [self._in_each_class(metric, matrix) for metric in names if isinstance(metric, LabelMetric)]
            out = {label: list(row) for label, *row in zip(matrix.labels, *columns, strict=True)}
        scores = self.given.class_scores if isinstance(self.given, Answers) else ()
        if len(scores) <= MANY_CLASSES:
            for column in scores:
                area = estimate(get("roc_auc"), column.ranking(), level=self.level, seed=self.seed)
                out.setdefault(column.label, []).append(area)
        return tuple((label, tuple(measures)) for label, measures in out.items())

    def _in_each_class(self, metric: LabelMetric, matrix: ConfusionMatrix) -> list[Estimate]:
        """A metric of every class against the rest, at once where the cases are plain and nothing else is asked."""
        plain = isinstance(self.given, ConfusionMatrix) or self.given.sampling == "cases"
        plain = plain and not matrix.weighted and not matrix.expected and self.shares is None
        if plain and self.interval == "auto" and is_transformed_share(metric):
            return estimate_shares(metric, matrix.class_tables.astype(float), self.level)
        return [self._of_table(metric, matrix.one_vs_rest(label)) for label in matrix.labels]

    def headline(self, measures: list[Estimate]) -> tuple[str, ...]:
        """The measures that are printed, in order."""
        names: tuple[str, ...] = ()
        if self.matrix is not None:
            names = BINARY_HEADLINE if self.matrix.positive is not None else MANY_HEADLINE
            names = (*names, *(m.name for m in measures if self.costs is not None and get(m.name).takes_costs))
        scores = [m.name for m in measures if m.name in REGISTRY and not isinstance(REGISTRY[m.name], LabelMetric)]
        return (*names, *(name for name in scores if REGISTRY[name].headline))

    def prevalence_words(self, prevalence: Any) -> str:
        """The stated shares in words."""
        if prevalence is None:
            return ""
        if isinstance(prevalence, dict):
            return ", ".join(f"{_format.label(k)} {v:g}" for k, v in prevalence.items())
        if self.shares is None:
            return f"{prevalence}"
        low, high = float(self.shares.low[-1]), float(self.shares.high[-1])
        return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _read_data(data: Any, y_pred: Column, y_score: Column, positive: Label | None) -> Answers | ConfusionMatrix:
    """The answers or the matrix that the user means."""
    if isinstance(data, ConfusionMatrix):
        for arg, value in (("y_pred", y_pred), ("y_score", y_score)):
            if value is not None:
                _check.fail(arg, "not be given with a ConfusionMatrix", type(value).__name__)
        return data if positive is None else replace(data, positive=positive)
    if isinstance(data, Answers) and positive is not None and positive == data.positive:
        positive = None
    from referee.data.read import answers_of  # a table of counts needs no columns

    given = answers_of(data, y_pred, y_score, positive=positive)
    if given.scores is not None and given.scores.ndim == 1 and given.positive is None:
        hint = f"There are {_format.listing(given.labels)}."
        _check.fail("positive", "name the class that the score is for", "None", hint)
    return given


def _refuse_interval(interval: str, wanted: list[Metric]) -> None:
    """Refuse a method that none of the measures takes, which would be ignored."""
    if interval != "auto" and wanted and not any(interval in interval_methods(metric) for metric in wanted):
        taken = sorted({name for metric in wanted for name in interval_methods(metric)})
        hint = f"They take {', '.join(taken)}."
        _check.fail("interval", "suit a measure that is asked for", _check.show_value(interval), hint)


def _list_metrics(metrics: Any) -> list[str | Metric]:
    """The measures asked for, as a list."""
    if isinstance(metrics, str | Metric):
        return [metrics]
    if not isinstance(metrics, Iterable):
        _check.fail("metrics", "be the name of a metric or a list of names", _check.show_value(metrics))
    found = list(metrics)
    if not found:
        _check.fail("metrics", "name at least one metric", "none")
    return found
