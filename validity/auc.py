"""Coverage of the default interval of AUC, and the size of the paired test.

Normal scores; where the classes have unequal spread, the worst case, each cell has five times as many runs.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtr, ndtri

from referee import Ranking
from referee.intervals import auc_interval, average_precision_interval
from referee.stattests import delong_few, delong_paired
from validity.cell import Cell, cell

GRID = ((5, 5), (10, 10), (30, 30), (100, 100), (500, 500), (10, 490))
WORLDS = (
    # positives, negatives, AUC, standard deviation of the positives, decimals of the score
    *((p, n, auc, 1.0, None) for p, n in GRID for auc in (0.6, 0.8, 0.95, 0.99)),
    (30, 30, 0.8, 3.0, None),
    (30, 30, 0.95, 1 / 3, None),
    (30, 970, 0.95, 3.0, None),
    (20, 480, 0.9, 1 / 3, None),
    (480, 20, 0.9, 3.0, None),
    (100, 100, 0.6, 1.0, 0),
    (100, 100, 0.95, 1.0, 0),
)

CLOSER = 5
"""How many times as many runs where the classes have unequal spread: the worst cells are there."""

PAIRS = (
    # positives, negatives, AUC of both, correlation
    (10, 10, 0.8, 0.8, 0.5),
    (30, 30, 0.8, 0.8, 0.5),
    (30, 30, 0.95, 0.95, 0.5),
    (10, 190, 0.8, 0.8, 0.5),
    (100, 100, 0.8, 0.8, 0.9),
    (100, 100, 0.8, 0.85, 0.5),
    (200, 200, 0.9, 0.93, 0.5),
)


def cells(runs: int, seed: int) -> list[Cell]:
    """AUC and average precision over worlds; the paired test under equal AUCs."""
    return [*_intervals(runs, seed), *_paired(max(200, runs // 4), seed)]


def _shift(auc: float, sd: float) -> float:
    """The distance of the means at which the AUC of two normal classes is `auc`."""
    return float(ndtri(auc)) * math.sqrt(1 + sd * sd)


def _rounded_auc(shift: float, sd: float, decimals: int) -> float:
    """The AUC of scores rounded to whole steps, ties counted one half, by summing over the steps."""
    step = 10.0**-decimals
    edges = (np.arange(-60, 61) - 0.5) * step
    p, q = np.diff(ndtr((edges - shift) / sd)), np.diff(ndtr(edges))
    return float((p * (np.cumsum(q) - q / 2)).sum() / (p.sum() * q.sum()))


def _intervals(runs: int, seed: int) -> list[Cell]:
    out = []
    for positives, negatives, auc, sd, decimals in WORLDS:
        rng = np.random.default_rng([seed, positives, negatives, int(1000 * auc), int(100 * sd)])
        shift = _shift(auc, sd)
        truth = auc if decimals is None else _rounded_auc(shift, sd, decimals)
        labels = np.repeat([1, 0], [positives, negatives])
        hits = flat = 0
        many = runs * (1 if sd == 1 else CLOSER)
        for _ in range(many):
            scores = np.concatenate([rng.normal(shift, sd, positives), rng.normal(0, 1, negatives)])
            if decimals is not None:
                scores = np.round(scores, decimals)
            made = auc_interval(Ranking.from_scores(labels, scores, positive=1)).interval
            assert made is not None
            hits += truth in made
            flat += made.width <= 0
        ties = "" if decimals is None else ", tied"
        world = f"{positives}/{negatives}, AUC {truth:.3f}, sd {sd:.2f}{ties}"
        out.append(cell("V5 AUC", world, hits, many, 0.92, 1.0))
        out.append(cell("V5 AUC intervals without width", world, flat, many, 0.0, 0.0))
    for positives, negatives in ((30, 30), (30, 270), (100, 900)):
        out.append(_average_precision(positives, negatives, runs, seed))
    return out


def _average_precision(positives: int, negatives: int, runs: int, seed: int) -> Cell:
    rng = np.random.default_rng([seed, positives, negatives, 7])
    labels = np.repeat([1, 0], [positives, negatives])

    def drawn(p: int, n: int) -> Ranking:
        scores = np.concatenate([rng.normal(1.5, 1, p), rng.normal(0, 1, n)])
        return Ranking.from_scores(labels if p == positives else np.repeat([1, 0], [p, n]), scores, positive=1)

    truth = average_precision_interval(drawn(positives * 4000, negatives * 4000)).value
    hits = sum(truth in average_precision_interval(drawn(positives, negatives)).interval for _ in range(runs))
    return cell("average precision", f"{positives}/{negatives}, d' 1.5", hits, runs, 0.90, 1.0)


def _paired(runs: int, seed: int) -> list[Cell]:
    """Rejections of two scores, correlated within cases: false alarms where the AUCs are equal, else power."""
    out = []
    for positives, negatives, auc, other, rho in PAIRS:
        rng = np.random.default_rng([seed, positives, negatives, int(100 * rho)])
        labels = np.repeat([1, 0], [positives, negatives])
        moves = labels[:, None] * np.array([_shift(auc, 1.0), _shift(other, 1.0)])
        small = min(positives, negatives) < 30
        rejected = {"leading": 0, "DeLong": 0}
        for _ in range(runs):
            noise = rng.multivariate_normal([0, 0], [[1, rho], [rho, 1]], size=len(labels))
            a, b = (noise + moves).T
            delong = delong_paired(labels, a, b, positive=1).p_value < 0.05
            rejected["DeLong"] += delong
            few = small and delong_few(labels, a, b, positive=1).p_value < 0.05
            rejected["leading"] += few if small else delong
        world = f"{positives}/{negatives}, AUC {auc}, {other}, rho {rho}"
        if auc == other:
            out.append(cell("V6 paired AUC test, false alarms", world, rejected["leading"], runs, 0.0, 0.06))
            out.append(cell("DeLong alone, false alarms", world, rejected["DeLong"], runs, 0.0, 1.0))
            continue
        low = rejected["DeLong"] / runs - 0.02
        out.append(cell("V6 paired AUC test, power", world, rejected["leading"], runs, low, 1.0))
    return out
