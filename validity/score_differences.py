"""Coverage of differences of Brier score, log loss, average precision and lift, and of AUC with few cases.

Each case has a log-odds from a normal distribution and the class that its probability draws. Both models know it with
an error of their own (alike: the truth is 0, and 1 minus the coverage is the rate of false alarms), the second with a
far larger error (noisy), as twice the log-odds (overconfident) or as one of five values (tied). The truth is that of
two million cases. AUC: normal scores, correlated within cases by rho, the positives with spreads of
their own. Sizes of 10,000 have a tenth of the runs. What is called is what `compare` calls, which the first run of each
world proves (lift: the limits of all runs are computed at once).
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit, logit, ndtri

from referee import Predictions, Ranking
from referee.data import PairedPredictions
from referee.intervals.tango import tango_limits
from referee.stattests import (
    average_precision_paired,
    average_precision_unpaired,
    delong_few,
    lift_paired,
    lift_unpaired,
    t_skewed,
    t_skewed_unpaired,
)
from referee.stattests.delong_few import delong_few_rankings
from referee.stattests.lift_difference import top_of
from referee.verbs import duels
from referee.verbs.score_duels import independent_measure, paired_measure
from validity.cell import Cell, cell, kept
from validity.docs import table

PAGE = "differences"
SECONDS = 100

WORLDS = (
    (20, 0.5),
    (50, 0.5),
    (50, 0.1),
    (100, 0.1),
    (500, 0.5),
    (500, 0.02),
    (1000, 0.1),
    (1000, 0.01),
    (10_000, 0.5),
    (10_000, 0.01),
)
KINDS = ("alike", "noisy", "overconfident", "tied")
APART = ((30, 30, 0.5), (30, 500, 0.5), (100, 100, 0.1), (1000, 1000, 0.02))
AREAS = (
    (0.7, 0.8, 1.0, 1.0),
    (0.8, 0.95, 1.0, 1.0),
    (0.8, 0.8, 1.0, 1.0),
    (0.95, 0.95, 1.0, 1.0),
    (0.8, 0.8, 1.0, 3.0),
    (0.8, 0.95, 1.0, 1 / 3),
    (0.8, 0.9, 3.0, 3.0),
    (0.9, 0.97, 3.0, 3.0),
)
"""AUC of both, and the spread of the positives of each."""

CLUSTERED = ((20, 5, 0.5), (40, 5, 0.1))
"""Clusters, cases in each, prevalence."""

FEW = ((10, 10), (15, 15), (10, 190), (20, 480), (30, 30), (30, 470), (50, 450))
MANY = 2_000_000
LEAST, ENDLESS, NULL = 0.92, 0.90, 0.94
"""Least coverage, that of log loss, which has no upper end, and that where the models are alike: 6% false alarms."""

ASK = duels.Ask(0.95, "two-sided", 0)


def drawn(
    n: int, prevalence: float, kind: str, rng: np.random.Generator, clusters: int = 0
) -> tuple[Any, Any, Any]:
    """Classes, and the probabilities that both models say; cases of a cluster share a part of all."""

    def noise() -> Any:
        shared = rng.normal(size=clusters).repeat(n // clusters) if clusters else rng.normal(size=n)
        return math.sqrt(0.5) * (shared + rng.normal(size=n))

    z = logit(prevalence) + 1.5 * noise()
    y = rng.random(n) < expit(z)
    a, b = z + 0.7 * noise(), z + 0.7 * noise()
    if kind == "noisy":
        b = z + 1.5 * noise()
    if kind == "overconfident":
        b = 2 * z
    if kind == "tied":
        return y, expit(a), (np.clip(np.floor(z - logit(prevalence)), -2, 2) + 2.5) / 5
    return y, expit(a), expit(b)


def losses(y: Any, said: Any) -> dict[str, Any]:
    """The losses of cases by measure."""
    return {"brier_score": (said - y) ** 2, "log_loss": -np.log(np.where(y, said, 1 - said))}


def paired(y: Any, a: Any, b: Any, groups: Any = None) -> dict[str, Any]:
    """The tests of two models on the same cases by measure; a positive effect favours the first."""
    one, two = losses(y, a), losses(y, b)
    out = {name: t_skewed(two[name], one[name], groups=groups) for name in one}
    return out | {"average_precision": average_precision_paired(y, a, b, positive=True, groups=groups)}


def in_one_top(y: Any, a: Any, b: Any) -> tuple[float, float, int]:
    """Positives in the top of the first model only, of the second only, and all of them."""
    k = max(1, round(0.1 * len(y)))
    gaps = top_of(a, k)[y] - top_of(b, k)[y]
    return float(gaps[gaps > 0].sum()), float(-gaps[gaps < 0].sum()), int(y.sum())


def unpaired(y: Any, a: Any, other: Any, b: Any) -> dict[str, Any]:
    """The same on different cases."""
    one, two = losses(y, a), losses(other, b)
    out = {name: t_skewed_unpaired(two[name], one[name]) for name in one}
    out["average_precision"] = average_precision_unpaired(y, a, other, b, positive=True)
    return out | {"lift_10": lift_unpaired(y, a, other, b, positive=True)}


@cache
def truths(prevalence: float, kind: str, seed: int, many: int) -> dict[str, float]:
    """The true differences, by measure."""
    if kind == "alike":
        return dict.fromkeys(("brier_score", "log_loss", "average_precision", "lift_10"), 0.0)
    rng = np.random.default_rng([seed, int(1000 * prevalence), len(kind)])
    made = drawn(many, prevalence, kind, rng)
    b, c, positives = in_one_top(*made)
    return {name: test.effect.value for name, test in paired(*made).items()} | {
        "lift_10": 10 * (b - c) / positives
    }


class Count:
    """Hits of one world, by measure."""

    def __init__(self, truth: dict[str, float], world: str) -> None:
        self.truth, self.world = truth, world
        self.hits, self.defined = dict.fromkeys(truth, 0), dict.fromkeys(truth, 0)

    def add(self, found: dict[str, Any]) -> None:
        """Count the intervals that hold the truth."""
        for name, test in found.items():
            interval = test.effect.interval
            self.defined[name] += interval is not None
            self.hits[name] += interval is not None and self.truth[name] in interval

    def cells(self, runs: int) -> list[Cell]:
        """One cell a measure."""
        return [
            cell(
                f"difference of {name}",
                self.world,
                self.hits[name],
                max(1, self.defined[name]),
                NULL if self.truth[name] == 0 else ENDLESS if name == "log_loss" else LEAST,
                1.0,
                undefined=runs - self.defined[name],
            )
            for name in self.truth
        ]


def cells(runs: int, seed: int) -> list[Cell]:
    """Same cases, different test sets, clusters, three classes, and AUC with few cases."""
    found = [*_same(runs, seed), *_different(runs, seed), *_clusters(runs, seed), *_three(runs, seed)]
    return [*found, *_auc(runs, seed), *_auc_apart(runs, seed)]


def tables(found: list[Cell], runs: int) -> str:
    """A row a world and a column a measure, the worst world first; AUC apart."""

    def shown(c: Cell | None) -> str:
        return "" if c is None else f"{c['rate']:.3f}" if kept(c) else f"**{c['rate']:.3f}**"

    parts = []
    for names in (("brier_score", "log_loss", "average_precision", "lift_10"), ("AUC",)):
        by: dict[str, dict[str, Cell]] = {}
        for c in found:
            name = c["promise"].removeprefix("difference of ")
            if name in names:
                by.setdefault(c["world"], {})[name] = c
        worst = sorted(by.items(), key=lambda item: min(c["rate"] - c["low"] for c in item[1].values()))
        rows = [[world, *(shown(row.get(name)) for name in names)] for world, row in worst]
        parts.append(table(["world", *names], rows))
    error = max((c["error"] for c in found if "n=10000" not in c["world"]), default=0.0)
    rare = max((c["error"] for c in found if "n=10000" in c["world"]), default=0.0)
    return (
        "\n".join(parts)
        + f"\nBands: at least {LEAST}, log loss {ENDLESS}, where the models are alike or the AUCs equal {NULL}; a rate "
        + f"below its band by more than two Monte Carlo errors is bold. {runs} runs a cell, error at most {error:.3f}, "
        + f"with n=10000 {rare:.3f}.\n"
    )


def _proved(found: dict[str, Any], duel: Any) -> None:
    """`compare` gives these intervals."""
    for name, test in found.items():
        ours, theirs = test.effect.interval, duel(name).test.effect.interval
        if ours is not None and not np.allclose(tuple(ours), tuple(theirs), rtol=1e-9):
            raise AssertionError(f"compare has another interval of {name}: {theirs}, not {ours}")


def _same(runs: int, seed: int) -> list[Cell]:
    out = []
    for n, prevalence in WORLDS:
        for kind in KINDS:
            rng = np.random.default_rng([seed, n, int(1000 * prevalence), len(kind), 1])
            count = Count(truths(prevalence, kind, seed, MANY), f"n={n}, prevalence={prevalence}, {kind}")
            some = max(1, runs // 10) if n == 10_000 else runs
            tops: list[tuple[float, float, int]] = []
            for i in range(some):
                y, a, b = drawn(n, prevalence, kind, rng)
                if not 1 < y.sum() < n - 1:
                    continue
                found = paired(y, a, b)
                count.add(found)
                tops.append(in_one_top(y, a, b))
                if i == 0:
                    found["lift_10"] = lift_paired(y, a, b, positive=True)
                    pair = PairedPredictions(*(Predictions(y, y_score=s, positive=True) for s in (a, b)))
                    _proved(found, lambda name, pair=pair: paired_measure(name, pair, ASK))
            low, high = tango_limits(*np.array(tops).T, -float(ndtri(0.025))) * np.array(
                n / max(1, round(0.1 * n))
            )
            count.defined["lift_10"] = len(tops)
            count.hits["lift_10"] = int(((low <= count.truth["lift_10"]) & (count.truth["lift_10"] <= high)).sum())
            out += count.cells(some)
    return out


def _different(runs: int, seed: int) -> list[Cell]:
    """Different test sets; log-odds and errors as before, drawn twice."""
    out = []
    for n, m, prevalence in APART:
        for kind in ("alike", "noisy"):
            rng = np.random.default_rng([seed, n, m, len(kind)])
            world = f"{n} and {m} other cases, prevalence={prevalence}, {kind}"
            count = Count(truths(prevalence, kind, seed, MANY), world)
            for i in range(runs):
                y, a, _ = drawn(n, prevalence, kind, rng)
                other, _, b = drawn(m, prevalence, kind, rng)
                if not (1 < y.sum() < n - 1 and 1 < other.sum() < m - 1):
                    continue
                found = unpaired(y, a, other, b)
                count.add(found)
                if i == 0:
                    pair = Predictions(y, y_score=a, positive=True), Predictions(other, y_score=b, positive=True)
                    _proved(found, lambda name, pair=pair: independent_measure(name, *pair, ASK))
            out += count.cells(runs)
    return out


def _clusters(runs: int, seed: int) -> list[Cell]:
    """Clusters of cases that share half of every variance."""
    out = []
    for clusters, size, prevalence in CLUSTERED:
        for kind in ("alike", "noisy"):
            rng = np.random.default_rng([seed, clusters, len(kind)])
            n, groups = size * clusters, np.arange(clusters).repeat(size)
            truth = {k: v for k, v in truths(prevalence, kind, seed, MANY).items() if k != "lift_10"}
            count = Count(truth, f"{clusters} clusters of {size}, prevalence={prevalence}, {kind}")
            for _ in range(runs):
                y, a, b = drawn(n, prevalence, kind, rng, clusters)
                if 1 < y.sum() < n - 1:
                    count.add(paired(y, a, b, groups))
            out += count.cells(runs)
    return out


def _three(runs: int, seed: int) -> list[Cell]:
    """Three classes, probabilities of each; one model is noisier."""
    rng = np.random.default_rng([seed, 3])

    def said(n: int) -> tuple[Any, Any]:
        z = rng.normal(size=(n, 3)) * 1.5 + np.log([0.6, 0.3, 0.1])
        shares = [np.exp(z + s * rng.normal(size=(n, 3))) for s in (0.0, 0.3, 1.0)]
        p, a, b = (x / x.sum(axis=1, keepdims=True) for x in shares)
        y = (rng.random((n, 1)) > np.cumsum(p, axis=1)[:, :2]).sum(axis=1)
        hit = np.eye(3)[y]
        brier = [((x - hit) ** 2).sum(axis=1) for x in (a, b)]
        log = [-np.log((x * hit).sum(axis=1)) for x in (a, b)]
        return brier[1] - brier[0], log[1] - log[0]

    names = ("brier_score", "log_loss")
    truth = {name: float(d.mean()) for name, d in zip(names, said(MANY), strict=True)}
    out = []
    for n in (50, 500):
        count = Count(truth, f"n={n}, three classes, noisy")
        for _ in range(runs):
            count.add({name: t_skewed(d) for name, d in zip(names, said(n), strict=True)})
        out += count.cells(runs)
    return out


def _scores(p: int, q: int, area: float, sd: float, noise: Any) -> Any:
    """Normal scores of p positives with this spread and q negatives, with this AUC."""
    spread = np.repeat([sd, 1.0], [p, q])
    return np.repeat([float(ndtri(area)) * math.sqrt(1 + sd * sd), 0.0], [p, q]) + spread * noise


def _auc(runs: int, seed: int) -> list[Cell]:
    """AUC on the same cases with fewer than 100 of a class."""
    out = []
    for p, q in FEW:
        labels = np.repeat([True, False], [p, q])
        for one, two, *sds in AREAS:
            for rho in (0.5, 0.9):
                rng = np.random.default_rng([seed, p, q, int(100 * rho)])
                spread = " and ".join(f"{sd:.2g}" for sd in sds)
                world = f"{p}/{q} on the same cases, AUC {one} and {two}, sd {spread}, rho {rho}"
                count = Count({"AUC": one - two}, world)
                for i in range(runs):
                    shared = math.sqrt(rho) * rng.normal(size=p + q)
                    x, y = shared + math.sqrt(1 - rho) * rng.normal(size=(2, p + q))
                    a, b = _scores(p, q, one, sds[0], x), _scores(p, q, two, sds[1], y)
                    found = {"AUC": delong_few(labels, a, b, positive=True)}
                    alike = found["AUC"].effect.interval.width == 0  # then compare has a bound of its own
                    if i == 0 or alike:
                        pair = PairedPredictions(*(Predictions(labels, y_score=s, positive=True) for s in (a, b)))
                        if alike:
                            found = {"AUC": duels.paired_scores(pair, ASK).test}
                        _proved(found, lambda _, pair=pair: duels.paired_scores(pair, ASK))
                    count.add(found)
                out += count.cells(runs)
    return out


def _auc_apart(runs: int, seed: int) -> list[Cell]:
    """AUC on different test sets, one at least with fewer than 100 of a class."""
    out = []
    for p, q, r, s in ((10, 10, 10, 10), (10, 190, 10, 190), (10, 10, 100, 100), (30, 470, 30, 470)):
        for one, two, *sds in AREAS:
            rng = np.random.default_rng([seed, p, q, r, s])
            spread = " and ".join(f"{sd:.2g}" for sd in sds)
            count = Count({"AUC": one - two}, f"{p}/{q} and {r}/{s} other cases, AUC {one} and {two}, sd {spread}")
            for i in range(runs):
                a, b = (
                    _scores(p, q, one, sds[0], rng.normal(size=p + q)),
                    _scores(r, s, two, sds[1], rng.normal(size=r + s)),
                )
                sets = [
                    Ranking.from_scores(np.repeat([True, False], sizes), x, positive=True)
                    for x, sizes in ((a, (p, q)), (b, (r, s)))
                ]
                found = {"AUC": delong_few_rankings(*sets)}
                count.add(found)
                if i == 0:
                    _proved(found, lambda _, sets=sets: duels.independent_rankings(*sets, ASK))
            out += count.cells(runs)
    return out
