"""Which table a learner gets, and what has to be done to it inside every training part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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

COUNTS = ("n_jobs", "nthread", "num_threads", "thread_count")
"""Parameters that count threads or processes."""


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
    if libraries & set(INTEGERS) and (labels.dtype.kind != "i" or labels.tolist() != list(range(len(labels)))):
        needs["coded"] = True
    if "skorch" in libraries:
        needs["single"] = True
    table = None
    if features is not None:
        if as_it_came or any(type(part).__name__.endswith(OWN_CODING) for _, part in _parts(learner)):
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
            if hasattr(part, "get_params") and not isinstance(part, type):
                yield place, part


def _library(part: Any) -> str:
    return type(part).__module__.partition(".")[0]


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


def bounded_threads(learners: Mapping[str, Any]) -> list[str]:
    """What is said of learners whose own threads or processes are bounded; nothing where there is none.

    >>> from sklearn.ensemble import RandomForestClassifier
    >>> bounded_threads({"forest": RandomForestClassifier(n_jobs=-1), "small": RandomForestClassifier()})
    ['each fit has one thread (forest: n_jobs=-1); Run(n_jobs=-1) or --jobs -1 spreads the fits over all cores']
    """
    said = []
    for name, learner in learners.items():
        given: Any = learner[1] if isinstance(learner, tuple) and len(learner) == 2 else learner
        given = given.learner if isinstance(given, AsItCame) else given
        for place, value in ({} if isinstance(given, type) else _thread_counts(given)).items():
            key = place.rpartition("learner__")[2]
            said.append(f"{name}: {key} left open" if value is None else f"{name}: {key}={value}")
    more = "Run(n_jobs=-1) or --jobs -1 spreads the fits over all cores"
    return [f"each fit has one thread ({', '.join(said)}); {more}"] if said else []


def _thread_counts(learner: Learner) -> dict[str, Any]:
    """The parameters of a learner and its parts that let it take more than one thread or process, as they are set."""
    found: dict[str, Any] = {}
    for place, part in _parts(learner):
        params = part.get_params(deep=False) if hasattr(part, "get_params") else {}
        library = _library(part)
        given = {key: params[key] for key in COUNTS if params.get(key) not in (None, 1)}
        left_open = THREADS.get(library, "")
        unset = None if library == "catboost" else 1  # whose get_params names what was set alone
        if left_open and not given and params.get(left_open, unset) is None:
            given = {left_open: None}
        prefix = f"{place}__" if place else ""
        found |= {prefix + key: value for key, value in given.items()}
    return found


def _bound_threads(learner: Learner) -> Any:
    """A copy with one thread in each fit, which the processes of `Run` share out; the learner itself if it has one.

    More would fight with them, and sums in another order give other bits.
    """
    bounds: dict[str, Any] = dict.fromkeys(_thread_counts(learner), 1)
    for place, part in _parts(learner):
        if _library(part) == "catboost":  # it writes files and lines unless it is told not to
            prefix = f"{place}__" if place else ""
            quiet = {"allow_writing_files": False, "verbose": False}
            bounds |= {prefix + key: value for key, value in quiet.items() if key not in part.get_params()}
    if not bounds:
        return learner
    from sklearn.base import clone

    return clone(learner).set_params(**bounds)


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
