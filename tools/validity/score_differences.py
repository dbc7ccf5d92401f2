"""Coverage of differences of Brier score, log loss, average precision and lift, and of AUC with few cases.

Each case has a log-odds from a normal distribution and the class that its probability draws. Both models know it with
an error of their own (alike: the truth is 0, and 1 minus the coverage is the rate of false alarms), the second with a
far larger error (noisy), as twice the log-odds (overconfident) or as one of five values (tied). The truth is that of
two million cases. AUC: normal scores, correlated within cases by rho, the positives with spreads of
their own. Sizes of 10,000 have a tenth of the runs. What is called is what `compare` calls; for AUC the first run of
each world proves it.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from scipy.special import expit, logit, ndtri

from referee import Ranking, read
from referee.core.pair import Pair
from referee.inference import delong_few
from referee.inference._gap import Ask
from referee.inference.delong_counts import delong_few_rankings
from referee.inference.difference import difference
from referee.metrics import get
from tools.validity.cell import Cell, cell, in_band
from tools.validity.docs import table

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

LOSSES = ("brier_score", "log_loss")
RANKED = ("average_precision", "lift")
ASK = Ask(0.95, "two-sided", 0)


def draw_cases(
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
    pair = Pair(*(read(y, y_score=said, positive=True, groups=groups) for said in (a, b)))
    return {name: paired_test(name, pair) for name in (*LOSSES, *RANKED)}


def paired_test(name: str, pair: Pair) -> Any:
    """The test that `compare` leads with on the same cases."""
    return difference(get(name), pair.a, pair.b, pair, ASK).test


def unpaired_tests(y: Any, a: Any, other: Any, b: Any) -> dict[str, Any]:
    """The same on different cases."""
    sets = read(y, y_score=a, positive=True), read(other, y_score=b, positive=True)
    return {name: difference(get(name), *sets, None, ASK).test for name in (*LOSSES, *RANKED)}


@cache
def truths(prevalence: float, kind: str, seed: int, many: int) -> dict[str, float]:
    """The true differences, by measure."""
    if kind == "alike":
        return dict.fromkeys((*LOSSES, *RANKED), 0.0)
    rng = np.random.default_rng([seed, int(1000 * prevalence), len(kind)])
    y, *both = draw_cases(many, prevalence, kind, rng)
    one, two = (losses(y, said) for said in both)
    a, b = (read(y, y_score=said, positive=True) for said in both)
    out = {name: float((two[name] - one[name]).mean()) for name in one}
    return out | {name: get(name).value(a) - get(name).value(b) for name in RANKED}


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
    """One row per world and one column per measure, the worst world first; AUC apart."""

    def show(c: Cell | None) -> str:
        return "" if c is None else f"{c['rate']:.3f}" if in_band(c) else f"**{c['rate']:.3f}**"

    parts = []
    for names in ((*LOSSES, *RANKED), ("AUC",)):
        by: dict[str, dict[str, Cell]] = {}
        for c in found:
            name = c["promise"].removeprefix("difference of ")
            if name in names:
                by.setdefault(c["world"], {})[name] = c
        worst = sorted(by.items(), key=lambda item: min(c["rate"] - c["low"] for c in item[1].values()))
        rows = [[world, *(show(row.get(name)) for name in names)] for world, row in worst]
        parts.append(table(["world", *names], rows))
    error = max((c["error"] for c in found if "n=10000" not in c["world"]), default=0.0)
    rare = max((c["error"] for c in found if "n=10000" in c["world"]), default=0.0)
    return (
        "\n".join(parts)
        + f"\nBands: at least {LEAST}, log loss {ENDLESS}, where the models are alike or the AUCs equal {NULL}; a rate "
        + f"below its band by more than two Monte Carlo errors is bold. {runs} runs a cell, error at most {error:.3f}, "
        + f"with n=10000 {rare:.3f}.\n"
    )


def _prove(found: dict[str, Any], duel: Any) -> None:
    """`compare` gives these intervals."""
    for name, test in found.items():
        ours, theirs = test.effect.interval, duel(name).effect.interval
        if ours is not None and not np.allclose(tuple(ours), tuple(theirs), rtol=1e-9):
            raise AssertionError(f"compare has another interval of {name}: {theirs}, not {ours}")


def _same(runs: int, seed: int) -> list[Cell]:
    out = []
    for n, prevalence in WORLDS:
        for kind in KINDS:
            rng = np.random.default_rng([seed, n, int(1000 * prevalence), len(kind), 1])
            count = Count(truths(prevalence, kind, seed, MANY), f"n={n}, prevalence={prevalence}, {kind}")
            some = max(1, runs // 10) if n == 10_000 else runs
            for _ in range(some):
                y, a, b = draw_cases(n, prevalence, kind, rng)
                if not 1 < y.sum() < n - 1:
                    continue
                count.add(paired(y, a, b))
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
            for _ in range(runs):
                y, a, _ = draw_cases(n, prevalence, kind, rng)
                other, _, b = draw_cases(m, prevalence, kind, rng)
                if not (1 < y.sum() < n - 1 and 1 < other.sum() < m - 1):
                    continue
                count.add(unpaired_tests(y, a, other, b))
            out += count.cells(runs)
    return out


def _clusters(runs: int, seed: int) -> list[Cell]:
    """Clusters of cases that share half of every variance."""
    out = []
    for clusters, size, prevalence in CLUSTERED:
        for kind in ("alike", "noisy"):
            rng = np.random.default_rng([seed, clusters, len(kind)])
            n, groups = size * clusters, np.arange(clusters).repeat(size)
            count = Count(
                truths(prevalence, kind, seed, MANY),
                f"{clusters} clusters of {size}, prevalence={prevalence}, {kind}",
            )
            for _ in range(runs):
                y, a, b = draw_cases(n, prevalence, kind, rng, clusters)
                if 1 < y.sum() < n - 1:
                    count.add(paired(y, a, b, groups))
            out += count.cells(runs)
    return out


def _three(runs: int, seed: int) -> list[Cell]:
    """Three classes, probabilities of each; one model is noisier."""
    rng = np.random.default_rng([seed, 3])

    def draw_said(n: int) -> tuple[Any, Any, Any]:
        """Classes, and the probabilities that both models say."""
        z = rng.normal(size=(n, 3)) * 1.5 + np.log([0.6, 0.3, 0.1])
        shares = [np.exp(z + s * rng.normal(size=(n, 3))) for s in (0.0, 0.3, 1.0)]
        p, a, b = (x / x.sum(axis=1, keepdims=True) for x in shares)
        y = (rng.random((n, 1)) > np.cumsum(p, axis=1)[:, :2]).sum(axis=1)
        return y, a, b

    def read_both(n: int) -> Pair:
        y, a, b = draw_said(n)
        return Pair(*(read(y, y_score=x, labels=(0, 1, 2)) for x in (a, b)))

    many = read_both(MANY)
    truth = {name: get(name).value(many.b) - get(name).value(many.a) for name in LOSSES}
    out = []
    for n in (50, 500):
        count = Count(truth, f"n={n}, three classes, noisy")
        for _ in range(runs):
            pair = read_both(n)
            count.add({name: paired_test(name, pair) for name in LOSSES})
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
                        pair = Pair(*(read(labels, y_score=s, positive=True) for s in (a, b)))
                        if alike:
                            found = {"AUC": paired_test("roc_auc", pair)}
                        _prove(found, lambda _, pair=pair: paired_test("roc_auc", pair))
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
                    said = [
                        read(np.repeat([True, False], sizes), y_score=x, positive=True)
                        for x, sizes in ((a, (p, q)), (b, (r, s)))
                    ]
                    _prove(found, lambda _, said=said: difference(get("roc_auc"), *said, None, ASK).test)
            out += count.cells(runs)
    return out
