"""Effect of the validation fraction: how a score and its spread change with the share held out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from referee import _check, _format, _rng
from referee.core import LearnerCurve
from referee.core.splits import Indices
from referee.core.types import Column, Floats, Learner, Rng, Table
from referee.learners.data import LearnerCases
from referee.learners.learning_curve import in_proportion
from referee.learners.per_split import Running, failure_notes, limits_over, per_split, value_on
from referee.learners.recipe import Dealing, Parts, SplitCases, share_size
from referee.learners.run import ALONE, Run
from referee.metrics.metric import Metric

RULES = (
    "Keep lambda under 1/2: the validation part estimates one thing, the rest all parameters of the model.",
    "The more free parameters a model has, the smaller lambda should be; with few, lambda matters little.",
    "m-fold cross-validation has lambda = 1/m and validates every case once.",
)


@dataclass(frozen=True)
class ValidationFractions(Dealing):
    """In each of `repeats` random orders the first share of the cases validates and the rest trains.

    The parts of an order are nested, for all the `fractions`, each class in proportion. Cases that belong together, or
    keep their order, are refused. Reference: duda2001.

    >>> splits = ValidationFractions([0.2, 0.5], repeats=3).make([0, 1] * 10, rng=1)
    >>> [len(test) for test in splits.tests]
    [4, 10, 4, 10, 4, 10]
    """

    least: ClassVar[dict[str, int]] = {"repeats": 3}

    fractions: Sequence[float] = (1 / 16, 1 / 8, 1 / 4, 1 / 2)
    repeats: int = 30

    def __post_init__(self) -> None:
        super().__post_init__()
        given = _check.items("fractions", self.fractions, "shares")
        shares = sorted({_check.fraction("fractions", f) for f in given})
        if len(shares) < 2:
            _check.fail("fractions", "be at least 2 different ones", given)
        object.__setattr__(self, "fractions", tuple(shares))

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        if cases.keeps != "cases":
            _check.fail(cases.keeps, "not be given for validation fractions", "some")
        tests: list[Indices] = []
        for r in range(self.repeats):
            order = in_proportion(np.arange(cases.n), cases.classes, _rng.stream(seed, "validation fraction", r))
            tests += [np.sort(order[: share_size(cases.n, share)]) for share in self.fractions]
        return "validation fractions", tests, None, {"repeats": self.repeats}


def validation_fraction(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column = None,
    *,
    metric: str | Metric = "accuracy",
    splits: ValidationFractions = ValidationFractions(),
    level: float = 0.95,
    rng: Rng = None,
    run: Run = ALONE,
) -> LearnerCurve:
    """Score a learner with growing shares (lambda) of the cases held out for validation.

    `splits` have the shares, and how many random orders of the cases. The band is the mean over repeats with corrected
    t limits; `facts` have the spread of a single validation at each lambda, and the fall from the smallest lambda to
    the largest, both scored on the smallest part. `choice` is the largest lambda under 1/2 whose mean is within one
    standard error of the best. A `referee.Dataset` instead of `X` and `y` also says the positive class. It errs by a
    tiny validation part, whose score is a few cases. Reference: duda2001.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(96) % 2
    >>> X = rng.normal(size=(96, 2)) + y[:, None]
    >>> effect = validation_fraction(GaussianNB(), X, y, splits=ValidationFractions(repeats=10), rng=1)
    >>> effect.held_out.x.tolist(), effect.fits
    ([0.0625, 0.125, 0.25, 0.5], 40)
    """
    running = Running(X, y, metric, rng, run)
    measure, level = running.measure, _check.fraction("level", level)
    made = running.splits(_check.instance("splits", splits, ValidationFractions))
    k, shares = made.repeats, splits.fractions
    results = running(learner, made, "everywhere")
    remarks = failure_notes(results)
    held = per_split(results, measure).reshape(k, len(shares))
    x, sizes = np.array(shares), [len(test) for test in made.tests[: len(shares)]]
    ratios = np.array([size / (made.n - size) for size in sizes])
    band = running.band(held, x, ratios, level, "lambda", "validation")
    numbers = {f"sd at lambda {_words(s)}": float(np.nanstd(held[:, j], ddof=1)) for j, s in enumerate(shares)}
    wide = len(shares)
    ends = [
        [value_on(results, measure, r * wide + j, made.tests[r * wide]) for r in range(k)] for j in (0, wide - 1)
    ]
    fall = measure.sign * (np.array(ends[0]) - np.array(ends[1]))
    sentence, lost = _fall_words(
        fall[np.isfinite(fall)], sizes[0] / (made.n - sizes[-1]), level, (shares[0], shares[-1])
    )
    return LearnerCurve(
        name="validation fraction",
        metric=measure.name,
        held_out=band,
        training=None,
        sentence=sentence,
        advice=(*RULES, *remarks),
        facts={**numbers, **lost, "monte_carlo_error": running.monte_carlo_error(held)},
        choice=_choice(held, x, ratios, measure.sign),
        fits=results.fits,
        repeats=k,
        seed=running.seed,
    )


def _fall_words(
    fall: Floats, ratio: float, level: float, ends: tuple[float, float]
) -> tuple[str, dict[str, float]]:
    """What is lost from the smallest lambda to the largest: in a sentence, and its numbers."""
    if len(fall) < 2:
        return "Undecided: too few fits have a score.", {}
    mean, (low, high) = float(fall.mean()), limits_over(fall, ratio, level)
    by = f"{_format.number(mean)} {_format.span(low, high)}"
    stretch = f"from lambda {_words(ends[0])} to {_words(ends[1])}"
    sentence = f"No effect of lambda was shown: {by} lost {stretch}."
    if low > 0:
        sentence = f"Lambda matters: the score is worse by {by} {stretch}. Hold out less."
    return sentence, {"fall": mean, "fall_low": low, "fall_high": high}


def _words(share: float) -> str:
    """A share as a fraction where it is a simple one."""
    near = Fraction(share).limit_denominator(64)
    return str(near) if math.isclose(float(near), share, rel_tol=1e-9) else f"{share:g}"


def _choice(held: Any, x: Column, ratios: Any, sign: float) -> float | None:
    """The largest lambda under 1/2 whose mean is within one standard error of the best."""
    known = np.isfinite(held).sum(axis=0) > 1
    usable = known & (x < 0.5)
    if not usable.any():
        return None
    means = np.array([sign * np.nanmean(held[:, j]) if known[j] else -np.inf for j in range(len(x))])
    best = int(np.where(usable, means, -np.inf).argmax())
    column = held[np.isfinite(held[:, best]), best]
    error = float(column.std(ddof=1)) * math.sqrt(1 / len(column) + ratios[best])
    return float(x[np.flatnonzero(usable & (means >= means[best] - error))[-1]])
