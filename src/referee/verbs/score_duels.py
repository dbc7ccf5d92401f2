"""The test that is valid for two models by a measure of their scores: Brier score, log loss, average precision, lift.

Effects are turned so that a positive one favours A. AUC, whose tests also work on counts, is in `duels`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check, _format
from referee.calibration import brier_score, log_loss
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.testresult import Alternative, TestResult
from referee.core.types import Floats
from referee.data.pairing import PairedPredictions
from referee.data.predictions import Predictions
from referee.metrics.score import Score
from referee.stattests.average_precision_difference import average_precision_paired, average_precision_unpaired
from referee.stattests.lift_difference import lift_paired, lift_unpaired
from referee.stattests.t_skewed import t_skewed, t_skewed_unpaired
from referee.verbs.duels import Ask, Duel, unseen
from referee.verbs.scoring import ALIASES

LOSSES: dict[str, Score] = {"brier_score": brier_score, "log_loss": log_loss}
WIDTHS = {"roc_auc": 1.0, "average_precision": 1.0, "brier_score": 2.0, "log_loss": math.inf, "lift_10": 10.0}
"""Measures of scores that models are compared by, with the width of their range."""

Route = Callable[..., TestResult]


def measure_of(name: Any) -> str | None:
    """The measure of scores that a name asks for, or None.

    >>> measure_of("Average precision"), measure_of("lift"), measure_of("f1")
    ('average_precision', 'lift_10', None)
    """
    if not isinstance(name, str):
        return None
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    word = ALIASES.get(word, word)
    return word if word in WIDTHS else None


def paired_measure(name: str, pair: PairedPredictions, ask: Ask) -> Duel:
    """Two models' scores on the same cases."""
    where = f"the same {pair.n:,} cases, paired by {pair.by}"
    _with_scores(name, a=pair.a, b=pair.b)
    weights, groups = pair.weights, pair.groups
    times = None
    if weights is not None and pair.a.weights_are == "counts":
        times, weights = weights.astype(np.int64), None
        groups = None if groups is None else np.repeat(groups, times)
    n = pair.n if times is None else int(times.sum())
    options: dict[str, Any] = {"weights": weights, "groups": groups}
    if name in LOSSES:
        losses = [row_losses(pair.a, LOSSES[name]), pair.of_b(row_losses(pair.b, LOSSES[name]))]
        one, two = losses if times is None else [np.repeat(column, times) for column in losses]
        duel = _losses(name, one, two, partial(t_skewed, two, one, **options), where, n, ask)
        return _agreeing(duel, len(pair.labels), ask)
    columns = [pair.is_positive, *pair.scores]
    if times is not None:
        columns = [np.repeat(column, times) for column in columns]
    if name == "average_precision":
        return _led(partial(average_precision_paired, *columns, positive=True, **options), name, where, n, ask)
    for arg, value in options.items():
        if value is not None:
            hint = "There is no test of lift for them; compare by average_precision or roc_auc."
            _check.fail(arg, "not be given to compare lift", arg, hint)
    return _led(partial(lift_paired, *columns, positive=True), name, where, n, ask)


def independent_measure(name: str, a: Predictions, b: Predictions, ask: Ask) -> Duel:
    """Two models' scores on different test sets."""
    where = f"different test sets of {a.n:,} and {b.n:,} cases"
    n = a.n + b.n
    _with_scores(name, a=a, b=b)
    for model in (a, b):
        if model.weights is not None:
            _check.fail("weights", f"not be given to compare {name} on different test sets", "weights")
    if name in LOSSES:
        one, two = (row_losses(model, LOSSES[name]) for model in (a, b))
        return _losses(name, one, two, partial(t_skewed_unpaired, two, one), where, n, ask)
    columns: list[Any] = []
    for model in (a, b):
        if model.positive is None:
            _check.fail(
                "positive", "name the positive class", "None", f"There are {_format.listing(model.labels)}."
            )
        assert model.scores is not None
        code = model.labels.index(model.positive)
        columns += [model.truth == code, model.scores if model.scores.ndim == 1 else model.scores[:, code]]
    route = average_precision_unpaired if name == "average_precision" else lift_unpaired
    return _led(partial(route, *columns, positive=True), name, where, n, ask)


def row_losses(model: Predictions, score: Score) -> Floats:
    """The loss of each row; a row that stands for several cases has one."""
    losses = score.losses(score.cases(model))
    if model.weights is None or model.weights_are != "counts":
        return losses
    times = model.weights.astype(np.int64)
    out = np.zeros(model.n)
    out[times > 0] = losses[(np.cumsum(times) - times)[times > 0]]
    return out


def _with_scores(name: str, **models: Predictions) -> None:
    for arg, model in models.items():
        if model.scores is None:
            _check.fail(arg, f"have scores to compare by {name}", "predicted classes only")


def _losses(name: str, one: Floats, two: Floats, route: Route, where: str, n: int, ask: Ask) -> Duel:
    """A difference of mean losses, unless a loss is infinite or there is one case."""
    endless = [int(np.isinf(column).sum()) for column in (one, two)]
    reason = ""
    if any(endless):
        who = " and ".join(
            f"{model} on {_format.plural(k, 'case')}" for model, k in zip("AB", endless, strict=True) if k
        )
        reason = f"the loss is infinite: probability 0 for what happened, by {who}"
    elif min(len(one), len(two)) < 2:
        reason = "one case has no spread"
    if not reason:
        return _led(route, name, where, n, ask)
    value = math.nan if any(endless) else float(two.mean() - one.mean())
    effect = Estimate(f"{name}_difference", value, n, undefined=reason if any(endless) else None, note=reason)
    test = TestResult(
        "paired t test, widened for skewness",
        "the mean losses are equal",
        math.nan,
        ask.alternative,
        effect,
        statistic_name="t",
        inapplicable=reason,
    )
    return Duel(test, None, (), where, n)


def _led(route: Route, name: str, where: str, n: float, ask: Ask) -> Duel:
    """The duel of a test, whose effect is named after the measure."""

    def asked(level: float, alternative: Alternative) -> TestResult:
        test = route(level=level, alternative=alternative)
        assert test.effect is not None
        words = name.removesuffix("_10").replace("_", " ")
        named = replace(test.effect, name=f"{name}_difference", title=f"Difference of {words}")
        null = f"the two models have the same {words}" if name in LOSSES else test.null
        return replace(test, effect=named, null=null)

    test = asked(ask.level, ask.alternative)
    narrow = asked(ask.narrow, "two-sided").effect
    clusters = test.details.get("clusters")
    where += "" if clusters is None else f", in {clusters:.0f} clusters"
    return Duel(test, None if narrow is None else narrow.interval, (), where, n)


def _agreeing(duel: Duel, classes: int, ask: Ask) -> Duel:
    """Probabilities that agree on every case leave no spread: of a bounded loss, the share that may be unseen."""
    effect = duel.test.effect
    if duel.test.p_value != 1 or effect is None or effect.interval is not None:
        return duel
    if effect.name != "brier_score_difference" or "clusters" in duel.test.details:
        note = "no interval: the models agree on every case"
        return replace(duel, test=replace(duel.test, effect=replace(effect, note=note)))

    def bound(level: float, alternative: Alternative) -> Interval:
        end = 1.0 if classes == 2 else 2.0
        return unseen((effect.n,), level, alternative, end, "no case seen that tells them apart")

    effect_bound = replace(effect, interval=bound(ask.level, ask.alternative), note="")
    return replace(duel, test=replace(duel.test, effect=effect_bound), narrow=bound(ask.narrow, "two-sided"))
