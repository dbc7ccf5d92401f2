"""Learning curve: how a learner's score grows with its training cases, and what more data would give by a power law."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from scipy.special import stdtrit

from referee import _check, _format, _rng
from referee.core import Estimate, Interval, LearnerCurve, Splits
from referee.core.splits import Indices
from referee.core.types import Column, Floats, Learner, Rng, Table
from referee.learners.data import LearnerCases
from referee.learners.per_split import Running, failure_notes, limits_over, per_split, training_values
from referee.learners.random_splits import RandomSplits
from referee.learners.recipe import Dealing, Parts, SplitCases
from referee.learners.run import ALONE, Run
from referee.metrics.metric import Metric

DRAWS = 200
"""Bootstrap draws of the repeats for the uncertainty of what is extrapolated."""


GROWTH = (2.0, 10.0)
"""How many times the cases there are, for which the gain is extrapolated."""

_RATES = np.concatenate([np.linspace(0.05, 2.0, 79), [2.5, 3.0]])


@dataclass(frozen=True)
class TrainingSizes(Dealing):
    """Random splits with training parts that grow: in each of `repeats` a share `test` is held out.

    Nested parts of the rest train, each class in proportion; `sizes` are shares of that rest, or numbers of cases when
    above 1. Reference: figueroa2012.

    >>> splits = TrainingSizes([5, 10, 15], repeats=3).make([0, 1] * 10, rng=1)
    >>> [len(splits.train(i)) for i in range(4)], len(splits)
    ([5, 10, 15, 5], 9)
    """

    least: ClassVar[dict[str, int]] = {"repeats": 3}

    sizes: Sequence[float] = (0.1, 0.2, 0.4, 0.7, 1.0)
    repeats: int = 10
    test: float = 0.25

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        _, tests, trains, _ = RandomSplits(self.repeats, self.test)._parts(cases, seed)
        base = Splits("base", cases.n, tuple(tests), None if trains is None else tuple(trains))
        steps = _steps(self.sizes, min(len(base.train(i)) for i in range(self.repeats)))
        facts = {"repeats": self.repeats, "parameters": {**asdict(self), "sizes": steps}}
        return cases.word + "learning curve", *_growing(base, cases.classes, steps, seed), facts


def learning_curve(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    splits: TrainingSizes = TrainingSizes(),
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> LearnerCurve:
    """Score a learner on held-out cases after training on more and more of the others.

    `splits` say how many and how often: 10 times 5 sizes by default, with a quarter of the cases held out. Bands are
    pointwise corrected t limits. The sentence says variance (the training score stays above the held-out one), bias
    (both have met) or still learning. What 2 and 10 times the cases would give is read off an inverse power law, with
    limits from a bootstrap of the repeats widened for their overlap; it errs as an extrapolation does, and its
    coverage is not known. A `referee.Dataset` instead of `X` and `y` also says groups, times and the positive class.
    Reference: figueroa2012.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(120) % 2
    >>> X = rng.normal(size=(120, 2)) + y[:, None]
    >>> curve = learning_curve(GaussianNB(), X, y, rng=1)
    >>> curve.held_out.x.tolist(), curve.fits
    ([9.0, 18.0, 36.0, 63.0, 90.0], 50)
    """
    running = Running(X, y, metric, rng, run)
    measure, seed, level = running.measure, running.seed, _check.fraction("level", level)
    made = running.splits(_check.instance("splits", splits, TrainingSizes))
    x = np.array(made.parameters["sizes"], dtype=float)
    results = running(learner, made, "everywhere")
    remarks = failure_notes(results)
    shape = (made.repeats, len(x))
    held, train = per_split(results, measure).reshape(shape), training_values(results, measure).reshape(shape)
    ratios = np.mean([len(t) for t in made.tests]) / x
    sentence, facts = _reading(held, train, x, ratios, measure, level)
    gains = _gains(held, x, float(ratios[-1]), measure, made.n, level, seed)
    return LearnerCurve(
        name="learning curve",
        metric=measure.name,
        held_out=running.band(held, x, ratios, level, "training cases", "held out"),
        training=running.band(train, x, ratios, level, "training cases", "training"),
        sentence=sentence,
        advice=(*_promises(gains), *remarks),
        facts={**facts, "monte_carlo_error": running.monte_carlo_error(held)},
        estimates=gains,
        fits=results.fits,
        repeats=made.repeats,
        seed=seed,
    )


def _steps(sizes: Sequence[float], most: int) -> list[int]:
    """Numbers of training cases, rising."""
    found = []
    for size in _check.items("sizes", sizes, "sizes"):
        number = _check.positive_number("sizes", size)
        found.append(round(number * most) if number <= 1 else _check.whole("sizes", size))
    out = sorted(set(found))
    if len(out) < 3:
        _check.fail("sizes", "be at least 3 different ones", list(sizes))
    if out[0] < 2 or out[-1] > most:
        _check.fail("sizes", f"lie between 2 and {most} training cases", out[0] if out[0] < 2 else out[-1])
    return out


def in_proportion(rows: Indices, classes: Any, rng: np.random.Generator) -> Indices:
    """The rows in random order such that every beginning has the classes in proportion."""
    place = np.empty(len(rows))
    for c in np.unique(classes[rows]):
        mine = np.flatnonzero(classes[rows] == c)
        place[mine] = (rng.permutation(len(mine)) + rng.random()) / len(mine)
    return rows[np.argsort(place, kind="stable")]


def _growing(base: Splits, classes: Any, steps: list[int], seed: int) -> tuple[list[Indices], list[Indices]]:
    """For each split its test part, and the first cases of its training part, in growing numbers."""
    trains, tests = [], []
    every = len(np.unique(classes))
    for i in range(len(base)):
        order = in_proportion(base.train(i), classes, _rng.stream(seed, "learning curve", i))
        for size in steps:
            part = np.sort(order[:size])
            if len(np.unique(classes[part])) < every:
                hint = "The smallest class is too rare for so few cases."
                _check.fail("sizes", "leave a case of each class to train on", size, hint)
            trains.append(part)
            tests.append(base.tests[i])
    return tests, trains


def _reading(
    held: Floats, train: Floats, x: Floats, ratios: Floats, measure: Metric, level: float
) -> tuple[str, dict[str, float]]:
    """Variance, bias or still learning, from the gap at the full size and the rise up to it."""
    half = int(np.abs(x - x[-1] / 2).argmin())
    gap = _mean_and_limits(measure.sign * (train[:, -1] - held[:, -1]), float(ratios[-1]), level)
    rise = _mean_and_limits(measure.sign * (held[:, -1] - held[:, half]), float(ratios[half]), level)
    facts = {"gap": gap[0], "gap_low": gap[1], "gap_high": gap[2], "rise_from": float(x[half])}
    facts |= {"rise": rise[0], "rise_low": rise[1], "rise_high": rise[2]}
    if any(math.isnan(v) for v in (*gap, *rise)):
        return "Undecided: too few fits have a score at the largest sizes.", facts
    above = f"the training score is better than the held-out one by {_format.number(gap[0])}"
    span = _format.span(gap[1], gap[2])
    if gap[1] > 0:
        words = f"Variance: {above} {span}"
        if rise[1] > 0:
            return f"{words}, and the held-out score still rises. More data, or a simpler learner, helps.", facts
        return f"{words}, and no rise was shown from {x[half]:.0f} cases on. A simpler learner may help.", facts
    if rise[1] > 0:
        return "Still learning: the held-out score rises and no gap to the training score was shown.", facts
    return (
        f"Bias, or noise in the labels: no gap was shown ({_format.number(gap[0])} {span}) and no rise from "
        f"{x[half]:.0f} cases on. More data will hardly help; a richer learner or better features may.",
        facts,
    )


def _mean_and_limits(values: Floats, ratio: float, level: float) -> tuple[float, float, float]:
    known = values[np.isfinite(values)]
    if len(known) < 2:
        return math.nan, math.nan, math.nan
    return float(known.mean()), *limits_over(known, ratio, level)


def _gains(
    held: Floats, x: Floats, ratio: float, measure: Metric, n: int, level: float, seed: int
) -> tuple[Estimate, ...]:
    """How much better the learner would be with some times the cases of this dataset."""
    end = measure.range[1] if measure.better == "higher" else measure.range[0]
    rows = held[np.isfinite(held).all(axis=1)]
    targets = [(f"gain with {g:g} times the cases", g * n) for g in GROWTH]
    why = "the metric has no end to near" if not math.isfinite(end) else "too few repeats have all scores"
    if not math.isfinite(end) or len(rows) < 3:
        return tuple(Estimate(name, math.nan, n, undefined=why) for name, _ in targets)
    losses = np.abs(end - rows)
    k = len(rows)
    picks = _rng.stream(seed, "learning curve", "bootstrap").integers(k, size=(DRAWS, k))
    _, scale, rate = power_laws(x, np.vstack([losses.mean(axis=0), losses[picks].mean(axis=1)]))
    out = []
    wide = float(stdtrit(k - 1, (1 + level) / 2)) * math.sqrt(1 + k * ratio)
    for name, size in targets:
        gains = scale * (float(n) ** -rate - float(size) ** -rate)
        reach = wide * float(gains[1:].std(ddof=1))
        interval = Interval(
            float(gains[0]) - reach, float(gains[0]) + reach, level, "bootstrap of repeats, widened; approximate"
        )
        out.append(Estimate(name, float(gains[0]), n, interval, note="extrapolated by an inverse power law"))
    return tuple(out)


def _promises(gains: tuple[Estimate, ...]) -> tuple[str, ...]:
    """What the extrapolation says, in words."""
    out = []
    for gain in gains:
        if gain.interval is not None:
            span = _format.span(gain.interval.low, gain.interval.high)
            out.append(
                f"{gain.name[0].upper()}{gain.name[1:]}: {_format.number(gain.value)} {span}, extrapolated."
            )
    return tuple(out)


@dataclass(frozen=True)
class PowerLaw:
    """The fitted curve: `floor` is the loss with endless data, `rate` how fast it is neared."""

    floor: float
    scale: float
    rate: float

    def at(self, size: float) -> float:
        """The loss at a training size."""
        return self.floor + self.scale * float(size) ** -self.rate


def power_law(sizes: Column, losses: Column) -> PowerLaw:
    """Fit loss = floor + scale size^-rate by least squares, floor and scale at least 0.

    The rate is searched on a grid from 0.05 to 3; for each the other two are linear. A curve that does not fall
    gets scale 0. Needs three sizes. It errs beyond the sizes seen as every extrapolation does. Reference:
    figueroa2012.

    >>> sizes = np.array([20, 40, 80, 160])
    >>> fit = power_law(sizes, 0.1 + 2 / sizes)
    >>> round(fit.floor, 3), round(fit.scale, 2), round(fit.rate, 2)
    (0.1, 2.0, 1.0)
    """
    floor, scale, rate = power_laws(sizes, np.atleast_1d(_check.floats("losses", losses))[None, ...])
    return PowerLaw(float(floor[0]), float(scale[0]), float(rate[0]))


def power_laws(sizes: Any, losses: Column) -> tuple[Floats, Floats, Floats]:
    """Floor, scale and rate for each row of losses, one column per size."""
    x, y = _check.floats("sizes", sizes), _check.floats("losses", losses)
    if x.ndim != 1 or not np.isfinite(x).all() or len(np.unique(x)) < 3 or (x <= 0).any():
        _check.fail("sizes", "hold at least 3 different sizes above 0", x.tolist())
    if y.ndim != 2 or y.shape[1] != len(x):
        _check.fail("losses", f"have one value for each of the {len(x)} sizes", f"shape {y.shape}")
    unit = x.max()
    basis = (x / unit) ** -_RATES[:, None]
    centre = basis - basis.mean(axis=1, keepdims=True)
    slope = np.maximum(0.0, (y @ centre.T) / (centre**2).sum(axis=1))
    level = y.mean(axis=1)[:, None] - slope * basis.mean(axis=1)
    through = np.maximum(0.0, (y @ basis.T) / (basis**2).sum(axis=1))
    slope, level = np.where(level < 0, through, slope), np.maximum(level, 0.0)
    misfit = ((y[:, None, :] - level[:, :, None] - slope[:, :, None] * basis) ** 2).sum(axis=2)
    best, rows = misfit.argmin(axis=1), np.arange(len(y))
    rate = _RATES[best]
    return level[rows, best], slope[rows, best] * unit**rate, rate
