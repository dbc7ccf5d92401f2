"""Progressive validation with a learner that can be updated case by case."""

from __future__ import annotations

from typing import Any

from referee import _check, _rng
from referee.core import Results, Splits
from referee.core.types import Column, Learner, Rng, Table
from referee.learners.data import LearnerCases, rows_of
from referee.learners.fitting import Copies, codes_of
from referee.learners.recipe import cases_of
from referee.learners.same_bits import one_thread


def can_update(learner: Learner, y: Column, splits: Splits) -> bool:
    """Whether one model can be fitted and then updated: it has partial_fit, and its first part has every class."""
    first = splits.train(0)
    classes = cases_of(y).classes
    return callable(getattr(learner, "partial_fit", None)) and set(classes[first]) == set(classes)


def run_progressive(
    learner: Learner, X: Table | LearnerCases, y: Column, splits: Splits, *, rng: Rng = None, name: str = ""
) -> Results:
    """Fit a learner on the first training part, then test each held-out case and update the model with it.

    For learners with `partial_fit`: one fit instead of one per case. The models are those that updating gives, which
    for some learners are not those that refitting would give. A failure ends the run and keeps what was tested.
    Reference: blum1999.

    >>> import numpy as np
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from referee.learners.estimators import Progressive
    >>> X, y = np.arange(20.0)[:, None], np.repeat([0, 1], 10)
    >>> results = run_progressive(GaussianNB(), X, y, Progressive().make(y, rng=1), rng=1)
    >>> len(results.finished), results.fits
    (7, 1)
    """
    data, seed = X if isinstance(X, LearnerCases) else LearnerCases(X, y), _rng.seed_of(rng)
    copies = Copies(learner, "learner", ("fit", "predict", "partial_fit"), seed=seed, fits=1)
    table, target, levels = data.table, data.target, data.levels
    predicted: list[Any] = [None] * len(splits)
    failures: list[tuple[int, str]] = []
    interrupted, i = False, -1
    try:
        with one_thread():
            model, first = copies.copy(0), splits.train(0)
            model.fit(rows_of(table, first), target[first])
            for i, test in enumerate(splits.tests):
                case = rows_of(table, test)
                predicted[i], why = codes_of(model.predict(case), levels, len(test))
                if why:
                    failures.append((i, why))
                model.partial_fit(rows_of(table, test), target[test])
    except KeyboardInterrupt:
        interrupted = True
    except Exception as error:
        at = i if i < 0 or predicted[i] is None else min(i + 1, len(splits) - 1)
        failures.append((at, _check.mask_secrets(f"{type(error).__name__}: {error}".rstrip(": "))))
    facts = {"failures": tuple(failures), "interrupted": interrupted}
    return data.results(name or type(learner).__name__, splits, tuple(predicted), seed=seed, fits=1, **facts)
