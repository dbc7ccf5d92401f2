"""Coverage of the default intervals when cases come in clusters.

Each cluster has its own level: the log-odds of a right answer vary between clusters with standard deviation 1, and
clusters hold 5 or 20 cases. An interval for independent cases would be too short: the same worlds show by how much.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit

from referee import ConfusionMatrix
from referee.inference import cluster_jackknife
from referee.inference.label_values import estimate
from referee.inference.sampler import Sampler
from referee.metrics import get
from tools.validity.cell import Cell, cell

WORLDS = ((10, 5), (20, 20), (40, 5), (100, 20))
METRICS = ("accuracy", "sensitivity", "f1", "mcc", "kappa")
LEVEL, SPREAD, PREVALENCE = np.array([1.5, 1.0]), 1.0, 0.4
LEAST = 0.90


def draw_tables(groups: int, size: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Confusion tables of the clusters for two models, which share half of each cluster's level."""
    y = rng.random((groups, size)) < PREVALENCE
    shared = rng.normal(size=(groups, 1))
    out = []
    for level in LEVEL:
        own = rng.normal(size=(groups, 1))
        right = rng.random((groups, size)) < expit(level + SPREAD * (shared + own) / np.sqrt(2))
        said = y == right
        cell_of = 2 * y + said
        out.append(np.stack([(cell_of == c).sum(axis=1) for c in range(4)], axis=1).reshape(-1, 2, 2))
    return out[0], out[1]


def cells(runs: int, seed: int) -> list[Cell]:
    """One model's metrics, and the difference of two."""
    truths = [table.sum(axis=0) for table in draw_tables(400_000, 5, np.random.default_rng(seed))]
    out = []
    for groups, size in WORLDS:
        rng = np.random.default_rng([seed, groups, size])
        hits: dict[str, int] = {}
        undefined: dict[str, int] = {}
        for i in range(runs):
            one, two = draw_tables(groups, size, rng)
            matrix = ConfusionMatrix(one.sum(axis=0), ("-", "+"), "+")
            sampler = Sampler(matrix, seed + i, clusters=one)
            made = {name: (estimate(get(name), matrix, sampler=sampler), _of(name, truths[0])) for name in METRICS}
            naive = estimate(get("accuracy"), matrix, sampler=Sampler(matrix, seed + i))
            made["accuracy, clusters ignored (naive)"] = naive, _of("accuracy", truths[0])
            for name in ("accuracy", "f1", "mcc"):
                effect = cluster_jackknife(one, two, metric=name).effect
                assert effect is not None
                made[f"difference of {name}"] = effect, _of(name, truths[0]) - _of(name, truths[1])
            for name, (found, truth) in made.items():
                undefined[name] = undefined.get(name, 0) + (found.interval is None)
                hits[name] = hits.get(name, 0) + (found.interval is not None and truth in found.interval)
        for name, count in hits.items():
            world, low = f"{groups} clusters of {size}", 0.0 if "naive" in name else LEAST
            some = max(1, runs - undefined[name])
            out.append(cell(f"clustered {name}", world, count, some, low, 1.0, undefined=undefined[name]))
    return out


def _of(name: str, table: Any) -> float:
    return float(get(name).formula(table.astype(float)))
