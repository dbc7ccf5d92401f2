"""The difference of a weighted sum of recalls between two models on the same cases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from referee.core import Estimate, JointConfusion, TestResult
from referee.core.evidence import Score
from referee.core.types import Alternative, Floats
from referee.inference._gap import Ask, Gap, lead, refuse, words_of
from referee.inference._result import Terms, p_of
from referee.inference.mover import FAR
from referee.inference.paired_bootstrap import metric_counts
from referee.inference.tango import tango_limits
from referee.metrics.label_metric import LabelMetric

NAME = "Tango's score test by class"
ERRS = "It errs slightly to either side of its level when few cases of a class are discordant."
ALIKE = "p is 1 because A and B are right and wrong on the same cases."

ROUNDS, POINTS = 3, 64
"""How often, and into how many quantiles, the range is parted in which a limit becomes 0: to 3e-5, then on a line."""


@dataclass(frozen=True)
class Discordant:
    """For each class the cases that A alone and B alone has right, all of them, and what its recall weighs."""

    only_a: Floats
    only_b: Floats
    sizes: Floats
    weights: Floats

    @property
    def gaps(self) -> Floats:
        """The difference of the recalls of each class."""
        return (self.only_a - self.only_b) / self.sizes

    @property
    def value(self) -> float:
        """The difference of the sums; 0 where it is but for rounding."""
        found = float(self.weights @ self.gaps)
        return found if abs(found) > 1e-12 else 0.0

    def limits(self, z: Floats | float) -> tuple[Floats, Floats]:
        """The limits of the difference for normal quantiles: the distances of the classes add in squares.

        >>> made = Discordant(*map(np.array, ([12.0, 3.0], [5.0, 3.0], [100.0, 60.0], [1.0, 1.0])))
        >>> [round(float(x), 3) for x in made.limits(1.96)]
        [-0.056, 0.2]
        """
        z = np.asarray(z, dtype=float)[..., None]
        lows, highs = tango_limits(self.only_a, self.only_b, self.sizes, z)
        down, up = self.gaps - lows, highs - self.gaps
        falls = self.weights < 0
        down, up = np.where(falls, up, down), np.where(falls, down, up)
        reach = [np.sqrt(((self.weights * x) ** 2).sum(axis=-1)) for x in (down, up)]
        return self.value - reach[0], self.value + reach[1]

    def z(self) -> float:
        """The normal quantile at which a limit is 0, with the sign of the difference."""
        if not self.value:
            return 0.0
        side, sign = (0, 1.0) if self.value > 0 else (1, -1.0)
        low, high, left, right = 0.0, FAR, abs(self.value), 0.0
        for _ in range(ROUNDS):
            tried = np.linspace(low, high, POINTS)
            kept = np.append(left, sign * self.limits(tried[1:])[side])
            i = int(np.argmax(kept <= 0))
            if not i:  # beyond the largest quantile that is looked for
                return sign * high
            (low, high), (left, right) = tried[i - 1 : i + 1].tolist(), kept[i - 1 : i + 1].tolist()
        return sign * (low + (high - low) * left / (left - right))


def recall_gap(metric: LabelMetric, joint: JointConfusion, ask: Ask) -> Gap:
    """Youden's J, balanced accuracy: Tango's limits of the gap in each class, joined by MOVER.

    Given how many cases each class has, the classes are independent. With d_k the gap of the recalls of class k, w_k
    its weight in the metric and l_k Tango's lower limit, that of sum w_k d_k is sum w_k d_k - sqrt(sum (w_k (d_k -
    l_k))^2), the upper one alike; p is twice the tail at which one of them is 0. A class without a case is left out.
    References: tango1998, zou2008.
    """
    reasons = [r for r in map(metric.why_undefined, map(metric.sees, (joint.a, joint.b))) if r]
    if reasons:
        return refuse(metric, NAME, reasons[0], math.nan, joint.n, ask)
    counts = metric_counts(metric, joint)
    k = np.arange(len(counts))
    both, sizes = counts[k, k, k], counts.sum(axis=(1, 2))
    fields = (
        counts.sum(axis=2)[k, k] - both, counts.sum(axis=1)[k, k] - both, sizes, metric.recall_weights(sizes)
    )  # fmt: skip
    seen = Discordant(*(field[sizes > 0].astype(float) for field in fields))
    return lead(partial(_test, metric, seen, float(joint.n)), metric, ask, joint.n)


def _test(
    metric: LabelMetric, seen: Discordant, n: float, *, level: float, alternative: Alternative
) -> TestResult:
    """The test of equal sums, and the interval that is its dual."""
    z, value = seen.z(), seen.value
    p = p_of(z, math.inf, alternative)
    words = words_of(NAME, metric, "Tango by class, MOVER", ERRS, statistic="z", end=metric.width)
    same = () if (seen.only_a + seen.only_b).any() else (ALIKE,)
    effect, evidence = Estimate(metric.name, value, n), Score(seen.limits)
    return words.of_evidence(Terms(alternative, level), p, effect, evidence, statistic=z, warnings=same)
