"""Coverage of the default interval of AUC, and the size of the paired test.

Scores are normal, with equal and with unequal spread of the two classes; mixtures, where some cases of a class look
like those of the other; two- and five-valued; rounded.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri

from referee import Ranking
from referee.inference import auc_interval, delong_few, delong_paired
from referee.inference.delong_counts import SMALL_CLASS
from referee.inference.estimate import estimate
from referee.metrics import average_precision
from tools.validity.cell import Cell, cell


@dataclass(frozen=True)
class World:
    """Numbers of positives and negatives, and how their scores are drawn.

    Negatives are standard normal, positives normal around `shift` with standard deviation `sd`. The share
    `lost` of the positives is drawn as a negative, the share `false` of the negatives as a positive. `cuts` make
    the scores few-valued.
    """

    positives: int
    negatives: int
    shift: float
    sd: float = 1.0
    lost: float = 0.0
    false: float = 0.0
    cuts: tuple[float, ...] = ()

    def draw(self, rng: np.random.Generator) -> np.ndarray:
        """Scores of the positives, then of the negatives."""
        low = np.repeat([self.lost, 1 - self.false], [self.positives, self.negatives])
        as_negative = rng.random(len(low)) < low
        scores = rng.normal(np.where(as_negative, 0.0, self.shift), np.where(as_negative, 1.0, self.sd))
        return np.searchsorted(self.cuts, scores) if self.cuts else scores

    @property
    def truth(self) -> float:
        """The area in the population, ties counted one half."""
        if self.cuts:
            edges = np.array([-np.inf, *self.cuts, np.inf])
            high, low = np.diff(ndtr((edges - self.shift) / self.sd)), np.diff(ndtr(edges))
            apart = float((high * (np.cumsum(low) - low / 2)).sum())
        else:
            apart = float(ndtr(self.shift / math.sqrt(1 + self.sd**2)))
        both, neither = (1 - self.lost) * (1 - self.false), self.lost * self.false
        return both * apart + neither * (1 - apart) + (1 - both - neither) / 2

    @property
    def name(self) -> str:
        """The world in words."""
        out = f"{self.positives}/{self.negatives}, AUC {self.truth:.3f}, sd {self.sd:.2f}"
        out += f", {self.lost:.0%} of positives lost" if self.lost else ""
        out += f", {self.false:.0%} of negatives false" if self.false else ""
        return out + (f", {len(self.cuts) + 1} values" if self.cuts else "")


def _shift(auc: float, sd: float) -> float:
    """The distance of the means at which the AUC of two normal classes is `auc`."""
    return float(ndtri(auc)) * math.sqrt(1 + sd * sd)


def _normal(p: int, n: int, auc: float, sd: float = 1.0, cuts: tuple[float, ...] = ()) -> World:
    return World(p, n, _shift(auc, sd), sd, cuts=cuts)


EQUAL = ((5, 5), (10, 10), (30, 30), (100, 100), (500, 500), (10, 490))
UNEQUAL = ((10, 10), (30, 30), (100, 100), (10, 490), (20, 480), (480, 20), (30, 970))
MIXED = ((10, 10), (30, 30), (20, 480), (40, 400))
WORLDS = (
    *(_normal(p, n, auc) for p, n in EQUAL for auc in (0.6, 0.8, 0.95, 0.99)),
    *(_normal(p, n, auc, sd) for p, n in UNEQUAL for auc in (0.8, 0.95) for sd in (3.0, 1 / 3)),
    *(World(p, n, 4.0, lost=0.07) for p, n in MIXED),
    *(World(p, n, 4.0, false=0.07) for p, n in MIXED),
    *(World(p, n, 2.5, lost=0.1, false=0.1) for p, n in MIXED),
    *(_normal(p, n, auc, cuts=(1.0,)) for p, n in MIXED for auc in (0.8, 0.95)),
    *(_normal(p, n, auc, cuts=(0.0, 0.75, 1.5, 2.25)) for p, n in MIXED for auc in (0.8, 0.95)),
    *(_normal(100, 100, auc, cuts=tuple(np.arange(-6.5, 9))) for auc in (0.6, 0.95)),
)

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
    return [*_intervals(runs, seed), *_paired(runs, seed)]


def _intervals(runs: int, seed: int) -> list[Cell]:
    out, flat = [], 0
    for number, world in enumerate(WORLDS):
        rng = np.random.default_rng([seed, number])
        labels, truth = np.repeat([1, 0], [world.positives, world.negatives]), world.truth
        hits = 0
        for _ in range(runs):
            made = auc_interval(Ranking.from_scores(labels, world.draw(rng), positive=1)).interval
            assert made is not None
            hits += truth in made
            flat += made.width <= 0
        out.append(cell("V5 AUC", world.name, hits, runs, 0.92, 1.0))
    out.append(cell("V5 AUC intervals without width", "all worlds", flat, runs * len(WORLDS), 0.0, 0.0))
    for positives, negatives in ((30, 30), (30, 270), (100, 900)):
        out.append(_average_precision(positives, negatives, runs, seed))
    return out


def _average_precision(positives: int, negatives: int, runs: int, seed: int) -> Cell:
    rng = np.random.default_rng([seed, positives, negatives, 7])
    labels = np.repeat([1, 0], [positives, negatives])

    def draw(p: int, n: int) -> Ranking:
        scores = np.concatenate([rng.normal(1.5, 1, p), rng.normal(0, 1, n)])
        return Ranking.from_scores(labels if p == positives else np.repeat([1, 0], [p, n]), scores, positive=1)

    truth = average_precision.value(draw(positives * 4000, negatives * 4000))
    hits = sum(truth in estimate(average_precision, draw(positives, negatives)).interval for _ in range(runs))
    return cell("average precision", f"{positives}/{negatives}, d' 1.5", hits, runs, 0.90, 1.0)


def _paired(runs: int, seed: int) -> list[Cell]:
    """Rejections of two scores, correlated within cases: false alarms where the AUCs are equal, else power."""
    out = []
    for positives, negatives, auc, other, rho in PAIRS:
        rng = np.random.default_rng([seed, positives, negatives, int(100 * rho)])
        labels = np.repeat([1, 0], [positives, negatives])
        moves = labels[:, None] * np.array([_shift(auc, 1.0), _shift(other, 1.0)])
        small = min(positives, negatives) < SMALL_CLASS
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
