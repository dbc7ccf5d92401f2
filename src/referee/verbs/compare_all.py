"""Which of these models differ: every pair, or each against a baseline, read together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from referee import _check, _format, _rng
from referee.checks.comparing import ComparedFamily
from referee.checks.registry import findings_on
from referee.core import Answers, Comparison, Comparisons, ConfusionMatrix, CostMatrix
from referee.core.call import call_of
from referee.core.types import Rng
from referee.inference.adjust import OF_PAIRS, Adjust
from referee.inference.adjust import adjust as adjusted
from referee.metrics.metric import Metric
from referee.verbs.compare import Job, compare_level


def compare_all(
    models: Mapping[str, Any] | Iterable[Answers],
    *,
    metric: str | Metric = "accuracy",
    baseline: str | None = None,
    margin: float | None = None,
    adjust: Adjust = "holm",
    independent: bool = False,
    costs: Mapping[Any, float] | CostMatrix | None = None,
    level: float = 0.95,
    rng: Rng = None,
    random_state: Rng = None,
) -> Comparisons:
    """Compare several models by one metric: all pairs, or each against the `baseline`.

    `models` map names to answers, or are the answers that `referee.read_models` gave, which have names. Intervals and
    verdicts are simultaneous (Bonferroni), p-values are adjusted by `adjust`. The rest as for `compare`.

    >>> from referee import read_models
    >>> models = read_models([1, 0, 1, 0] * 20, preds={"a": [1, 0, 1, 0] * 20, "b": [1, 0, 0, 0] * 20, "c": [0] * 80})
    >>> [str(duel.verdict) for duel in compare_all(models, rng=0)]
    ['better', 'better', 'better']
    """
    level, seed = compare_level(level), _rng.seed_of(rng, random_state)
    _check.choice("adjust", adjust, get_args(Adjust))
    named = _name_models(models)
    stated = {"metric": metric, "margin": margin, "baseline": baseline, "costs": costs, "rng": seed}
    stated |= {"adjust": None if adjust == "holm" else adjust, "level": None if level == 0.95 else level}
    call = call_of("compare_all", {"models": models}, stated)
    job = Job(metric, margin, level, "two-sided", costs, seed)
    pairs = pairs_of(list(named), baseline, adjust)
    each = 1 - (1 - level) / len(pairs)
    duels = job.duels([(named[a], named[b]) for a, b in pairs], independent, each, call)
    return family_of(duels, job.metric.name, len(named), baseline, adjust, level)


def _name_models(models: Any) -> dict[str, Any]:
    """The models by name, each under the name that it is compared by."""
    if isinstance(models, Mapping):
        given = {str(name): model for name, model in models.items()}
        count = len(models)
    else:
        listed = _check.items("models", models, "answers of models")
        given = {getattr(model, "name", "") or str(i): model for i, model in enumerate(listed)}
        count = len(listed)
    if len(given) < count:
        _check.fail("models", "have different names as text", f"{count} models under {len(given)} names")
    if count < 2:
        _check.fail("models", "be at least two", _format.plural(count, "model"))
    for name, model in given.items():
        if not isinstance(model, Answers | ConfusionMatrix):
            hint = "See `referee.read_models`."
            _check.fail("models", "map names to answers", f"{type(model).__name__} for {name!r}", hint)
    return {name: replace(m, name=name) if isinstance(m, Answers) else m for name, m in given.items()}


def pairs_of(names: Sequence[str], baseline: str | None, adjust: Adjust = "holm") -> list[tuple[str, str]]:
    """All pairs, or each against the baseline.

    >>> pairs_of(("a", "b", "c"), None), pairs_of(("a", "b", "c"), "b")
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('c', 'b')])
    """
    if baseline is None:
        return list(itertools.combinations(names, 2))
    if baseline not in names:
        _check.fail("baseline", "be one of the models", baseline, f"They are {_format.listing(names)}.")
    if adjust in OF_PAIRS:
        _check.fail("adjust", f"be another than {adjust!r} with a baseline", repr(adjust), "It is for all pairs.")
    return [(name, baseline) for name in names if name != baseline]


def family_of(
    duels: list[Comparison], metric: str, models: int, baseline: str | None, adjust: Adjust, level: float
) -> Comparisons:
    """Comparisons read together, with adjusted p-values."""
    ps = [1.0 if math.isnan(d.test.p_value) else d.test.p_value for d in duels]
    words = f"{_format.plural(len(duels), 'comparison')} by {metric}"
    labels = [f"{d.a} - {d.b}" for d in duels]
    classes = models if adjust in OF_PAIRS else None
    family = adjusted(ps, adjust=adjust, family=words, labels=labels, classes=classes)
    made = [replace(d, adjusted_p=p) for d, p in zip(duels, family.adjusted, strict=True)]
    findings = tuple(findings_on(ComparedFamily(made, adjust, level), "comparisons"))
    return Comparisons(tuple(made), metric, words, adjust, level, baseline, findings)
