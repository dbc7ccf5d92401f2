"""Fitting without one case, as brute force does, for the few folds where algebra is not sure."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.core.types import Floats
from referee.resampling.loo.cases import Cases, refuse


def refit(learner: Any, X: Floats, cases: Cases, i: int, method: str) -> tuple[int, NDArray[Any]]:
    """The class code and the scores (by `method`; none when it is "") of case i by a learner fitted without it."""
    from sklearn.base import clone
    from sklearn.exceptions import ConvergenceWarning

    rest = np.arange(cases.n) != i
    single = len(np.unique(cases.codes[rest])) == 1
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model = clone(learner).fit(X[rest], cases.classes[cases.codes[rest]])
            label = model.predict(X[i : i + 1])[0]
            scores = np.asarray(getattr(model, method)(X[i : i + 1])[0]) if method else np.empty(0)
        except Exception as error:
            why = "one class remains" if single else f"{type(error).__name__}: {error}"
            refuse(f"the learner cannot be fitted without case {i} ({why})")
    if any(issubclass(w.category, ConvergenceWarning) for w in caught):
        refuse(f"the learner did not converge without case {i}")
    code = int(np.flatnonzero(cases.classes == label)[0])
    if method != "predict_proba":
        return code, scores
    full = np.zeros(len(cases.classes))
    full[np.isin(cases.classes, model.classes_)] = scores
    return code, full
