"""What a study will do, counted and not done."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from referee.core import StudyPlan
from referee.learners.prepare import THREADS, bounded_threads
from referee.studies.dataset import Dataset
from referee.studies.experiment import Experiment
from referee.studies.reading import read_study


def dry_run(study: Experiment, store: str | os.PathLike[str] | None = None) -> StudyPlan:
    """The plan of a study: its datasets, its learners, and how many runs and fits they make.

    With a `store` that exists, the runs that it has already are counted too.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> plan = dry_run(Experiment({"bayes": GaussianNB()}, {"iris": load_iris(return_X_y=True)}, rng=1))
    >>> plan.runs, plan.fits
    (120, 120)
    """
    tables = tuple(_facts(study, name, data) for name, data in study.tables.items())
    names = tuple(candidate.name for candidate in study.candidates)
    done = failed = 0
    if store is not None and Path(store).exists():
        kept = read_study(store)
        for dataset, learner, cell in kept:
            if dataset in study.tables and learner in names:
                done, failed = done + len(cell.finished), failed + len(cell.failures)
    return StudyPlan(
        study.name,
        study.seed,
        tuple(measure.name for measure in study.measures),
        tuple(study.tables),
        tables,
        names,
        tuple((_learner_line(candidate.learner), fits_of(candidate.learner)) for candidate in study.candidates),
        tuple(candidate.name for candidate in study.candidates if candidate.baseline),
        "" if store is None else str(store),
        done,
        failed,
        tuple(() if data.features is None else data.features.columns for data in study.tables.values()),
        tuple(candidate.name for candidate in study.candidates if not candidate.prepare),
        tuple(bounded_threads({candidate.name: candidate.learner for candidate in study.candidates})),
    )


def fits_of(learner: Any) -> int:
    """How many models one run fits: a search fits each of its candidates on each inner fold, and the best again.

    >>> from sklearn.model_selection import GridSearchCV
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> fits_of(GridSearchCV(DecisionTreeClassifier(), {"max_depth": [1, 2]}, cv=3))
    7
    """
    grid, drawn = getattr(learner, "param_grid", None), getattr(learner, "param_distributions", None)
    if grid is None and drawn is None:
        return 1
    from sklearn.model_selection import ParameterGrid, check_cv

    folds = int(check_cv(learner.cv).get_n_splits())
    if grid is not None:
        return len(ParameterGrid(grid)) * folds + 1
    try:
        most = len(ParameterGrid(drawn))
    except TypeError:
        most = learner.n_iter
    return min(int(learner.n_iter), most) * folds + 1


def _facts(study: Experiment, name: str, data: Dataset) -> tuple[str, int, int | None, int, str, int]:
    splits = study.splits_of(name)
    shape: Any = getattr(data.table, "shape", ())
    features = int(shape[1]) if len(shape) > 1 else None
    return data.source, data.n, features, len(data.labels), splits.kind, len(splits)


def _learner_line(learner: Any) -> str:
    """A learner in a line, without the wrapper that prepares columns."""
    inner = getattr(learner, "estimator", learner) if hasattr(learner, "cv") else learner
    scaled = ""
    if type(inner).__name__ == "Prepared":
        scaled, inner = ", scaled" if inner.scale else "", inner.learner
    tuned = ", tuned" if hasattr(learner, "cv") else ""
    return f"{_short_call(inner)}{scaled}{tuned}"


def _short_call(learner: Any) -> str:
    """A learner as it is written, with the parameters that are not its defaults: XGBoost's own form names them all."""
    if type(learner).__module__.partition(".")[0] not in THREADS:
        return " ".join(repr(learner).split())
    usual, given = type(learner)().get_params(deep=False), learner.get_params(deep=False)
    changed = [f"{key}={value!r}" for key, value in given.items() if repr(value) != repr(usual.get(key))]
    return f"{type(learner).__name__}({', '.join(changed)})"
