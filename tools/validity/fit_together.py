"""All fits of a small learner at once: the same predictions as fitting it on each split, without the wait.

The linear discriminant needs the counts, sums and products of the training cases, the nearest neighbour the order of
all cases by distance: both are had for every split together. `fit_together_checked`
fits split by split as well and compares.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from referee.core.results import Results
from referee.core.splits import Splits
from referee.learners import run_learner

NEAREST = 16
"""Neighbours looked at first; where no training case is among them, all are."""


def fit_together(learner: Any, X: Any, y: Any, splits: Splits, *, keep: Collection[str] = ()) -> Results:
    """As `run_learner` with classes 0 and 1, for a `BlockLearner` of kind "lda" or "1nn"."""
    whole, everywhere = "whole" in keep, "everywhere" in keep
    x, n = learner._select_columns(X), len(y)
    weights = _weights(splits)
    if whole:
        weights = np.vstack([weights, np.ones(n)])
    rows = [np.arange(n)] * len(splits) if everywhere else list(splits.tests)
    rows += [np.arange(n)] * whole
    sizes = [len(part) for part in rows]
    of, case = np.repeat(np.arange(len(rows)), sizes), np.concatenate(rows)
    failed: list[int] = []
    if learner.kind == "1nn":
        said = _nearest(x, y, weights, of, case)
    else:
        said, failed = _discriminant(x, y, weights, of, case)
    parts = [None if i in failed else part for i, part in enumerate(np.split(said, np.cumsum(sizes)[:-1]))]
    return Results(
        type(learner).__name__,
        (0, 1),
        y,
        splits,
        tuple(parts[: len(splits)]),
        positive=1,
        everywhere=everywhere,
        whole=parts[-1] if whole else None,
        failures=tuple((i, "no model") for i in failed),
        fits=len(rows),
    )


def fit_together_checked(learner: Any, X: Any, y: Any, splits: Splits, **options: Any) -> Results:
    """The results of all fits at once, after a look that fits one by one predict the same."""
    made = fit_together(learner, X, y, splits, **options)
    each = run_learner(learner, X, y, splits, rng=0, **options)
    both = zip((*made.predicted, made.whole), (*each.predicted, each.whole), strict=True)
    if not all(a is b if a is None or b is None else np.array_equal(a, b) for a, b in both):
        raise AssertionError(f"{learner!r}: fits at once and one by one differ on {splits!r}")
    return made


def _weights(splits: Splits) -> Any:
    """How often each case trains in each split."""
    if splits.trains is None:
        out = np.ones((len(splits), splits.n))
        held = splits.tests
        if splits.validations:
            held = tuple(np.concatenate(both) for both in zip(splits.tests, splits.validations, strict=True))
        out[np.repeat(np.arange(len(held)), [len(part) for part in held]), np.concatenate(held)] = 0
        return out
    place = np.concatenate([i * splits.n + part for i, part in enumerate(splits.trains)])
    return np.bincount(place, minlength=len(splits) * splits.n).reshape(-1, splits.n).astype(float)


def _discriminant(x: Any, y: Any, weights: Any, of: Any, case: Any) -> tuple[Any, list[int]]:
    """Predictions, and the splits without a model: those with cases of one class only."""
    x = x - x.mean(axis=0)  # products of large numbers lose digits
    products = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    within = (weights @ products).reshape(-1, x.shape[1], x.shape[1])
    counts = np.stack([weights @ (y == c) for c in (0, 1)])
    failed = np.flatnonzero(counts.min(axis=0) == 0).tolist()
    counts[:, failed] = 1.0
    means = np.stack([(weights * (y == c)) @ x for c in (0, 1)]) / counts[..., None]
    within -= (counts[..., None, None] * means[..., :, None] * means[..., None, :]).sum(axis=0)
    within[failed] = np.eye(x.shape[1])
    direction = np.linalg.solve(within, (means[1] - means[0])[..., None])[..., 0] * counts.sum(axis=0)[:, None]
    cut = (direction * (means[1] + means[0])).sum(axis=1) / 2 - np.log(counts[1] / counts[0])
    return ((x[case] * direction[of]).sum(axis=1) > cut[of]).astype(int), failed


def _nearest(x: Any, y: Any, weights: Any, of: Any, case: Any) -> Any:
    square = (x**2).sum(axis=1)
    far = square[:, None] - 2 * x @ x.T + square
    most = min(NEAREST, len(x))
    near = np.argpartition(far, most - 1, axis=1)[:, :most]
    near = np.take_along_axis(near, np.take_along_axis(far, near, axis=1).argsort(axis=1), axis=1)
    trains = weights > 0
    found = trains[of[:, None], near[case]]
    first = found.argmax(axis=1)
    chosen = near[case, first]
    for i in np.flatnonzero(~found[np.arange(len(case)), first]):
        chosen[i] = np.where(trains[of[i]], far[case[i]], np.inf).argmin()
    return y[chosen]
