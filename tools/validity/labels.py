"""Coverage of the default intervals of label metrics.

Tables are drawn from known shares; equal tables are counted once, and all metrics of a table share its Dirichlet draws,
2,000 instead of 10,000. A macro average leaves out a class where its metric is undefined; the truth is then the average
of the others.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy.stats import binom

from referee import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.inference.at_prevalence import estimate_at, shares_of
from referee.inference.label_values import estimate
from referee.inference.proportion import default_method, proportion_interval
from referee.inference.sampler import Sampler, dirichlet_draws
from referee.metrics import get
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric
from tools.validity.cell import Cell, cell

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

MULTICLASS = (
    "accuracy",
    "f1_macro",
    "precision_macro",
    "f1_weighted",
    "precision_weighted",
    "kappa",
    "mcc",
    "balanced_accuracy",
)
CLASSES = {
    "four classes": ((0.5, 0.3, 0.15, 0.05), (0.9, 0.8, 0.7, 0.6)),
    "three classes, one rare": ((0.85, 0.12, 0.03), (0.95, 0.7, 0.5)),
    "ten classes": ((0.1,) * 10, (0.9,) * 10),
    "ten classes, unequal": (tuple(1 / (2.93 * k) for k in range(1, 11)), (0.7,) * 10),
}
"""Shares and recalls of the classes; errors go evenly to the others."""

MANY = (
    ("four classes", 50),
    ("four classes", 200),
    ("four classes", 1000),
    ("three classes, one rare", 100),
    ("three classes, one rare", 1000),
    ("ten classes", 50),
    ("ten classes, unequal", 100),
)
DRAWS = 2_000
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
            rng = np.random.default_rng([seed, n, int(1000 * prevalence)])
            shares = _shares(prevalence, sensitivity, specificity)
            out += _coverage(SIMULATED, shares, n, runs, rng, f"n={n}, prevalence={prevalence}", seed)
    return out


def joint_of(name: str) -> np.ndarray:
    """The shares of truth and answer in a world of several classes."""
    shares, recalls = (np.array(x) for x in CLASSES[name])
    k = len(shares)
    answers = np.where(np.eye(k) == 1, recalls[:, None], (1 - recalls[:, None]) / (k - 1))
    return np.asarray(shares[:, None] / shares.sum() * answers)


def _multiclass(runs: int, seed: int) -> list[Cell]:
    out = []
    for words, n in MANY:
        rng = np.random.default_rng([seed, n, len(words)])
        out += _coverage(MULTICLASS, joint_of(words), n, runs, rng, f"n={n}, {words}", seed)
    return out


def _coverage(
    names: tuple[str, ...],
    shares: np.ndarray,
    n: int,
    runs: int,
    rng: np.random.Generator,
    world: str,
    seed: int,
) -> list[Cell]:
    """One cell per metric, from `runs` tables of n cases."""
    k = len(shares)
    labels, positive = (("-", "+"), "+") if k == 2 else (tuple("abcdefghij"[:k]), None)
    tables, copies = np.unique(rng.multinomial(n, shares.ravel(), size=runs), axis=0, return_counts=True)
    metrics = [get(name) for name in names]
    truths = {m.name: float(m.formula(shares)) for m in metrics}
    hits, undefined = dict.fromkeys(truths, 0), dict.fromkeys(truths, 0)
    for i, (table, times) in enumerate(zip(tables.reshape(-1, k, k), copies.tolist(), strict=True)):
        matrix = ConfusionMatrix(table, labels, positive)
        sampler = _Sampler(matrix, seed + i)
        for metric in metrics:
            made = estimate(metric, matrix, sampler=sampler)
            if made.interval is None:
                undefined[metric.name] += times
            else:
                truth = _of_used(metric, matrix, shares) if made.note else truths[metric.name]
                hits[metric.name] += times * (truth in made.interval)
    out = []
    for name, asked in zip(truths, names, strict=True):
        v4 = asked in ("f1", "jaccard")
        band = (0.935 if v4 else 0.92, 1.0)  # given that the value is defined: a rare class makes it more
        missed = undefined[name]
        promise = f"V4 {asked}" if v4 else asked
        out.append(cell(promise, world, hits[name], max(1, runs - missed), *band, undefined=missed))
    return out


class _Sampler(Sampler):
    """Fewer draws, for speed."""

    @cached_property
    def dirichlet(self) -> list[np.ndarray]:
        return [dirichlet_draws(self.matrix, np.random.default_rng([self.seed]), size=DRAWS)]


def _of_used(metric: LabelMetric, matrix: ConfusionMatrix, shares: np.ndarray) -> float:
    """The true macro average of the classes that the average of a table did not leave out."""
    if metric.name == "balanced_accuracy":
        metric = label_metric("recall_macro")
    if metric.average != "macro":
        return float(metric.formula(shares))
    used = [label not in metric.left_out_classes(matrix) for label in matrix.labels]
    return float(metric.of_tables(one_vs_rest(shares)[used]))


def _at_prevalence(runs: int, seed: int) -> list[Cell]:
    """Sn and Sp tested on equal class counts, used where the class is rare."""
    out = []
    for size, use in ((50, 0.1), (200, 0.01)):
        rng = np.random.default_rng([seed, size])
        shares = _shares(use, 0.8, 0.9)
        found, left = rng.binomial(size, 0.8, runs), rng.binomial(size, 0.9, runs)
        for name in PREDICTIVE:
            truth, hits, undefined = float(get(name).formula(shares)), 0, 0
            for i, (tp, tn) in enumerate(zip(found, left, strict=True)):
                matrix = ConfusionMatrix.from_counts(tp=tp, fn=size - tp, fp=size - tn, tn=tn)
                sampler, stated = Sampler(matrix, seed + i), shares_of(use, matrix)
                made = estimate_at(get(name), matrix, stated, level=0.95, sampler=sampler)
                undefined += made.interval is None
                hits += made.interval is not None and truth in made.interval
            world = f"{size}+{size} cases, used at prevalence {use}"
            out.append(
                cell(
                    f"{name} at a stated prevalence", world, hits, runs - undefined, 0.92, 1.0, undefined=undefined
                )
            )
    return out
