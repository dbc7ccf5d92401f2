"""Is it really better than that one: the test that is valid for where the answers came from, and a verdict."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scipy.special import ndtri

from referee import _check, _format, _rng
from referee._quantile import quantile
from referee._version import __version__
from referee.checks.comparing import Compared
from referee.checks.evaluating import majority_rule
from referee.checks.registry import findings_on
from referee.core import Answers, ConfusionMatrix, CostMatrix, Estimate, Interval, Results, Skill, TestResult
from referee.core.call import call_of
from referee.core.comparison import Comparison, Origin
from referee.core.finding import Finding
from referee.core.pair import Pair, names_of
from referee.core.types import Alternative, Rng
from referee.core.verdict import Decision, Verdict, decide
from referee.errors import PairingError
from referee.inference._gap import Ask, Gap
from referee.inference._result import direction
from referee.inference.difference import Model, difference
from referee.inference.estimate import estimate
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import directed_metric
from referee.verbs.compare_parts import compare_parts
from referee.views.verdict_words import verdict_sentence

POWER = 0.8


def compare(
    a: Answers | ConfusionMatrix | Results | Skill,
    b: Answers | ConfusionMatrix | Results | Skill,
    *,
    metric: str | Metric = "accuracy",
    margin: float | None = None,
    independent: bool = False,
    alternative: Alternative = "two-sided",
    costs: Mapping[Any, float] | CostMatrix | None = None,
    level: float = 0.95,
    rng: Rng = None,
    random_state: Rng = None,
) -> Comparison:
    """Compare two models by one metric, on the same cases or on different test sets.

    `a` and `b` are answers that `referee.read` or `referee.read_models` gave; two `ConfusionMatrix` are different test
    sets; the results of two learners on the same splits of one dataset go to `compare_results`. `metric` is any
    registered one that the answers allow, or one of your own; of many models see `compare_all`.

    Same cases are proved by case ids, by position when the truth is equal, or by having been counted together; anything
    else is refused unless `independent=True` says that the test sets are different. The difference favours `a` when it
    is positive. With a `margin`, differences inside it can be shown to be equivalent. `alternative="greater"` asks only
    whether `a` is better, "less" whether it is worse, with a one-sided interval.

    >>> from referee import read
    >>> truth = [1] * 50 + [0] * 50
    >>> good, poor = read(truth, [1] * 48 + [0] * 52, name="good"), read(truth, [1] * 35 + [0] * 65, name="poor")
    >>> duel = compare(good, poor)
    >>> duel.verdict, round(duel.difference.value, 2), round(duel.test.p_value, 4)
    (<Verdict.BETTER: 'better'>, 0.13, 0.0003)
    """
    level, seed = compare_level(level), _rng.seed_of(rng, random_state)
    if isinstance(a, Results | Skill) or isinstance(b, Results | Skill):
        from referee.verbs.compare_learners import compare_results

        both: Any = {"a": a, "b": b}
        return compare_results(**both, metric=metric, margin=margin, level=level, rng=seed)
    check_models(a=a, b=b)
    job, ask = Job(metric, margin, level, costs, seed), Ask(level, direction(alternative), seed)
    stated = {"metric": metric, "margin": margin, "independent": independent or None, "costs": costs, "rng": seed}
    stated["level"] = None if level == 0.95 else level
    call = call_of("compare", {"a": a, "b": b}, stated)
    return job.duel(a, b, pair_of(a, b, independent), ask, call)


def check_models(**models: Any) -> None:
    """Refuse what is no answers of a model, under the name of its argument."""
    for arg, model in models.items():
        if not isinstance(model, Answers | ConfusionMatrix):
            hint = "Write referee.read(y_true, y_pred) for each model, or referee.read_models for a table."
            _check.fail(arg, "be the answers of a model, or a ConfusionMatrix", type(model).__name__, hint)


def compare_level(level: float) -> float:
    """A level at which models can be compared."""
    level = _check.fraction("level", level)
    if level <= 0.5:
        _check.fail("level", "be above 0.5 to compare", level)
    return level


class Job:
    """What is asked of each pair of models."""

    def __init__(self, metric: str | Metric, margin: float | None, level: float, costs: Any, seed: int) -> None:
        self.metric, self.level, self.costs, self.seed = directed_metric(metric), level, costs, seed
        if self.metric.takes_costs and costs is None:
            _check.fail("costs", f"be given to compare by {self.metric.name}", "None")
        self.margin, width = None if margin is None else _check.number("margin", margin), self.metric.width
        if self.margin is not None and not 0 < self.margin < width:
            _check.fail("margin", f"lie between 0 and the width of the metric's range ({width:g})", margin)
        self._values: dict[tuple[int, float], Estimate] = {}
        self._rules: dict[tuple[int, str], list[Finding]] = {}

    def duel(self, a: Model, b: Model, pair: Pair | None, ask: Ask, call: str) -> Comparison:
        """Two models: test, verdict, findings."""
        metric, level, names = self.metric_of(a), ask.level, names_of(a, b)
        gap = difference(metric, a, b, pair, ask)
        effect, narrow = gap.test.effect, gap.narrow
        assert effect is not None
        decision = decide(effect.interval, narrow, self.margin, disagreement(gap.test, gap.beside, level))
        if gap.test.inapplicable and decision.verdict is Verdict.UNDECIDED:
            decision = replace(decision, reason=gap.test.inapplicable)
        needed = needed_cases(decision, self.margin, narrow, gap.n, gap.test.details.get("df", math.inf))
        found = Comparison(
            a=names[0],
            b=names[1],
            metric=self.metric.name,
            value_a=self._value(metric, a, level),
            value_b=self._value(metric, b, level),
            difference=effect,
            test=gap.test,
            decision=decision,
            sentence="",
            origin=_origin(a, b, pair, gap, call),
            narrow=narrow,
            beside=gap.beside,
            margin=self.margin,
            needed_n=needed,
            n=int(gap.n) if float(gap.n).is_integer() else gap.n,
            level=level,
            seed=self.seed,
            findings=tuple(self._findings(metric, a, b, pair, gap, level)),
            version=__version__,
            **compare_parts(metric, pair, level, self.seed, alone=level == self.level),
        )
        return replace(found, sentence=verdict_sentence(found, found.metric, needed, alternative=ask.alternative))

    def metric_of(self, model: Model) -> Metric:
        """The metric, with the costs of the classes of a model where it takes them."""
        matrix = _matrix(model)
        if self.costs is None or matrix is None:
            return self.metric
        labels = (matrix if matrix.positive is None else matrix.binary()).labels
        return self.metric.with_costs(CostMatrix.of(self.costs, labels))

    def _value(self, metric: Metric, model: Model, level: float) -> Estimate:
        """The value of one model with its own interval, made once."""
        key = (id(model), level)
        if key not in self._values:
            priced = isinstance(metric, LabelMetric) and metric.takes_costs and isinstance(model, Answers)
            seen = metric.sees(model) if priced else model
            self._values[key] = estimate(metric, seen, level=level, seed=self.seed)
        return self._values[key]

    def _findings(
        self, metric: Metric, a: Model, b: Model, pair: Pair | None, gap: Gap, level: float
    ) -> list[Finding]:
        """What to know before believing the difference."""
        matrices = _matrix(a), _matrix(b)
        label_metric = metric if isinstance(metric, LabelMetric) else None
        compared = Compared((a, b), matrices, label_metric, gap.test, gap.apart, same_cases=pair is not None)
        out = findings_on(compared, "comparisons")
        if label_metric is not None and label_metric.shape == "rate" and not label_metric.binary:
            for model, matrix, name in zip((a, b), matrices, names_of(a, b), strict=True):
                clusters = model.clusters if isinstance(model, Answers) and model.groups is not None else None
                if matrix is not None and (id(model), name) not in self._rules:
                    found = majority_rule(matrix, level, clusters=clusters, who=_format.label(name, 160))
                    self._rules[id(model), name] = found
                out += self._rules.get((id(model), name), [])
        return out


def pair_of(a: Model, b: Model, independent: bool) -> Pair | None:
    """Two models on the same cases; None when the test sets are different."""
    if independent or not (isinstance(a, Answers) and isinstance(b, Answers)):
        return None
    try:
        return Pair(a, b)
    except PairingError as error:
        hint = " Say independent=True (--independent) when they are different test sets."
        raise PairingError(str(error) + hint) from None


def _origin(a: Model, b: Model, pair: Pair | None, gap: Gap, call: str) -> Origin:
    """The facts of where the cases come from."""
    clusters = gap.test.details.get("clusters")
    lost = [model.left_out for model in (a, b) if isinstance(model, Answers) and model.dropped]
    weighted = any(m.sampling == "weighted cases" for m in (a, b) if isinstance(m, Answers))
    apart = tuple(int(m.n if isinstance(m, Answers) else m.n_cases) for m in (a, b))  # type: ignore[union-attr]
    return Origin(
        matched=None if pair is None else pair.by,
        sizes=apart if pair is None else (int(pair.n),),
        weighted=weighted,
        clusters=None if clusters is None else int(clusters),
        left_out="; ".join(dict.fromkeys(lost)),
        fingerprint=pair.a.fingerprint if pair is not None else "",
        call=call,
    )


def _matrix(model: Model) -> ConfusionMatrix | None:
    if isinstance(model, ConfusionMatrix):
        return model
    return model.confusion if isinstance(model, Answers) and model.has_labels else None


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


def disagreement(lead: TestResult, beside: Iterable[TestResult], level: float) -> str:
    """The first test beside the leading one that disagrees with it at the level, in words."""
    for test in beside:
        if math.isnan(test.p_value) or math.isnan(lead.p_value):
            continue
        if (test.p_value < 1 - level) != (lead.p_value < 1 - level):
            p, q = (_format.p_equals(x) for x in (lead.p_value, test.p_value))
            return f"two tests disagree: {lead.name} has {p}, {test.name} has {q}"
    return ""
