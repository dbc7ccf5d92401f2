"""What is asked of each pair of models, and the families that pairs make."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from scipy.special import ndtri

from referee import _check, _format
from referee._version import __version__
from referee.checks.comparing import comparison_findings, family_findings, shared_cases
from referee.core.comparison import Comparison, Comparisons
from referee.core.confusion import ConfusionMatrix
from referee.core.cost import CostMatrix
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.tally import Tally
from referee.core.testresult import Alternative
from referee.core.verdict import Decision, Verdict, decide
from referee.data.pairing import PairedPredictions
from referee.data.predictions import Predictions
from referee.errors import InputError, PairingError
from referee.metrics.metric import Metric
from referee.metrics.registry import REGISTRY, aliases, get
from referee.stattests.adjust import Procedure
from referee.stattests.adjust import adjust as adjusted
from referee.stattests.pivot import quantile
from referee.verbs import duels
from referee.verbs.evaluate import evaluate
from referee.verbs.keeping import kept
from referee.verbs.ranking_part import within_limits
from referee.verbs.score_duels import LOSSES, WIDTHS, independent_measure, measure_of, paired_measure
from referee.verbs.scoring import score_part

AUC = ("roc_auc", "auc")
POWER = 0.8

Model = Predictions | ConfusionMatrix | Tally


class Job:
    """What is asked of each pair."""

    def __init__(
        self,
        metric: str | Metric,
        margin: float | None,
        level: float,
        alternative: Alternative,
        independent: bool,
        costs: Any,
        seed: int,
    ) -> None:
        self.metric = _metric(metric)
        self.by_scores = self.metric is None
        self.title = measure_of(metric) or "roc_auc" if self.metric is None else self.metric.name
        self.level, self.alternative, self.independent = level, alternative, independent
        self.costs, self.seed = costs, seed
        if self.metric is not None and self.metric.better is None:
            _check.fail("metric", "have a better and a worse end", self.metric.name)
        if self.metric is not None and self.metric.name.endswith("_cost") and costs is None:
            _check.fail("costs", f"be given to compare by {self.metric.name}", "None")
        self.margin = None if margin is None else self._margin(margin)
        self._values: dict[tuple[int, float], Estimate] = {}

    @property
    def by_area(self) -> bool:
        """Whether models are compared by AUC."""
        return self.title == "roc_auc"

    def _margin(self, margin: float) -> float:
        value = _check.number("margin", margin)
        low, high = (0.0, WIDTHS[self.title]) if self.metric is None else self.metric.range
        if value <= 0 or value >= high - low:
            _check.fail("margin", f"lie between 0 and the width of the metric's range ({high - low:g})", margin)
        return value

    def duel(
        self,
        a: Model,
        b: Model,
        name_a: str,
        name_b: str,
        level: float,
        pair: duels.CountedPair | duels.CountedScores | None = None,
    ) -> Comparison:
        """Two models: test, verdict, findings."""
        ask = duels.Ask(level, self.alternative, self.seed)
        if isinstance(pair, duels.CountedScores):
            duel = duels.paired_grid(pair, ask)
        else:
            duel = self._tested(a, b, ask) if pair is None else duels.paired_labels(pair, self._priced(a), ask)
        difference = duel.test.effect
        assert difference is not None
        decision = decide(difference.interval, duel.narrow, self.margin, _objection(duel, level))
        if duel.test.inapplicable and decision.verdict is Verdict.UNDECIDED:
            decision = replace(decision, reason=duel.test.inapplicable)
        matrices = self._matrix(a), self._matrix(b)
        metric = self.metric if self.metric is None else self._priced(a)
        findings = comparison_findings(*matrices, duel, metric)
        if isinstance(a, Predictions) and isinstance(b, Predictions) and self.independent:
            findings += shared_cases(a.case_ids, b.case_ids)
        df = duel.test.details.get("df", math.inf)
        needed = needed_cases(decision, self.margin, duel.narrow, duel.n, df)
        return Comparison(
            a=name_a,
            b=name_b,
            metric=self.title,
            value_a=self._value(a, level),
            value_b=self._value(b, level),
            difference=difference,
            test=duel.test,
            decision=decision,
            sentence=sentence_of(name_a, name_b, self, decision, difference, needed),
            provenance=duel.provenance,
            beside=duel.beside,
            margin=self.margin,
            needed_n=needed,
            n=duel.n,
            level=level,
            seed=self.seed,
            findings=tuple(findings),
            version=__version__,
            extras=self._kept(a, b),
        )

    def _kept(self, a: Model, b: Model) -> dict[str, Any]:
        """What the comparison keeps for its reader, when the cases are the same."""
        if not isinstance(a, Predictions) or not isinstance(b, Predictions) or self.independent:
            return {}
        pair = PairedPredictions(a, b)
        if self.title in LOSSES:
            return {"fingerprint": pair.a.fingerprint}
        return kept(pair, by_scores=self.metric is None)

    def _tested(self, a: Model, b: Model, ask: duels.Ask) -> duels.Duel:
        """The duel that is valid for where the results came from."""
        if isinstance(a, Predictions) and isinstance(b, Predictions) and not self.independent:
            try:
                pair = PairedPredictions(a, b)
            except PairingError as error:
                hint = " Say independent=True when they are different test sets."
                raise PairingError(str(error) + hint) from None
            if self.metric is None:
                return duels.paired_scores(pair, ask) if self.by_area else paired_measure(self.title, pair, ask)
            return duels.paired_labels(pair, self._priced(a), ask)
        for model in (a, b):
            if isinstance(model, Predictions) and model.groups is not None:
                hint = "There is no test for clusters on different test sets; leave out `groups` only if cases are"
                _check.fail("groups", "not be given with independent=True", "groups", hint + " independent.")
        if self.metric is None:
            rankings = [m.ranking if isinstance(m, Tally) else None for m in (a, b)]
            if self.by_area and rankings[0] is not None and rankings[1] is not None:
                return duels.independent_rankings(rankings[0], rankings[1], ask)
            for name, model in (("a", a), ("b", b)):
                if not isinstance(model, Predictions):
                    what = "AUC" if self.by_area else f"by {self.title}"
                    _check.fail(name, f"be Predictions with scores to compare {what}", type(model).__name__)
            assert isinstance(a, Predictions)
            assert isinstance(b, Predictions)
            if self.by_area:
                return duels.independent_scores(a, b, ask)
            return independent_measure(self.title, a, b, ask)
        one, two = (self._matrix(m) for m in (a, b))
        if one is None or two is None:
            _check.fail("a", "have predicted classes to compare by " + self.title, "scores only")
        return duels.independent_labels(one, two, self._priced(a), ask)

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
        """The value of one model with its own interval, made once."""
        key = (id(model), level)
        if key not in self._values:
            self._values[key] = self._estimate(model, level)
        return self._values[key]

    def _estimate(self, model: Model, level: float) -> Estimate:
        if self.metric is None:
            from referee.intervals.auc import auc_interval

            if isinstance(model, Tally):
                assert model.ranking is not None
                return within_limits(model.ranking, lambda r: auc_interval(r, level=level))
            assert isinstance(model, Predictions)
            if not self.by_area:
                found = score_part(
                    model, level=level, seed=self.seed, costs=None, prevalence=None, asked=[self.title]
                )
                return found.measures[0]
            return auc_interval(model, level=level)
        return evaluate(model, metrics=self.metric, costs=self.costs, level=level, rng=self.seed).measures[0]


def needed_cases(
    decision: Decision, margin: float | None, narrow: Interval | None, n: float, df: float = math.inf
) -> int | None:
    """Cases that show, with a chance of 80%, that equally good models differ by less than the margin.

    Two one-sided tests at alpha need a standard error of margin / (z(1 - alpha) + z(1 - (1 - power) / 2)); the one in
    hand is read from the interval at 1 - 2 alpha and falls with the root of the number of cases.
    """
    if margin is None or decision.verdict is not Verdict.UNDECIDED or narrow is None:
        return None
    if not math.isfinite(narrow.width) or narrow.width <= 0:
        return None
    tail = (1 - narrow.level) / 2
    se = narrow.width / 2 / -quantile(tail, df)
    reach = -float(ndtri(tail)) + float(ndtri((1 + POWER) / 2))
    return math.ceil(n * (reach * se / margin) ** 2)


def _metric(metric: str | Metric) -> Metric | None:
    """The label metric asked for, or None for a measure of scores."""
    if not isinstance(metric, str):
        return get(metric)
    word = metric.strip().lower().replace("-", "_").replace(" ", "_")
    if measure_of(metric) is not None:
        return None
    try:
        return get(metric)
    except InputError:
        names = {*REGISTRY, *aliases(), *AUC, *WIDTHS}
        if ":" in word or word in names or word.rpartition("_")[0] in names:
            raise
        _check.fail("metric", "be the name of a metric", _check.written(metric), _check.near(word, names))


def _objection(duel: duels.Duel, level: float) -> str:
    """The disagreement of a test beside the leading one, in words."""
    alpha = 1 - level
    for test in duel.beside:
        if math.isnan(test.p_value) or math.isnan(duel.test.p_value):
            continue
        if (test.p_value < alpha) != (duel.test.p_value < alpha):
            p, q = (_format.p_equals(x) for x in (duel.test.p_value, test.p_value))
            return f"two tests disagree: {duel.test.name} has {p}, {test.name} has {q}"
    return ""


class Said(Protocol):
    """What a verdict in words must know of what was asked."""

    title: str
    margin: float | None
    alternative: Alternative


def sentence_of(
    a: str,
    b: str,
    job: Said,
    decision: Decision,
    difference: Estimate,
    needed: int | None,
    *,
    of: str = "cases",
    where: str = "",
) -> str:
    """The verdict in words; `of` is what the difference rests on, `where` says how many when that must be said."""
    metric = job.title.partition(":")[0].removesuffix("_10").replace("_", " ")
    interval = difference.interval
    by = ""
    if interval is not None:
        value = difference.value
        if decision.verdict is Verdict.WORSE:
            value, interval = -value, replace(interval, low=-interval.high, high=-interval.low)
        places = _format.decimals(interval.width)
        by = f"{_format.number(value, places)} {_format.span(interval.low, interval.high, places)}"
    words = {Verdict.BETTER: "better", Verdict.WORSE: "worse"}
    if decision.verdict in words:
        end = ", by less than the margin" if decision.negligible else ""
        return f"{a} is {words[decision.verdict]} than {b}{where}{end}: {metric} differs by {by}."
    if decision.verdict is Verdict.EQUIVALENT:
        return f"{a} and {b} are equivalent within {job.margin:g}{where}: {metric} differs by {by}."
    settle = f"State a margin to learn how many {of} would settle it."
    if needed is not None:
        settle = (
            f"About {needed:,} {of} like these would show a difference below {job.margin:g}, if there is none."
        )
    elif job.margin is not None:
        settle = f"More {of} are needed."
    gap = f" ({metric} differs by {by})" if by else ""
    way = {"two-sided": "better or worse", "greater": "better", "less": "worse"}[job.alternative]
    return f"Undecided whether {a} is {way} than {b}{where}: {decision.reason}{gap}. {settle}"


def family_of(
    models: Any, job: Job, baseline: str | None, adjust: Procedure, duel: Callable[..., Comparison] | None = None
) -> Comparisons:
    """All pairs, or each model against the baseline, read together; `duel(a, b, level)` is theirs by name."""
    if baseline is not None and baseline not in models:
        _check.fail("baseline", "be one of the models", baseline, f"They are {_format.listing(models)}.")
    if baseline is None:
        pairs = list(itertools.combinations(models, 2))
    else:
        pairs = [(name, baseline) for name in models if name != baseline]
    if adjust == "shaffer" and baseline is not None:
        _check.fail("adjust", "be another than 'shaffer' with a baseline", "'shaffer'", "It is for all pairs.")
    simultaneous = 1 - (1 - job.level) / len(pairs)
    if duel is None:
        made = [job.duel(models[a], models[b], a, b, simultaneous) for a, b in pairs]
    else:
        made = [duel(a, b, simultaneous) for a, b in pairs]
    ps = [1.0 if math.isnan(d.test.p_value) else d.test.p_value for d in made]
    classes = len(models) if adjust == "shaffer" else None
    words = f"{_format.plural(len(pairs), 'comparison')} by {job.title}"
    family = adjusted(ps, procedure=adjust, family=words, labels=[f"{a} - {b}" for a, b in pairs], classes=classes)
    made = [replace(d, adjusted_p=p) for d, p in zip(made, family.adjusted, strict=True)]
    findings = tuple(family_findings(made, adjust, job.level))
    return Comparisons(tuple(made), job.title, words, adjust, job.level, baseline, findings)
