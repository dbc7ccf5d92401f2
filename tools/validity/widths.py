"""How wide a default is beside every single method for the same question: `python -m tools.validity widths`.

In random worlds, on the same samples, each method is asked for its 95% interval. A method is fit to stand in for the
default only if it covers .90 in every world; the narrowest of those is what the default is held against. The allowed
ratio of widths is 1.1.
"""

from __future__ import annotations

import argparse
import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.special import ndtri

from referee import ConfusionMatrix, RefereeError, compare, inference, read
from referee.core import Estimate, Interval, JointConfusion, TestResult
from referee.inference.estimate import estimate
from referee.inference.ranking_values import row_influences
from referee.metrics import get
from tools.validity.docs import put, table
from tools.validity.worlds.joint import Labels
from tools.validity.worlds.paired import Scores
from tools.validity.worlds.population import one_model
from tools.validity.worlds.tables import binary, rate_of, truth_of
from tools.validity.worlds.world import HIT, holds, size_and_prevalence

WORLDS, RUNS, MOST = 40, 300, 1000
"""Worlds of each kind, samples of each world, and cases at most: bootstraps take long."""

FLOOR, ALLOWED, DEFAULT = 0.90, 1.1, "default"
"""The coverage that a method must keep in every world, the ratio of widths allowed, and the name of the default."""

NOT_BOUNDED = ("lift difference",)
"""Measures that are reported and not bounded."""

Limits = tuple[float, float]
Sample = tuple[Any, ...]
Z = -float(ndtri(0.025))


class Method(NamedTuple):
    """An interval by name: what it is of, and its limits for a sample."""

    measure: str
    name: str
    limits: Callable[..., Limits]


Drawn = tuple[dict[str, float], Callable[[np.random.Generator], Sample]]
"""A world: its true values, and how a sample is drawn."""


class Kind(NamedTuple):
    """Worlds of one kind, and the methods that are asked in them, of each measure the default first."""

    title: str
    draw: Callable[[np.random.Generator], Drawn]
    methods: Sequence[Method]


def _ends(interval: Interval | None) -> Limits:
    return (math.nan, math.nan) if interval is None else (interval.low, interval.high)


def _of_effect(effect: Estimate | None) -> Limits:
    return _ends(None if effect is None else effect.interval)


def _wald(value: float, error: float) -> Limits:
    return value - Z * error, value + Z * error


# One model, predicted classes.


def _draw_table(rng: np.random.Generator) -> Drawn:
    n, prevalence = size_and_prevalence(rng, 20, MOST)
    shares = binary(prevalence, rate_of(rng), rate_of(rng))
    truths = {name: truth_of(name, shares) for name in OF_LABELS}
    return truths, lambda rng: (rng.multinomial(n, shares.ravel()).reshape(2, 2),)


def _label_limits(method: str, metric: str, counts: Any) -> Limits:
    return _ends(estimate(get(metric), ConfusionMatrix(counts, (0, 1), 1), interval=method).interval)


def _named(metric: str, methods: Sequence[str]) -> dict[str, Callable[..., Limits]]:
    return {method: partial(_label_limits, method, metric) for method in methods}


_SHARES = ("agresti_coull", "clopper_pearson", "jeffreys", "wald", "wilson")
_TABLES = ("basic", "bca", "delta", "dirichlet", "percentile")
OF_LABELS = {
    **{metric: _named(metric, _SHARES) for metric in ("accuracy", "sensitivity", "precision")},
    "f1": _named("f1", (*_SHARES, *_TABLES)),
    **{metric: _named(metric, _TABLES) for metric in ("balanced_accuracy", "mcc", "kappa")},
}
"""Label metrics and the methods that take them, beside the default."""


# One model, scores.


def _draw_scores(rng: np.random.Generator) -> Drawn:
    n, prevalence = size_and_prevalence(rng, 20, MOST)
    population, _ = one_model(rng, prevalence)

    def sample(rng: np.random.Generator) -> Sample:
        y, scores = population.draw(rng, n)
        return y, scores[0]

    return {name: population.truth(name) for name in OF_SCORES}, sample


def _score_limits(method: str, metric: str, y: Any, score: Any) -> Limits:
    return _ends(
        estimate(get(metric), read(y, y_score=score, positive=1, labels=[0, 1]), interval=method).interval
    )


def _losses(metric: str, y: Any, p: Any) -> Any:
    with np.errstate(divide="ignore"):
        return (y - p) ** 2 if metric == "brier_score" else -np.log(np.where(y == 1, p, 1 - p))


def _mean_t(metric: str, y: Any, score: Any) -> Limits:
    losses = _losses(metric, y, score)
    return _of_effect(inference.t(losses).effect) if np.isfinite(losses).all() else (math.nan, math.nan)


def _mean_bootstrap(metric: str, y: Any, score: Any) -> Limits:
    losses, kinds = np.unique(_losses(metric, y, score), return_counts=True)
    if not np.isfinite(losses).all():
        return math.nan, math.nan
    drawn = np.random.default_rng(1).multinomial(len(y), kinds / len(y), size=500) @ losses / len(y)
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(low), float(high)


def _influence_wald(metric: str, y: Any, score: Any) -> Limits:
    found, answers = get(metric), read(y, y_score=score, positive=1, labels=[0, 1])
    if found.why_undefined(found.sees(answers)):
        return math.nan, math.nan
    pushes = row_influences(found, answers)
    return _wald(found.value(answers), math.sqrt(float(pushes @ pushes)))


OF_SCORES: dict[str, dict[str, Callable[..., Limits]]] = {
    "roc_auc": {
        name: partial(_score_limits, name, "roc_auc")
        for name in ("delong", "delong_logit", "hanley_mcneil", "newcombe", "bootstrap")
    },
    "average_precision": {"Wald on influence": partial(_influence_wald, "average_precision")},
    "lift": {"Wald on influence": partial(_influence_wald, "lift")},
    "brier_score": {
        "Student's t": partial(_mean_t, "brier_score"),
        "percentile": partial(_mean_bootstrap, "brier_score"),
    },
    "log_loss": {
        "Student's t": partial(_mean_t, "log_loss"),
        "percentile": partial(_mean_bootstrap, "log_loss"),
    },
}
"""Metrics of scores and methods for them, beside the default."""


# Two models on the same cases.


def _draw_pair_of_labels(rng: np.random.Generator) -> Drawn:
    while len((world := Labels.draw(rng, high=MOST)).shares) != 2:
        pass
    tables, (n,) = (world.shares.sum(axis=2), world.shares.sum(axis=1)), world.sizes
    truths = {
        f"{name} difference": truth_of(name, tables[0]) - truth_of(name, tables[1]) for name in PAIRED_LABELS
    }
    return truths, lambda rng: (rng.multinomial(n, world.shares.ravel()).reshape(2, 2, 2),)


def _label_gap(metric: str, counts: Any) -> Limits:
    truth, *columns = (np.repeat(place.ravel(), counts.ravel()) for place in np.indices((2, 2, 2)))
    a, b = (read(truth, column, labels=[0, 1], positive=1) for column in columns)
    return _of_effect(compare(a, b, metric=metric, rng=0).difference)


def _label_bootstrap(metric: str, counts: Any) -> Limits:
    joint = JointConfusion(counts, (0, 1), 1)
    return _of_effect(inference.paired_bootstrap(joint, metric=metric, rng=0).effect)


def _of_right(method: Callable[..., Interval], counts: Any) -> Limits:
    both, only_a, only_b, neither = JointConfusion(counts, (0, 1), 1).right_and_wrong
    return _ends(method([[both, only_a], [only_b, neither]]))


_BOOTSTRAP = "bootstrap of cases"
PAIRED_LABELS: dict[str, dict[str, Callable[..., Limits]]] = {
    "accuracy": {
        name: partial(_of_right, getattr(inference, name))
        for name in ("agresti_min", "bonett_price", "newcombe_paired", "wald_paired")
    },
    "sensitivity": {_BOOTSTRAP: partial(_label_bootstrap, "sensitivity")},
    "f1": {_BOOTSTRAP: partial(_label_bootstrap, "f1")},
    "mcc": {_BOOTSTRAP: partial(_label_bootstrap, "mcc")},
}
"""Label metrics that two models are compared by, and methods beside the default."""


def _draw_pair_of_scores(rng: np.random.Generator) -> Drawn:
    world = Scores.draw(rng, PAIRED_METRICS, high=MOST)
    truths = {f"{name} difference": gap for name, gap in world.truths.items()}

    def sample(rng: np.random.Generator) -> Sample:
        y, scores = world.population.draw(rng, world.sizes[0])
        return y, scores[0], scores[1]

    return truths, sample


def _score_gap(metric: str, y: Any, a: Any, b: Any) -> Limits:
    pair = (read(y, y_score=score, positive=1, labels=[0, 1]) for score in (a, b))
    return _of_effect(compare(*pair, metric=metric, rng=0).difference)


def _area_gap(test: Callable[..., TestResult], y: Any, a: Any, b: Any) -> Limits:
    return _of_effect(test(y, a, b, positive=1).effect)


def _gap_t(metric: str, y: Any, a: Any, b: Any) -> Limits:
    gaps = _losses(metric, y, b) - _losses(metric, y, a)
    return _of_effect(inference.t(gaps).effect) if np.isfinite(gaps).all() else (math.nan, math.nan)


def _influence_gap(metric: str, y: Any, a: Any, b: Any) -> Limits:
    found = get(metric)
    pair = [read(y, y_score=score, positive=1, labels=[0, 1]) for score in (a, b)]
    if any(found.why_undefined(found.sees(answers)) for answers in pair):
        return math.nan, math.nan
    pushes = row_influences(found, pair[0]) - row_influences(found, pair[1])
    return _wald(found.value(pair[0]) - found.value(pair[1]), math.sqrt(float(pushes @ pushes)))


PAIRED_SCORES: dict[str, dict[str, Callable[..., Limits]]] = {
    "roc_auc": {
        "DeLong": partial(_area_gap, inference.delong_paired),
        "DeLong, few cases": partial(_area_gap, inference.delong_few),
    },
    "average_precision": {"Wald on influence": partial(_influence_gap, "average_precision")},
    "lift": {"Wald on influence": partial(_influence_gap, "lift")},
    "brier_score": {"paired t": partial(_gap_t, "brier_score")},
    "log_loss": {"paired t": partial(_gap_t, "log_loss")},
}
"""Metrics of scores that two models are compared by, and methods beside the default."""

PAIRED_METRICS = tuple(PAIRED_SCORES)


def _methods(
    default: Callable[..., Limits], others: Mapping[str, Mapping[str, Callable[..., Limits]]], ending: str = ""
) -> list[Method]:
    """The default and the other methods of each metric."""
    return [
        Method(f"{metric}{ending}", name, limits)
        for metric, methods in others.items()
        for name, limits in {DEFAULT: partial(default, metric), **methods}.items()
    ]


KINDS = (
    Kind("predicted classes", _draw_table, _methods(partial(_label_limits, "auto"), OF_LABELS)),
    Kind("scores", _draw_scores, _methods(partial(_score_limits, "auto"), OF_SCORES)),
    Kind("two models, classes", _draw_pair_of_labels, _methods(_label_gap, PAIRED_LABELS, " difference")),
    Kind("two models, scores", _draw_pair_of_scores, _methods(_score_gap, PAIRED_SCORES, " difference")),
)


class Found(NamedTuple):
    """What a method showed in one world: samples with a default interval, those that it covered, and its width.

    The width is the median over the samples, beside that of the default. A sample without limits is not covered.
    """

    asked: int
    covered: int
    width: float


def measure_world(kind: Kind, rng: np.random.Generator, runs: int) -> dict[Method, Found]:
    """Draw one world, and ask all methods about the same samples."""
    truths, draw = kind.draw(rng)
    samples = [draw(rng) for _ in range(runs)]
    found: dict[Method, Found] = {}
    for method in kind.methods:
        limits = np.array(_ask(method, samples))
        if method.name == DEFAULT:
            ours = limits
            asked = np.isfinite(ours).all(axis=1)
        if not asked.any() or not math.isfinite(truths[method.measure]):
            continue
        width = float(np.nanmedian(np.diff(limits[asked]))) if np.isfinite(limits[asked]).any() else math.nan
        hits = sum(_covers(pair, truths[method.measure]) for pair in limits[asked].tolist())
        found[method] = Found(int(asked.sum()), hits, width / float(np.median(np.diff(ours[asked]))))
    return found


def _ask(method: Method, samples: Sequence[Sample]) -> list[Limits]:
    """The limits of each sample; equal ones are asked about once."""
    known: dict[bytes, Limits] = {}
    out = []
    for sample in samples:
        key = b"".join(np.asarray(part).tobytes() for part in sample)
        if key not in known:
            try:
                known[key] = method.limits(*sample)
            except RefereeError:  # refused in words
                known[key] = math.nan, math.nan
        out.append(known[key])
    return out


def _covers(limits: Limits, truth: float) -> bool:
    low, high = min(limits), max(limits)
    return not math.isnan(low + high) and holds(Interval(low, high, 0.95, ""), truth) == HIT


class Summary(NamedTuple):
    """A method over all worlds: its worst coverage, whether that may be the floor, and its width over the default's."""

    method: Method
    worst: float
    keeps: bool
    width: float


def summarise(worlds: Sequence[Mapping[Method, Found]]) -> list[Summary]:
    """Each method over the worlds; it keeps the floor where no world shows otherwise by two Monte Carlo errors."""
    out = []
    for method in dict.fromkeys(method for world in worlds for method in world):
        found = [world[method] for world in worlds if method in world]
        rates = np.array([one.covered / one.asked for one in found])
        errors = np.sqrt(FLOOR * (1 - FLOOR) / np.array([one.asked for one in found]))
        keeps = bool((rates + 2 * errors >= FLOOR).all())
        width = float(np.nanmedian([one.width for one in found]))
        out.append(Summary(method, float(rates.min()), keeps, width))
    return out


def rows_of(found: Sequence[Summary]) -> list[list[str]]:
    """One row per measure: the default beside the narrowest other method that keeps the floor."""
    rows = []
    for default in (one for one in found if one.method.name == DEFAULT):
        others = [one for one in found if one.method.measure == default.method.measure and one is not default]
        fit = sorted((one for one in others if one.keeps), key=lambda one: one.width)
        broken = [f"{one.method.name} {one.worst:.2f}" for one in others if not one.keeps]
        ratio = 1 / min([1.0, *(one.width for one in fit)])
        word = "yes" if ratio <= ALLOWED else "not bounded" if default.method.measure in NOT_BOUNDED else "no"
        narrowest = f"{fit[0].method.name} {fit[0].worst:.3f}, {fit[0].width:.2f}" if fit else "none"
        cells = [default.method.measure, f"{default.worst:.3f}", narrowest, f"{ratio:.2f}", word]
        rows.append([*cells, ", ".join(broken) or "none"])
    return rows


HEAD = [
    "measure", "worst coverage of the default", "narrowest other that keeps .90: worst coverage, width over ours",
    "default over narrowest", "at most 1.1", "methods that fall below .90, and to what",
]  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table, and put it on the page of the worlds; 1 where a default is too wide."""
    parser = argparse.ArgumentParser(prog="python -m tools.validity widths", description=__doc__)
    parser.add_argument("--worlds", type=int, default=WORLDS, help=f"worlds of each kind (default {WORLDS})")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"samples of each (default {RUNS})")
    parser.add_argument("--seed", type=int, help="seed of the worlds (default: a new one)")
    parser.add_argument("--docs", type=Path, help="folder of the pages; the table goes to its worlds.md")
    args = parser.parse_args(argv)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    rows = []
    for number, kind in enumerate(KINDS):
        rngs = (np.random.default_rng([seed, number, i]) for i in range(args.worlds))
        rows += rows_of(summarise([measure_world(kind, rng, args.runs) for rng in rngs]))
    made = f"python -m tools.validity widths --worlds {args.worlds} --runs {args.runs} --seed {seed}"
    text = f"{table(HEAD, rows)}\n{args.worlds} worlds of each kind, 20 to {MOST} cases. `{made}`."
    print(text)
    if args.docs:
        put(args.docs / "worlds.md", "widths", text)
    return int(any("no" in row for row in rows))
