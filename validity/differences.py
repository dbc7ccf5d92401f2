"""Coverage of the default intervals of differences between two models.

Same cases: the joint table of truth and both answers is drawn from known shares, so that the truth is a difference of
two formulas. In worlds with truth 0 the interval misses 0 exactly when the test calls the models different, so that 1
minus the coverage is the rate of false alarms. Different test sets: both tables are drawn apart. AUC: normal scores
correlated within cases. Brier score, average precision and lift have no default comparison, and so no cell.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import ConfusionMatrix
from referee.core.joint import JointConfusion
from referee.metrics import get
from referee.stattests import delong_paired, delong_unpaired, paired_draws
from referee.verbs import duels
from validity.auc import _shift
from validity.cell import Cell, cell

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
LEAST = 0.92
ASK = duels.Ask(0.95, "two-sided", 0)


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


def cells(runs: int, seed: int) -> list[Cell]:
    """Same cases, different test sets, and AUC."""
    return [*_same(runs, seed), *_three(runs, seed), *_different(runs, seed), *_auc(runs, seed)]


def _same(runs: int, seed: int) -> list[Cell]:
    out = []
    for n, prevalence in WORLDS:
        for words, (a, b) in MODELS.items():
            shares = joint_shares(prevalence, a, b)
            rng = np.random.default_rng([seed, n, int(1000 * prevalence)])
            drawn = rng.multinomial(n, shares.ravel(), size=runs).reshape(-1, 2, 2, 2)
            tables = [JointConfusion(counts, ("-", "+"), "+") for counts in drawn]
            for name in METRICS:
                truth = float(get(name).formula(shares.sum(axis=2)) - get(name).formula(shares.sum(axis=1)))
                world = f"n={n}, prevalence={prevalence}, {words}"
                out.append(_covered(name, tables, truth, world))
    return out


def _three(runs: int, seed: int) -> list[Cell]:
    """Three classes, the third rare."""
    rates, shares = np.array([[0.8, 0.7, 0.6], [0.8, 0.6, 0.4]]), np.array([0.6, 0.3, 0.1])
    answers = [np.where(np.eye(3) == 1, r[:, None], (1 - r[:, None]) / 2) for r in rates]
    joint = shares[:, None, None] * answers[0][:, :, None] * answers[1][:, None, :]
    out = []
    for n in (50, 100, 500):
        rng = np.random.default_rng([seed, n, 3])
        drawn = rng.multinomial(n, joint.ravel(), size=runs).reshape(-1, 3, 3, 3)
        tables = [JointConfusion(counts, ("x", "y", "z")) for counts in drawn]
        for name in ("f1_macro", "kappa", "mcc", "balanced_accuracy"):
            truth = float(get(name).formula(joint.sum(axis=2)) - get(name).formula(joint.sum(axis=1)))
            out.append(_covered(name, tables, truth, f"n={n}, three classes"))
    return out


def _covered(name: str, tables: list[JointConfusion], truth: float, world: str) -> Cell:
    metric, hits, undefined = get(name), 0, 0
    for i, table in enumerate(tables):
        if i and table.different:
            made = paired_draws(table, metric=metric, rng=ASK.seed)
        else:
            made = duels.paired_labels(duels.CountedPair(table), metric, ASK).test
        interval = None if made.effect is None else made.effect.interval
        undefined += interval is None
        hits += interval is not None and truth in interval
    return cell(
        f"difference of {name}", world, hits, max(1, len(tables) - undefined), LEAST, 1.0, undefined=undefined
    )


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
        for name in ("accuracy", "sensitivity", "precision", "f1", "mcc"):
            metric, hits, undefined = get(name), 0, 0
            truth = float(metric.formula(shares[0]) - metric.formula(shares[1]))
            for a, b in zip(one, two, strict=True):
                pair = (ConfusionMatrix(table, ("-", "+"), "+") for table in (a, b))
                effect = duels.independent_labels(*pair, metric, ASK).test.effect
                interval = None if effect is None else effect.interval
                undefined += interval is None
                hits += interval is not None and truth in interval
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
