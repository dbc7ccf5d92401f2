"""Validation curve: training and validation score over complexity or training effort, and where to stop."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from referee import _check, _format
from referee.core import Estimate, LearnerCurve, Splits
from referee.core.types import Column, Learner, Rng, Table
from referee.learners.cross_validation import CrossValidation
from referee.learners.data import LearnerCases
from referee.learners.per_split import Running, failure_notes, per_split, training_values
from referee.learners.recipe import Recipe
from referee.learners.run import ALONE, Run
from referee.learners.select_learner import RULES, simplest_within, tibshirani_correction
from referee.metrics.metric import Metric

LEVEL = 0.95


def validation_curve(
    learner: Learner,
    X: Table | LearnerCases,
    y: Column = None,
    *,
    grid: Mapping[str, Sequence[Any]],
    metric: str | Metric = "accuracy",
    splits: Recipe | Splits | None = None,
    rng: Rng = None,
    run: Run = ALONE,
) -> LearnerCurve:
    """Score a learner with each value of a parameter that makes it more complex, or lets it train longer.

    `grid` has the parameter and its values, from simple (or short) to complex (or long), such as
    {"max_depth": [1, 2, 4]}; all are fitted on the same splits, 10-fold by default. The stopping point (`choice`) is
    the simplest value within one standard error of the best mean validation score; `select_learner` has other rules.
    The best mean is optimistic because it is the best of several: `estimates` have it as it stands and with
    Tibshirani's correction. Bands are pointwise corrected t limits at 95%. A `referee.Dataset` instead of `X` and `y`
    also says groups, times and the positive class. It errs by its folds: the stopping point may differ on new data.
    Reference: breiman1984, tibshirani2009.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(100) % 2
    >>> X = rng.normal(size=(100, 3)) + y[:, None]
    >>> curve = validation_curve(DecisionTreeClassifier(), X, y, grid={"max_depth": [1, 2, 4, 8]}, rng=1)
    >>> curve.choice, bool(curve.training.value[-1] > 0.97), curve.fits
    (1.0, True, 40)
    """
    running = Running(X, y, metric, rng, run)
    measure = running.measure
    parameter, values = _one_parameter(learner, grid)
    from sklearn.base import clone

    made = running.splits(splits, CrossValidation(10))
    tried = [clone(learner).set_params(**{parameter: value}) for value in values]
    runs = [running(one, made, "everywhere") for one in tried]
    remarks = tuple(f"{value}: {word}" for value, r in zip(values, runs, strict=True) for word in failure_notes(r))
    held = np.stack([per_split(r, measure) for r in runs], axis=1)
    train = np.stack([training_values(r, measure) for r in runs], axis=1)
    numeric = all(isinstance(v, int | float | np.number) and not isinstance(v, bool) for v in values)
    x = np.array(values, dtype=float) if numeric else np.arange(len(values), dtype=float)
    overlap = made.test_train_ratio
    ratios = np.full(len(values), overlap)
    whole = held[np.isfinite(held).all(axis=1)]
    if len(whole) < 2:
        _check.fail("learner", "have a score with every value on two splits or more", f"{len(whole)} splits")
    found = simplest_within(whole.T, better=measure.good_end, ratio=0.0 if made.repeats == 1 else overlap)
    fixed = tibshirani_correction(whole.T, better=measure.good_end)
    note = f"the best of {len(values)}, and so optimistic"
    bias = Estimate("corrected best", fixed.corrected, made.n, note="Tibshirani's correction; no interval")
    words = [_format.label(values[i]) for i in (found.best, found.chosen)]
    shown, near = _format.number(fixed.apparent), RULES["one_se"].replace("of the best", "of it")
    sentence = f"The {measure.name} of {shown} is best at {parameter} = {words[0]}"
    stop = "; stop there." if found.chosen == found.best else f"; stop at {words[1]}, {near}."
    return LearnerCurve(
        name=f"validation curve over {parameter}",
        metric=measure.name,
        held_out=running.band(held, x, ratios, LEVEL, parameter, "validation"),
        training=running.band(train, x, ratios, LEVEL, parameter, "training"),
        sentence=sentence + stop,
        advice=(
            f"The best value is the best of {len(values)}: it is optimistic by about "
            f"{_format.number(fixed.optimism)}. Estimate the error of the whole procedure by nested cross-validation.",
            *_overfitting(train, held, found.best, measure.sign),
            *remarks,
        ),
        facts={"limit": found.limit, "allowance": found.allowance, "optimism": fixed.optimism},
        estimates=(Estimate("apparent best", fixed.apparent, made.n, note=note), bias),
        choice=float(x[found.chosen]),
        fits=sum(r.fits for r in runs),
        repeats=made.repeats,
        seed=running.seed,
    )


def _one_parameter(learner: Learner, grid: Mapping[str, Sequence[Any]]) -> tuple[str, list[Any]]:
    """The parameter of the learner and its values."""
    given = _check.mapping("grid", grid)
    if len(given) != 1:
        _check.fail("grid", "have one parameter with its values", _check.show_value(grid))
    ((parameter, values),) = given.items()
    values = _check.items("grid", values, "values of the parameter")
    if len(values) < 2:
        _check.fail("grid", "have at least 2 values, from simple to complex", values)
    if not hasattr(learner, "get_params") or str(parameter) not in learner.get_params():
        _check.fail("grid", f"have a parameter of {type(learner).__name__}", _check.show_value(parameter))
    return str(parameter), values


def _overfitting(train: Any, held: Any, best: int, sign: float) -> tuple[str, ...]:
    """Whether the training score goes on rising where the validation score falls."""
    ends = [sign * float(np.nanmean(table[:, j])) for table in (train, held) for j in (best, -1)]
    if any(math.isnan(v) for v in ends) or not (ends[1] > ends[0] and ends[3] < ends[2]):
        return ()
    return ("Beyond the best value the training score goes on rising while the validation score falls.",)
