"""Is it really better: two or more models, the test that is valid for where their results came from, a verdict."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scipy.special import ndtri

from referee import _check, _format, _rng
from referee._version import __version__
from referee.checks.comparing import comparison_findings
from referee.core.comparison import Comparison, Comparisons
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.tally import Tally
from referee.core.types import Label
from referee.core.verdict import Decision, Verdict, decide
from referee.counting.pairing import PairedPredictions
from referee.counting.predictions import Predictions
from referee.errors import PairingError
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.stattests.adjust import Procedure
from referee.stattests.adjust import adjust as adjusted
from referee.verbs import duels
from referee.verbs.evaluate import evaluate
from referee.verbs.ranking_part import within_limits

AUC = ("roc_auc", "auc")
POWER = 0.8

Model = Predictions | ConfusionMatrix | Tally


def compare(
    a: Any,
    b: Any = None,
    *,
    metric: str | Metric = "accuracy",
    margin: float | None = None,
    level: float = 0.95,
    baseline: str | None = None,
    adjust: Procedure = "holm",
    independent: bool = False,
    positive: Label | None = None,
    labels: Any = None,
    costs: Any = None,
    case_ids: Any = None,
    weights: Any = None,
    groups: Any = None,
    rng: Any = None,
    random_state: Any = None,
) -> Any:
    """Compare models on the same cases, or on different test sets, by one metric.

    - `compare(a, b)`: two `Predictions` (or two `ConfusionMatrix` or two `Tally`, which are different test sets): a
      `Comparison`. `compare(tally)`: a `Tally` of the answers of two models, which are on the same cases.
    - `compare(y_true, {"svm": p1, "tree": p2, ...})`: columns of predicted classes (of scores for `metric="roc_auc"`)
      beside one truth, and `compare({"svm": a, ...})`: named `Predictions`: a `Comparisons`, each model against the
      `baseline` or all pairs, with simultaneous (Bonferroni) intervals and p-values adjusted by `adjust`.

    Same cases are proved by case ids, or by position when the truth is equal; anything else is refused unless
    `independent=True` says that the test sets are different. The difference favours `a` (the first) when positive.
    With a `margin`, differences inside it can be shown to be equivalent.

    >>> truth = [1] * 50 + [0] * 50
    >>> good, poor = [1] * 48 + [0] * 52, [1] * 35 + [0] * 65
    >>> duel = compare(Predictions(truth, good, name="good"), Predictions(truth, poor, name="poor"))
    >>> duel.verdict, round(duel.difference.value, 2), round(duel.test.p_value, 4)
    (<Verdict.BETTER: 'better'>, 0.13, 0.0003)
    """
    level = _check.fraction("level", level)
    if level <= 0.5:
        _check.fail("level", "be above 0.5 to compare", level)
    seed = _rng.seed_of(rng, random_state)
    options = {"positive": positive, "labels": labels, "case_ids": case_ids, "weights": weights, "groups": groups}
    job = _Job(metric, margin, level, independent, costs, seed)
    if isinstance(a, Mapping) or isinstance(b, Mapping):
        models = _models(a, b, job.by_scores, options)
        return _family(models, job, baseline, adjust)
    if baseline is not None:
        _check.fail("baseline", "be given with a mapping of models", baseline)
    if isinstance(a, Tally) and a.joint is not None:
        return _counted(a, b, job, options)
    one, two = _two(a, b, options)
    return job.duel(one, two, _name(one, "A"), _name(two, "B"), level)


class _Job:
    """What is asked of each pair."""

    def __init__(
        self, metric: str | Metric, margin: float | None, level: float, independent: bool, costs: Any, seed: int
    ) -> None:
        self.by_scores = isinstance(metric, str) and metric.lower() in AUC
        self.metric = None if self.by_scores else get(metric)
        self.title = "roc_auc" if self.metric is None else self.metric.name
        self.level, self.independent, self.costs, self.seed = level, independent, costs, seed
        if self.metric is not None and self.metric.better is None:
            _check.fail("metric", "have a better and a worse end", self.metric.name)
        self.sign = -1.0 if self.metric is not None and self.metric.better == "lower" else 1.0
        self.margin = None if margin is None else self._margin(margin)

    def _margin(self, margin: float) -> float:
        value = _check.number("margin", margin)
        low, high = (0.0, 1.0) if self.metric is None else self.metric.range
        if value <= 0 or value >= high - low:
            _check.fail("margin", f"lie between 0 and the width of the metric's range ({high - low:g})", margin)
        return value

    def duel(
        self, a: Model, b: Model, name_a: str, name_b: str, level: float, pair: duels.CountedPair | None = None
    ) -> Comparison:
        """Two models: test, verdict, findings."""
        if pair is not None:
            duel = duels.paired_labels(pair, self._priced(a), level, self.seed)
        else:
            duel = self._tested(a, b, level)
        difference = self._oriented(duel.test.effect, duel.test.effect)
        narrow = self._oriented(duel.narrow.effect, duel.narrow.effect)
        objection = _objection(duel, level)
        decision = decide(difference.interval, narrow.interval, self.margin, objection)
        values = [self._value(model, level) for model in (a, b)]
        findings = comparison_findings(self._matrix(a), self._matrix(b), duel, self.metric, self._costs_of(a))
        needed = self._needed(decision, difference, duel.n)
        return Comparison(
            a=name_a,
            b=name_b,
            metric=self.title,
            value_a=values[0],
            value_b=values[1],
            difference=difference,
            test=replace(duel.test, effect=difference),
            decision=decision,
            sentence=_sentence(name_a, name_b, self, decision, difference, needed),
            provenance=duel.provenance,
            beside=duel.beside,
            margin=self.margin,
            needed_n=needed,
            n=duel.n,
            level=level,
            seed=self.seed,
            findings=tuple(findings),
            version=__version__,
        )

    def _tested(self, a: Model, b: Model, level: float) -> duels.Duel:
        """The duel that is valid for where the results came from."""
        if isinstance(a, Predictions) and isinstance(b, Predictions) and not self.independent:
            try:
                pair = PairedPredictions(a, b)
            except PairingError as error:
                hint = " Say independent=True when they are different test sets."
                raise PairingError(str(error) + hint) from None
            if self.metric is None:
                return duels.paired_scores(pair, level, self.seed)
            return duels.paired_labels(pair, self._priced(a), level, self.seed)
        if self.metric is None:
            rankings = [m.ranking if isinstance(m, Tally) else None for m in (a, b)]
            if rankings[0] is not None and rankings[1] is not None:
                return duels.independent_rankings(rankings[0], rankings[1], level)
            if not isinstance(a, Predictions) or not isinstance(b, Predictions):
                _check.fail("a", "be Predictions with scores to compare AUC", type(a).__name__)
            return duels.independent_scores(a, b, level)
        one, two = (self._matrix(m) for m in (a, b))
        if one is None or two is None:
            _check.fail("a", "have predicted classes to compare by " + self.title, "scores only")
        return duels.independent_labels(one, two, self._priced(a), level, self.seed)

    def _priced(self, model: Model) -> Metric:
        """The metric with its costs, when it is a cost."""
        assert self.metric is not None
        costs = self._costs_of(model)
        if costs is None or not self.metric.name.endswith("_cost"):
            return self.metric
        return self.metric.using(costs=costs)

    def _costs_of(self, model: Model) -> CostMatrix | None:
        if self.costs is None:
            return None
        matrix = self._matrix(model)
        assert matrix is not None
        return CostMatrix.of(self.costs, (matrix if matrix.positive is None else matrix.binary()).labels)

    def _matrix(self, model: Model) -> ConfusionMatrix | None:
        if isinstance(model, ConfusionMatrix):
            return model
        if isinstance(model, Tally):
            return model.confusion
        return model.confusion if model.has_labels else None

    def _value(self, model: Model, level: float) -> Estimate:
        """The value of one model with its own interval."""
        if self.metric is None:
            from referee.intervals.auc import auc_interval

            if isinstance(model, Tally):
                assert model.ranking is not None
                return within_limits(model.ranking, lambda r: auc_interval(r, level=level))
            assert isinstance(model, Predictions)
            return auc_interval(model, level=level)
        return evaluate(model, metrics=self.metric, costs=self.costs, level=level, rng=self.seed).measures[0]

    def _oriented(self, effect: Estimate | None, fallback: Estimate | None) -> Estimate:
        """The effect turned so that a positive value favours A."""
        assert effect is not None
        if self.sign > 0:
            return effect
        interval = effect.interval
        if interval is not None:
            interval = Interval(-interval.high, -interval.low, interval.level, interval.method)
        return replace(effect, value=-effect.value, interval=interval)

    def _needed(self, decision: Decision, difference: Estimate, n: float) -> int | None:
        """Cases that show, with a chance of 80%, that equally good models differ by less than the margin."""
        interval = difference.interval
        if self.margin is None or decision.verdict is not Verdict.UNDECIDED or interval is None:
            return None
        if not math.isfinite(interval.width) or interval.width <= 0:
            return None
        z = -float(ndtri((1 - interval.level) / 2))
        se = interval.width / (2 * z)
        alpha = -float(ndtri((1 - self.level) / 2))
        return math.ceil(n * ((alpha + float(ndtri(POWER))) * se / self.margin) ** 2)


def _objection(duel: duels.Duel, level: float) -> str:
    """The disagreement of a test beside the leading one, in words."""
    alpha = 1 - level
    for test in duel.beside:
        if math.isnan(test.p_value) or math.isnan(duel.test.p_value):
            continue
        if (test.p_value < alpha) != (duel.test.p_value < alpha):
            p, q = _format.p_equals(duel.test.p_value), _format.p_equals(test.p_value)
            return f"two tests disagree: {duel.test.name} has {p}, {test.name} has {q}"
    return ""


def _sentence(a: str, b: str, job: _Job, decision: Decision, difference: Estimate, needed: int | None) -> str:
    """The verdict in words."""
    metric = job.title.partition(":")[0].replace("_", " ")
    interval = difference.interval
    by = ""
    if interval is not None:
        places = _format.decimals(interval.width)
        by = f"{_format.number(abs(difference.value), places)} {_format.span(interval.low, interval.high, places)}"
    words = {Verdict.BETTER: "better", Verdict.WORSE: "worse"}
    if decision.verdict in words:
        end = ", by less than the margin" if decision.negligible else ""
        return f"{a} is {words[decision.verdict]} than {b}{end}: {metric} differs by {by}."
    if decision.verdict is Verdict.EQUIVALENT:
        return f"{a} and {b} are equivalent within {job.margin:g}: {metric} differs by {by}."
    settle = "State a margin to learn how many cases would settle it."
    if needed is not None:
        settle = f"About {needed:,} cases would show a difference below {job.margin:g}, if there is none."
    elif job.margin is not None:
        settle = "More cases are needed."
    gap = f" ({metric} differs by {by})" if by else ""
    return f"Undecided whether {a} is better or worse than {b}: {decision.reason}{gap}. {settle}"


def _two(a: Any, b: Any, options: dict[str, Any]) -> tuple[Model, Model]:
    for name, value in (("a", a), ("b", b)):
        if value is None:
            _check.fail(name, "be given: two models are compared", "one model")
        if not isinstance(value, Predictions | ConfusionMatrix | Tally):
            hint = "Or pass compare(y_true, {'a': column, 'b': column})."
            _check.fail(name, "be Predictions or a ConfusionMatrix", type(value).__name__, hint)
    for name, value in options.items():
        if value is not None:
            _check.fail(name, "be said when the Predictions are made", type(value).__name__)
    return a, b


def _counted(tally: Tally, b: Any, job: _Job, options: dict[str, Any]) -> Comparison:
    """Two models of one tally."""
    assert tally.joint is not None
    if b is not None:
        _check.fail("b", "not be given with the tally of two models", type(b).__name__)
    for name, value in options.items():
        if value is not None:
            _check.fail(name, "be said when the tally is made", type(value).__name__)
    if job.metric is None:
        hint = "Pass Predictions with the scores of both."
        _check.fail("metric", "be one of predicted classes for a tally of two models", job.title, hint)
    name_a, name_b = tally.models or ("A", "B")
    pair = duels.CountedPair(tally.joint)
    return job.duel(tally.joint.a, tally.joint.b, name_a, name_b, job.level, pair)


def _name(model: Model, fallback: str) -> str:
    return getattr(model, "name", "") or fallback


def _models(a: Any, b: Any, by_scores: bool, options: dict[str, Any]) -> dict[str, Model]:
    """Named models from a mapping of Predictions, or from a truth and a mapping of columns."""
    if isinstance(a, Mapping):
        if b is not None:
            _check.fail("b", "not be given with a mapping of models", type(b).__name__)
        for name, model in a.items():
            if not isinstance(model, Predictions | ConfusionMatrix | Tally):
                got = f"{type(model).__name__} for {name!r}"
                _check.fail("a", "map names to Predictions", got, "Or pass compare(y_true, {name: column}).")
        out = {str(name): model for name, model in a.items()}
    else:
        key = "y_score" if by_scores else "y_pred"
        out = {str(n): Predictions(a, **{key: column}, name=str(n), **options) for n, column in b.items()}
    if len(out) < 2:
        _check.fail("models", "be at least two", _format.plural(len(out), "model"))
    return out


def _family(models: dict[str, Model], job: _Job, baseline: str | None, adjust: Procedure) -> Comparisons:
    """All pairs, or each model against the baseline, read together."""
    if baseline is not None and baseline not in models:
        _check.fail("baseline", "be one of the models", baseline, f"They are {_format.listing(models)}.")
    if baseline is None:
        pairs = list(itertools.combinations(models, 2))
    else:
        pairs = [(name, baseline) for name in models if name != baseline]
    simultaneous = 1 - (1 - job.level) / len(pairs)
    made = [job.duel(models[a], models[b], a, b, simultaneous) for a, b in pairs]
    ps = [1.0 if math.isnan(d.test.p_value) else d.test.p_value for d in made]
    classes = len(models) if adjust == "shaffer" else None
    words = f"{len(pairs)} comparisons by {job.title}"
    family = adjusted(ps, procedure=adjust, family=words, labels=[f"{a} - {b}" for a, b in pairs], classes=classes)
    made = [replace(d, adjusted_p=p) for d, p in zip(made, family.adjusted, strict=True)]
    return Comparisons(tuple(made), job.title, words, adjust, job.level, baseline)
