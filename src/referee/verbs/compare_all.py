"""Which of these models differ: every pair, or each against a baseline, read together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, get_args

import numpy as np

from referee import _check, _format, _rng
from referee.checks.comparing import ComparedFamily
from referee.checks.registry import findings_on
from referee.core import Answers, Comparison, Comparisons, ConfusionMatrix, CostMatrix, Family
from referee.core.call import call_of
from referee.core.pair import Pair
from referee.core.parts import LazyItems
from referee.core.types import Rng
from referee.inference._gap import Ask
from referee.inference.adjust import OF_PAIRS, Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.label_gaps import discordant_counts
from referee.inference.tango import find_limits, tango_ps
from referee.metrics.metric import Metric
from referee.verbs.compare import Job, compare_level, pair_of


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
    job = Job(metric, margin, level, costs, seed)
    names = pairs_of(list(named), baseline, adjust)
    pairs = [(named[a], named[b], pair_of(named[a], named[b], independent)) for a, b in names]
    ask = Ask(1 - (1 - level) / len(pairs), "two-sided", seed)
    duels, ps = _compare_pairs(job, pairs, ask, call)
    family = adjust_pairs(ps, names, job.metric.name, adjust)
    return family_of(duels, family, job.metric.name, baseline, level)


def _compare_pairs(
    job: Job, pairs: list[tuple[Any, Any, Pair | None]], ask: Ask, call: str
) -> tuple[Sequence[Comparison], list[float]]:
    """The comparisons, each made when it is first asked for, and the p-values of their leading tests.

    What all pairs need is found together: their p-values at once where the test is Tango's, and the limits when the
    first comparison is asked for.
    """
    metric = job.metric_of(pairs[0][0])
    counts = discordant_counts(metric, [pair for _, _, pair in pairs])

    @cache
    def asked() -> Ask:
        return ask if counts is None else replace(ask, known=find_limits(counts, ask.quantiles))

    def make(i: int) -> Comparison:
        return job.duel(*pairs[i], asked(), call)

    duels = LazyItems([partial(make, i) for i in range(len(pairs))])
    ps = [duel.test.p_value for duel in duels] if counts is None else tango_ps(*np.array(counts).T).tolist()
    return duels, ps


def _name_models(models: Any) -> dict[str, Any]:
    """The models by name, each under the name that it is compared by."""
    if isinstance(models, Mapping):
        named = list(models.items())
    else:
        listed = _check.items("models", models, "answers of models")
        named = [(getattr(model, "name", "") or i, model) for i, model in enumerate(listed)]
    given = {str(name): model for name, model in named}
    if len(given) < len(named):
        _check.fail("models", "have different names as text", f"{len(named)} models under {len(given)} names")
    if len(given) < 2:
        _check.fail("models", "be at least two", _format.plural(len(given), "model"))
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


def adjust_pairs(ps: Sequence[float], pairs: Sequence[tuple[str, str]], metric: str, adjust: Adjust) -> Family:
    """The p-values of pairs of models, adjusted together; one that is not defined is 1."""
    labels = [f"{a} - {b}" for a, b in pairs]
    classes = len(set(itertools.chain.from_iterable(pairs))) if adjust in OF_PAIRS else None
    words = f"{_format.plural(len(pairs), 'comparison')} by {metric}"
    known = [1.0 if math.isnan(p) else p for p in ps]
    return adjusted(known, adjust=adjust, family=words, labels=labels, classes=classes)


def family_of(
    duels: Sequence[Comparison], family: Family, metric: str, baseline: str | None, level: float
) -> Comparisons:
    """Comparisons read together, with adjusted p-values."""
    ps = tuple(float(p) for p in family.adjusted)

    def make(i: int) -> Comparison:
        return replace(duels[i], adjusted_p=ps[i])

    made = LazyItems([partial(make, i) for i in range(len(ps))])
    findings = tuple(findings_on(ComparedFamily(made, family, level), "comparisons"))
    return Comparisons(made, metric, family.name, family.adjust, level, baseline, findings, ps)
