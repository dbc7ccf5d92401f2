"""Coverage of the default intervals of differences between two models.

Same cases: the joint table of truth and both answers is drawn from known shares, so that the truth is a difference of
two formulas; equal tables are counted once, and all metrics of a table share its Dirichlet draws, 2,000 instead of
10,000. In worlds with truth 0 the interval misses 0 exactly when the test calls the models different, so that 1
minus the coverage is the rate of false alarms. Different test sets: both tables are drawn apart. AUC: normal scores
correlated within cases. Other scores: `tools/validity/score_differences.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import ConfusionMatrix
from referee.core import Answers
from referee.core.joint import JointConfusion
from referee.core.pair import Pair
from referee.inference import delong_paired, delong_unpaired, label_gaps
from referee.inference._gap import Ask
from referee.inference.metric_draws import draws_test, joint_draws
from referee.metrics import get
from tools.validity.auc import _shift
from tools.validity.cell import Cell, cell

METRICS = ("f1", "mcc", "kappa", "balanced_accuracy", "precision")
MODELS = {
    "alike": ((0.7, 0.95), (0.7, 0.95)),
    "a finds more": ((0.8, 0.95), (0.6, 0.95)),
    "a finds nearly all": ((0.95, 0.95), (0.8, 0.98)),
}
"""Sensitivity and specificity of both."""

WORLDS = (
    (20, 0.5),
    (50, 0.5),
    (50, 0.1),
    (100, 0.1),
    (500, 0.02),
    (1000, 0.01),
    (10_000, 0.5),
    (10_000, 0.01),
)
FRESH = (
    (40, 0.2, (0.5, 0.98), (0.8, 0.85), 0.0),
    (60, 0.08, (0.6, 0.99), (0.3, 0.99), 0.5),
    (50, 0.1, (0.95, 0.98), (0.1, 0.98), 0.0),
    (80, 0.5, (0.99, 0.99), (0.97, 0.98), 0.3),
    (200, 0.9, (0.9, 0.7), (0.8, 0.7), 0.5),
    (300, 0.02, (0.6, 0.99), (0.6, 0.97), 0.9),
    (500, 0.01, (0.95, 0.999), (0.4, 0.99), 0.2),
    (1000, 0.005, (0.9, 0.999), (0.9, 0.98), 0.5),
)
"""Cases, prevalence, sensitivity and specificity of both, and how their right answers correlate."""

CLASSES = (
    (50, (0.6, 0.3, 0.1), (0.8, 0.7, 0.6), (0.8, 0.6, 0.4)),
    (100, (0.6, 0.3, 0.1), (0.8, 0.7, 0.6), (0.8, 0.6, 0.4)),
    (500, (0.6, 0.3, 0.1), (0.8, 0.7, 0.6), (0.8, 0.6, 0.4)),
    (80, (0.8, 0.15, 0.05), (0.98, 0.95, 0.95), (0.9, 0.5, 0.2)),
    (60, (0.2,) * 5, (0.8,) * 5, (0.7,) * 5),
)
"""Cases, shares of the classes, recalls of both."""

MANY = ("f1_macro", "kappa", "mcc", "balanced_accuracy")
DRAWS = 2_000
LEAST = 0.92
ASK = Ask(0.95, "two-sided", 0)


def joint_shares(prevalence: float, a: tuple[float, float], b: tuple[float, float], link: float = 0.5) -> Any:
    """Shares of (truth, answer of a, answer of b); right answers of the two correlate by `link`."""
    out = np.zeros((2, 2, 2))
    for c, share in enumerate((1 - prevalence, prevalence)):
        x, y = a[1 - c], b[1 - c]
        both = min(x * y + link * np.sqrt(x * (1 - x) * y * (1 - y)), x, y)
        out[c, c, c], out[c, c, 1 - c], out[c, 1 - c, c] = both, x - both, y - both
        out[c, 1 - c, 1 - c] = 1 - x - y + both
        out[c] *= share
    return out


def pair_of(table: JointConfusion) -> Pair:
    """Two models whose answers were counted together: one row per cell of the joint table."""
    truth, a, b = (place.ravel() for place in np.indices(table.counts.shape))
    shared = {"times": table.counts.ravel(), "positive": table.positive, "counted_with": "a joint table"}
    return Pair(*(Answers(table.labels, truth, said, **shared) for said in (a, b)))


def cells(runs: int, seed: int) -> list[Cell]:
    """Same cases, different test sets, and AUC."""
    return [*_same(runs, seed), *_classes(runs, seed), *_different(runs, seed), *_auc(runs, seed)]


def _same(runs: int, seed: int) -> list[Cell]:
    worlds = [(n, p, a, b, 0.5, words) for n, p in WORLDS for words, (a, b) in MODELS.items()]
    worlds += [(n, p, a, b, link, f"{_rates(a)} and {_rates(b)}") for n, p, a, b, link in FRESH]
    out = []
    for i, (n, prevalence, a, b, link, words) in enumerate(worlds):
        rng = np.random.default_rng([seed, n, int(1000 * prevalence), i])
        world = f"n={n}, prevalence={prevalence}, {words}"
        out += _coverage_cells(METRICS, joint_shares(prevalence, a, b, link), n, runs, rng, world)
    return out


def _rates(pair: tuple[float, float]) -> str:
    return "/".join(f"{rate:g}".removeprefix("0") for rate in pair)


def _classes(runs: int, seed: int) -> list[Cell]:
    """Three and five classes; the answers of the models are independent given the truth."""
    out = []
    for n, shares, *rates in CLASSES:
        k = len(shares)
        answers = [
            np.where(np.eye(k) == 1, np.array(r)[:, None], (1 - np.array(r)[:, None]) / (k - 1)) for r in rates
        ]
        joint = np.array(shares)[:, None, None] * answers[0][:, :, None] * answers[1][:, None, :]
        rng = np.random.default_rng([seed, n, k])
        words = f"n={n}, {k} classes, the rarest {min(shares):g}"
        out += _coverage_cells(MANY, joint, n, runs, rng, words)
    return out


def _coverage_cells(
    names: Sequence[str], shares: Any, n: int, runs: int, rng: np.random.Generator, world: str
) -> list[Cell]:
    """One cell per metric, from `runs` joint tables of n cases."""
    k = len(shares)
    labels, positive = (("-", "+"), "+") if k == 2 else (tuple("vwxyz"[:k]), None)
    tables, copies = np.unique(rng.multinomial(n, shares.ravel(), size=runs), axis=0, return_counts=True)
    metrics = [get(name) for name in names]
    truths = [float(m.formula(shares.sum(axis=2)) - m.formula(shares.sum(axis=1))) for m in metrics]
    hits, undefined = [0] * len(metrics), [0] * len(metrics)
    for i, (counts, times) in enumerate(zip(tables.reshape(-1, k, k, k), copies.tolist(), strict=True)):
        table = JointConfusion(counts, labels, positive)
        drawn = (
            joint_draws(table.counts, np.random.default_rng([i]), size=DRAWS) if i and table.different else None
        )
        for place, metric in enumerate(metrics):
            if drawn is not None:
                made = draws_test(table, metric, drawn)
            else:
                made = label_gaps.on_same_cases(metric, pair_of(table), ASK).test
            interval = None if made.effect is None else made.effect.interval
            undefined[place] += times * (interval is None)
            hits[place] += times * (interval is not None and truths[place] in interval)
    return [
        cell(f"difference of {name}", world, hit, max(1, runs - none), LEAST, 1.0, undefined=none)
        for name, hit, none in zip(names, hits, undefined, strict=True)
    ]


def _different(runs: int, seed: int) -> list[Cell]:
    """Different test sets."""
    out = []
    for n, m, prevalence in ((30, 30, 0.5), (30, 500, 0.5), (100, 100, 0.1), (1000, 1000, 0.02)):
        shares = [joint_shares(prevalence, pair, pair).sum(axis=2) for pair in ((0.8, 0.9), (0.7, 0.95))]
        rng = np.random.default_rng([seed, n, m])
        one, two = (
            rng.multinomial(size, s.ravel(), size=runs).reshape(-1, 2, 2)
            for size, s in zip((n, m), shares, strict=True)
        )
        both = np.stack([one, two], axis=1).reshape(runs, 8)
        pairs, copies = np.unique(both, axis=0, return_counts=True)
        for name in ("accuracy", "sensitivity", "precision", "f1", "mcc"):
            metric, hits, undefined = get(name), 0, 0
            truth = float(metric.formula(shares[0]) - metric.formula(shares[1]))
            for tables, times in zip(pairs.reshape(-1, 2, 2, 2), copies.tolist(), strict=True):
                pair = (ConfusionMatrix(table, ("-", "+"), "+") for table in tables)
                effect = label_gaps.on_different_cases(metric, *pair, ASK).test.effect
                interval = None if effect is None else effect.interval
                undefined += times * (interval is None)
                hits += times * (interval is not None and truth in interval)
            world = f"{n} and {m} other cases, prevalence={prevalence}"
            out.append(
                cell(
                    f"difference of {name}", world, hits, max(1, runs - undefined), LEAST, 1.0, undefined=undefined
                )
            )
    return out


def _auc(runs: int, seed: int) -> list[Cell]:
    """AUC on the same cases (both classes at least 30, where DeLong's interval leads) and on different ones."""
    out = []
    for p, q, a, b in ((30, 30, 0.8, 0.9), (30, 270, 0.8, 0.9), (100, 100, 0.9, 0.95), (500, 500, 0.95, 0.97)):
        rng = np.random.default_rng([seed, p, q])
        labels = np.repeat([1, 0], [p, q])
        moves = labels[:, None] * np.array([_shift(a, 1.0), _shift(b, 1.0)])
        hits = {"the same": 0, "different": 0}
        for _ in range(runs):
            shared, noise = rng.normal(size=(p + q, 1)), rng.normal(size=(p + q, 2))
            x, y = (moves + np.sqrt(0.5) * (shared + noise)).T
            z = moves[:, 1] + rng.normal(size=p + q)
            tests = {
                "the same": delong_paired(labels, x, y, positive=1),
                "different": delong_unpaired(labels, x, labels, z, positive=1),
            }
            for where, test in tests.items():
                effect = test.effect
                hits[where] += effect is not None and effect.interval is not None and a - b in effect.interval
        for where, count in hits.items():
            world = f"{p}/{q} on {where} cases, AUC {a} and {b}"
            out.append(cell("difference of AUC", world, count, runs, LEAST, 1.0))
    return out
