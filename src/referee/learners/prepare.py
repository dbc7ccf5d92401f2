"""Which table a learner gets, and what has to be done to it inside every training part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.core.types import Array, Learner
from referee.data.features import Features

LIBRARIES = ("catboost", "imblearn", "lightgbm", "referee", "sklearn", "skorch", "xgboost")
"""Whose learners want numbers; any other is the user's own and gets the table as it came."""

OWN_CODING = ("ColumnTransformer", "Encoder", "FunctionTransformer", "Imputer", "Vectorizer")
"""How names of steps end that know columns, text or missing values: a pipeline with one gets the table as it came."""

INTEGERS = ("skorch", "xgboost")
"""Libraries whose learners need classes as 0, 1, 2, ..."""

THREADS = {"lightgbm": "n_jobs", "xgboost": "n_jobs", "catboost": "thread_count"}
"""What bounds the threads of boosted learners, which take all cores unless they are told not to."""


@dataclass(frozen=True)
class AsItCame:
    """A learner that is to get the table as it came."""

    learner: Any


def prepare_learner(learner: Any, features: Features | None, labels: Array) -> tuple[Any, Any]:
    """The learner that is fitted, and the table whose rows it gets; None where that is the user's array as it is.

    Text is one-hot coded and missing numbers become the median inside every training part, and inside every inner fold
    of a search; a learner that takes missing numbers (`allow_nan`) gets them as they are. Nothing is done for a
    pipeline that codes or fills columns itself, for a user's own class, or for one in `AsItCame`. Classes
    become integers for those that need them, and threads that were left open are one.

    >>> import numpy as np
    >>> from referee.data.features import read_features
    >>> from sklearn.naive_bayes import GaussianNB
    >>> table = read_features({"job": ["a", "b"] * 6, "pay": [1.0, None] * 6})
    >>> prepare_learner(GaussianNB(), table, np.array([0, 1]))[0]
    Prepared(learner=GaussianNB(), text=(0,))
    """
    as_it_came = isinstance(learner, AsItCame)
    learner = learner.learner if as_it_came else learner
    if isinstance(learner, type):  # refused where its methods are asked for
        return learner, None
    learner = _bound_threads(learner)
    libraries = {_library(part) for _, part in _parts(learner)}
    needs: dict[str, Any] = {}
    if libraries & set(INTEGERS) and labels.tolist() != list(range(len(labels))):
        needs["coded"] = True
    if "skorch" in libraries:
        needs["single"] = True
    table = None
    if features is not None:
        if as_it_came or _knows_columns(learner):
            table = features.objects if features.came is None else features.came
        elif features.came is not None and not libraries <= set(LIBRARIES):
            table = features.came
        else:
            table, fill = features.values, features.gaps and not _takes_gaps(learner)
            if features.text or fill or _prepares_columns(learner):
                needs |= {"text": features.text, "gaps": not fill}
    if type(learner).__name__ == "DummyClassifier":
        return learner, table
    return (_wrap(learner, needs) if needs else learner), table


def _parts(learner: Learner) -> Iterator[tuple[str, Any]]:
    """A learner and the learners and steps inside it, each with its place."""
    yield "", learner
    if hasattr(learner, "get_params"):
        for place, part in learner.get_params(deep=True).items():
            if hasattr(part, "get_params"):
                yield place, part


def _library(part: Any) -> str:
    return type(part).__module__.partition(".")[0]


def _knows_columns(learner: Learner) -> bool:
    """Whether a step codes, fills or picks columns."""
    return any(type(part).__name__.endswith(OWN_CODING) for _, part in _parts(learner))


def _prepares_columns(learner: Learner) -> bool:
    return "Prepared" in (type(learner).__name__, type(getattr(learner, "estimator", None)).__name__)


def _takes_gaps(learner: Learner) -> bool:
    """Whether the learner itself takes missing numbers, by its own word."""
    inner: Any = getattr(learner, "estimator", learner) if hasattr(learner, "cv") else learner
    inner = inner.learner if type(inner).__name__ == "Prepared" else inner
    try:
        from sklearn.utils import get_tags

        return bool(get_tags(inner).input_tags.allow_nan)
    except (AttributeError, TypeError):
        return False


def _bound_threads(learner: Learner) -> Any:
    """A copy with one thread where a boosted learner's were left open; the learner itself when there is none."""
    open_: dict[str, Any] = {}
    for place, part in _parts(learner):
        key = THREADS.get(_library(part), "")
        lists_all = _library(part) != "catboost"  # whose get_params names what was set alone
        if key and part.get_params().get(key, 1 if lists_all else None) is None:
            prefix = f"{place}__" if place else ""
            open_[prefix + key] = 1
            if not lists_all:  # it writes files and lines unless it is told not to
                open_ |= {f"{prefix}allow_writing_files": False, f"{prefix}verbose": False}
    if not open_:
        return learner
    from sklearn.base import clone

    return clone(learner).set_params(**open_)


def _wrap(learner: Learner, needs: dict[str, Any]) -> Any:
    """The learner in the preparation that it needs; of a search, the learner that it tunes."""
    from sklearn.base import clone

    from referee.learners.prepared import Prepared

    if isinstance(learner, Prepared):
        return clone(learner).set_params(**needs)
    grids = [key for key in ("param_grid", "param_distributions") if hasattr(learner, key)]
    if not grids or not hasattr(learner, "estimator"):
        return Prepared(learner, **needs)
    inner = learner.estimator
    if isinstance(inner, Prepared):
        return clone(learner).set_params(**{f"estimator__{key}": value for key, value in needs.items()})
    given = getattr(learner, grids[0])
    tables = [given] if isinstance(given, dict) else list(given)
    renamed = [{f"learner__{key}": values for key, values in table.items()} for table in tables]
    grid: Any = renamed[0] if isinstance(given, dict) else renamed
    return clone(learner).set_params(**{"estimator": Prepared(inner, **needs), grids[0]: grid})
