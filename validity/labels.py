"""Coverage of the default intervals of label metrics."""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from referee import ConfusionMatrix
from referee.intervals import Sampler, estimate
from referee.intervals.of_metric import default_method
from referee.intervals.proportion import proportion_interval
from referee.metrics import REGISTRY, get
from validity.cell import Cell, cell

SIMULATED = (
    "sensitivity",
    "precision",
    "f1",
    "mcc",
    "kappa",
    "balanced_accuracy",
    "youden_j",
    "g_mean",
    "jaccard",
)
MODELS = ((0.5, 0.8, 0.8), (0.1, 0.7, 0.95), (0.02, 0.7, 0.99), (0.01, 0.7, 0.99))
"""Prevalence, sensitivity, specificity; worlds with fewer than 2 expected cases of the class are left out."""

MULTICLASS = ("accuracy", "f1_macro", "kappa", "mcc", "balanced_accuracy")
PREDICTIVE = ("precision", "negative_predictive_value", "accuracy", "f1")


def cells(runs: int, seed: int) -> list[Cell]:
    """Proportions exactly; the others by simulation over sizes and prevalences."""
    return [*_proportions(), *_worlds(runs, seed), *_multiclass(runs, seed), *_at_prevalence(runs, seed)]


def _proportions() -> list[Cell]:
    """Exact coverage of the default interval of one proportion, over n and p = .005 to .995."""
    shares = np.linspace(0.005, 0.995, 199)
    out, means = [], []
    for n in (10, 20, 50, 100, 500, 2000):
        limits = [proportion_interval(k, n, method=default_method(n)) for k in range(n + 1)]
        low, high = np.array([i.low for i in limits]), np.array([i.high for i in limits])
        chance = binom.pmf(np.arange(n + 1)[:, None], n, shares[None, :])
        covered = (chance * ((low[:, None] <= shares) & (shares <= high[:, None]))).sum(axis=0)
        means.append(float(covered.mean()))
        out.append(cell("V1 proportion, mean over p", f"n={n}", means[-1], 1, 0.945, 1, exact=True))
        if n >= 20:
            out.append(cell("V1 proportion, least over p", f"n={n}", covered.min(), 1, 0.90, 1, exact=True))
    out.append(cell("V1 proportion, mean", "all n and p", float(np.mean(means)), 1, 0.945, 0.965, exact=True))
    return out


def _shares(prevalence: float, sensitivity: float, specificity: float) -> np.ndarray:
    negative = 1 - prevalence
    return np.array(
        [
            [negative * specificity, negative * (1 - specificity)],
            [prevalence * (1 - sensitivity), prevalence * sensitivity],
        ]
    )


def _worlds(runs: int, seed: int) -> list[Cell]:
    out = []
    for n in (20, 30, 100, 500, 10_000):
        for prevalence, sensitivity, specificity in MODELS:
            if n * prevalence < 2:
                continue
            shares = _shares(prevalence, sensitivity, specificity)
            rng = np.random.default_rng([seed, n, int(1000 * prevalence)])
            tables = rng.multinomial(n, shares.ravel(), size=runs).reshape(-1, 2, 2)
            for name in SIMULATED:
                truth = float(REGISTRY[name].formula(shares))
                limits = (0.935, 0.985) if name in ("f1", "jaccard") else (0.92, 1.0)
                out.append(_coverage(name, tables, truth, f"n={n}, prevalence={prevalence}", limits, seed))
    return out


def _multiclass(runs: int, seed: int) -> list[Cell]:
    """Four classes, the last of them rare."""
    shares, recalls = np.array([0.5, 0.3, 0.15, 0.05]), np.array([0.9, 0.8, 0.7, 0.6])
    answers = np.where(np.eye(4) == 1, recalls[:, None], (1 - recalls[:, None]) / 3)
    joint = shares[:, None] * answers
    out = []
    for n in (50, 200, 1000):
        tables = np.random.default_rng([seed, n, 4]).multinomial(n, joint.ravel(), size=runs).reshape(-1, 4, 4)
        for name in MULTICLASS:
            truth = float(get(name).formula(joint))
            out.append(_coverage(name, tables, truth, f"n={n}, four classes", (0.92, 1.0), seed))
    return out


def _coverage(
    name: str, tables: np.ndarray, truth: float, world: str, band: tuple[float, float], seed: int
) -> Cell:
    metric = get(name)
    hits = undefined = 0
    names = ("-", "+") if len(tables[0]) == 2 else tuple("abcd")
    for i, table in enumerate(tables):
        matrix = ConfusionMatrix(table, names, "+" if len(names) == 2 else None)
        interval = estimate(metric, matrix, sampler=Sampler(matrix, seed + i)).interval
        if interval is None:
            undefined += 1
        else:
            hits += truth in interval
    promise = f"V4 {name}" if name in ("f1", "jaccard") else name
    return cell(promise, world, hits, max(1, len(tables) - undefined), *band, undefined=undefined)


def _at_prevalence(runs: int, seed: int) -> list[Cell]:
    """Sn and Sp tested on equal class counts, used where the class is rare."""
    from referee.intervals.at_prevalence import shares_of

    out = []
    for size, use in ((50, 0.1), (200, 0.01)):
        rng = np.random.default_rng([seed, size])
        shares = _shares(use, 0.8, 0.9)
        found, left = rng.binomial(size, 0.8, runs), rng.binomial(size, 0.9, runs)
        for name in PREDICTIVE:
            truth, hits, undefined = float(get(name).formula(shares)), 0, 0
            for i, (tp, tn) in enumerate(zip(found, left, strict=True)):
                matrix = ConfusionMatrix.from_counts(tp=tp, fn=size - tp, fp=size - tn, tn=tn)
                made = estimate(
                    get(name), matrix, sampler=Sampler(matrix, seed + i), prevalence=shares_of(use, matrix)
                )
                undefined += made.interval is None
                hits += made.interval is not None and truth in made.interval
            world = f"{size}+{size} cases, used at prevalence {use}"
            out.append(
                cell(
                    f"{name} at a stated prevalence", world, hits, runs - undefined, 0.92, 1.0, undefined=undefined
                )
            )
    return out
