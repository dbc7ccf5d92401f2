"""How the time of a verb grows: the slope of log time against log size, from the smallest to the largest that is timed.

A slope of 1 says that twice as many take twice as long. The goal is 1.15, of classes and models 2.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import referee
from referee.learners.run import QUIET
from tools.benchmarks.timing import Row, cpu, row
from tools.benchmarks.verbs import labels, scored

LINEAR, SQUARE = 1.15, 2.0


def _cases(n: int) -> Any:
    y, predicted, p = scored(n)
    return lambda: referee.evaluate(y, predicted, p, positive=1, rng=0)


def _classes(k: int) -> Any:
    y, predicted = labels(10**5, k)
    return lambda: referee.evaluate(y, predicted, rng=0)


def _models(count: int) -> Any:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 500)
    preds = {f"model {i}": np.where(rng.random(500) < 0.75, y, 1 - y) for i in range(count)}
    models = referee.read_models(y, preds=preds)
    return lambda: str(referee.compare_all(models, rng=0))


def _slices(count: int) -> Any:
    y, predicted, _ = scored(30 * count)
    answers = referee.read(y, predicted, positive=1)
    sliced = referee.read_slices(answers, by={"part": np.arange(len(y)) % count})
    return lambda: referee.evaluate_by(sliced, rng=0)


def _left_out(n: int) -> Any:
    from sklearn.naive_bayes import GaussianNB

    draw = np.random.default_rng(6)
    y = draw.integers(0, 2, n)
    X = draw.normal(size=(n, 3)) + y[:, None]
    return lambda: referee.estimate_error(GaussianNB(), X, y, method="loo", rng=0, run=QUIET)


JOBS: tuple[tuple[str, Callable[[int], Any], tuple[int, ...], float], ...] = (
    ("evaluate, cases", _cases, (10**3, 10**4, 10**5, 10**6, 10**7), LINEAR),
    ("evaluate, classes", _classes, (2, 30, 300, 3000), SQUARE),
    ("compare_all, models", _models, (2, 20, 200), SQUARE),
    ("evaluate_by, slices", _slices, (10, 100, 1000, 10_000), LINEAR),
    ("estimate_error, leave-one-out", _left_out, (10**3, 10**4, 10**5), LINEAR),
)


def jobs() -> Iterator[Row]:
    """One slope per job, by least squares over the sizes, each of which is printed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, make, sizes, goal in JOBS:
            times = [cpu(make(size), 2) for size in sizes]
            print(f"{name}: " + ", ".join(f"{n:,} in {1e3 * t:.3g} ms" for n, t in zip(sizes, times, strict=True)))
            slope = float(np.polyfit([math.log(n) for n in sizes], [math.log(t) for t in times], 1)[0])
            yield row(f"growth of {name}", sizes[-1], slope, "slope", 1.0, goal, at_most=True, unit="x")
