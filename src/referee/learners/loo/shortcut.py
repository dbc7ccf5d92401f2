"""Leave-one-out at the price of one fit: the door, and the few folds that are really fitted."""

from __future__ import annotations

import importlib
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.types import Column, Floats, Learner, Table
from referee.learners.loo.cases import NEAR, Folds, LeftOut, NoShortcutError, margins, refuse, scale_columns
from referee.learners.same_bits import one_thread

LEARNERS = {
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": "discriminant.lda",
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": "discriminant.qda",
    "sklearn.dummy.DummyClassifier": "class_means.dummy",
    "sklearn.linear_model._logistic.LogisticRegression": "logistic.folds",
    "sklearn.linear_model._ridge.RidgeClassifier": "ridge.folds",
    "sklearn.naive_bayes.GaussianNB": "class_means.gaussian_nb",
    "sklearn.neighbors._classification.KNeighborsClassifier": "knn.folds",
    "sklearn.neighbors._nearest_centroid.NearestCentroid": "class_means.nearest_centroid",
}
SINCE = {"discriminant.lda": (1, 9), "discriminant.qda": (1, 9)}
"""The scikit-learn from which a learner is fitted as the shortcut does it; an older one gives other scores."""

SCALER = "sklearn.preprocessing._data.StandardScaler"
PIPELINE = "sklearn.pipeline.Pipeline"

AGREE = 1e-6
"""How near the scores of the folds that are fitted as a check must be."""


@dataclass(frozen=True, eq=False)
class LooPredictions:
    """The prediction for each case by the learner fitted on all others.

    `labels` has one label a case, `classes` the distinct labels in order. `scores`, when asked for, are
    probabilities of shape (n, K) with the columns of `classes` (`kind` "probability"; 0 for a class that the fold
    does not have), or the learner's decision function (`kind` "decision"; one number per case for two classes).
    `near_ties` counts the cases whose margin is under 1e-9, so that rounding decides their label, and `refitted`
    those that were predicted by really fitting without them.
    """

    labels: NDArray[Any]
    classes: NDArray[Any]
    scores: Floats | None
    kind: str
    near_ties: int
    refitted: int


@dataclass(frozen=True, eq=False)
class LooAttempt:
    """The predictions of a shortcut, or None and the reason why there is none for this learner and these data."""

    predictions: LooPredictions | None
    reason: str = ""


def loo_predictions(learner: Learner, X: Table, y: Column, *, scores: bool = False) -> LooPredictions | None:
    """Every held-out prediction of leave-one-out, by algebra instead of n fits; None where that cannot be.

    For KNeighborsClassifier (Euclidean), GaussianNB, LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis,
    RidgeClassifier, NearestCentroid, LogisticRegression (L2, to the optimum of every fold) and DummyClassifier
    (majority, prior) of scikit-learn, also after a StandardScaler in a Pipeline, which is refitted in every fold.
    Sums, means, scatter and Hessians of all cases are downdated by the one left out. Folds where rounding, a tie, a
    class with one case or the solver's own tolerance could change the label are really fitted, and two or more are
    fitted as a check. None when the exact class, a parameter or the data are not supported, or when more than a
    tenth of the folds (and more than 20) would be fitted: `loo_attempt` says why. It errs by rounding only: labels
    equal those of refitting except where its own margin is under 1e-9. Reference: lachenbruch1968.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> found = loo_predictions(GaussianNB(), [[0.0], [1.0], [2.0], [5.0], [6.0], [7.5]], list("aaabbb"))
    >>> "".join(found.labels), found.near_ties
    ('aaabbb', 0)
    """
    return loo_attempt(learner, X, y, scores=scores).predictions


def loo_attempt(learner: Learner, X: Table, y: Column, *, scores: bool = False) -> LooAttempt:
    """The same as `loo_predictions`, with the reason when there is no shortcut. It errs as that does.

    Reference: lachenbruch1968.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> loo_attempt(DecisionTreeClassifier(), [[0.0], [1.0], [2.0]], [0, 1, 0]).reason
    'DecisionTreeClassifier has no shortcut'
    """
    try:
        with one_thread():  # small products of matrices: threads of BLAS wait longer for each other than they work
            return LooAttempt(_find_predictions(learner, X, y, scores))
    except NoShortcutError as why:
        return LooAttempt(None, str(why))


def _find_predictions(learner: Learner, X: Table, y: Column, scores: bool) -> LooPredictions:
    """The predictions, or a refusal."""
    scaler, last = _steps(learner)
    where = LEARNERS.get(_name(last))
    if where is None:
        refuse(f"{type(last).__name__} has no shortcut")
    since = SINCE.get(where, (0,))
    if _sklearn_version() < since:
        refuse(f"{type(last).__name__} has a shortcut from scikit-learn {'.'.join(map(str, since))} on")
    raw = _features(X)
    codes, classes = _classes(y, len(raw))
    module, name = where.split(".")
    fit = getattr(importlib.import_module(f"referee.learners.loo.{module}"), name)
    doubtful = np.zeros(len(raw), dtype=bool)
    cases = LeftOut(raw, codes, classes)
    if scaler is not None:
        seen, scale, doubtful = scale_columns(scaler, raw)
        cases = LeftOut(seen, codes, classes, scale)
    try:
        with np.errstate(all="ignore"):
            found: Folds = fit(last, cases)
    except np.linalg.LinAlgError:
        refuse("the equations of a fold are singular")
    gone = doubtful | (cases.counts[codes] == 1) | np.isnan(found.scores.reshape(cases.n, -1)).any(axis=1)
    return _settle(learner, raw, cases, found, gone, scores)


def _sklearn_version() -> tuple[int, int]:
    """The version of scikit-learn, its first two numbers."""
    import sklearn

    major, minor, *_ = sklearn.__version__.split(".")
    return int(major), int(minor)


def _settle(
    learner: Learner, raw: Floats, cases: LeftOut, found: Folds, gone: NDArray[np.bool_], wanted: bool
) -> LooPredictions:
    """Doubtful folds fitted, and those that the shortcut knows nothing of (`gone`); the rest taken from it.

    Two folds or more are checked: those fitted because the learner's solver stops early must agree within the slack,
    and without two of these, two folds that are not doubtful are fitted as well.
    """
    doubtful = found.doubtful | gone
    most = max(20, cases.n // 10)
    if doubtful.sum() > most:
        refuse(
            f"{int(doubtful.sum())} of {cases.n} cases lie so near a tie, or their folds are so near singular, "
            "that only fitting settles them"
        )
    method = next((m for m in ("predict_proba", "decision_function") if hasattr(learner, m)), "")
    codes, scores, margin = found.values.argmax(axis=1), np.array(found.scores), np.array(found.margin)
    slack = np.broadcast_to(np.asarray(found.slack), (cases.n,))
    checked = doubtful & ~gone & (slack > 0)
    if checked.sum() < 2:
        checked[_telling(cases, found, doubtful)] = True
    for i in np.flatnonzero(doubtful | checked).tolist():
        code, score = refit(learner, raw, cases, i, method)
        if checked[i]:
            allowed = AGREE * max(1.0, float(np.abs(score).max(initial=0.0))) + slack[i]
            far = bool(np.abs(score - scores[i]).max(initial=0.0) > allowed)
            if far or (code != codes[i] and not doubtful[i]):
                refuse(
                    f"fitting without case {i} gave another score: this scikit-learn fits in a way not known here"
                )
        if not doubtful[i]:
            continue
        codes[i] = code
        if score.shape == scores[i].shape:
            scores[i], margin[i] = score, margins(score[None])[0] if score.ndim else abs(score)
        elif wanted:
            refuse(f"without case {i} a class disappears, and the scores change their shape")
    return LooPredictions(
        labels=cases.classes[codes],
        classes=cases.classes,
        scores=scores if wanted else None,
        kind="decision" if method == "decision_function" else "probability",
        near_ties=int(np.sum(margin < NEAR)),
        refitted=int(doubtful.sum()),
    )


def _telling(cases: LeftOut, found: Folds, doubtful: NDArray[np.bool_]) -> list[int]:
    """The sure fold with the least margin, and that of the case farthest from the mean."""
    sure = np.flatnonzero(~doubtful)
    if not len(sure):
        return []
    far = ((cases.X - cases.X.mean(axis=0)) ** 2).sum(axis=1)
    return sorted({int(sure[found.margin[sure].argmin()]), int(sure[far[sure].argmax()])})


def _name(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _steps(learner: Any) -> tuple[Any, Any]:
    """The scaler, if any, and the learner; a refusal for any other pipeline."""
    if _name(learner) != PIPELINE:
        return None, learner
    steps = [step for _, step in learner.steps]
    if len(steps) == 1:
        return None, steps[0]
    if len(steps) != 2 or _name(steps[0]) != SCALER:
        shown = ", ".join(type(step).__name__ for step in steps)
        refuse(f"a pipeline of {shown} has no shortcut (a StandardScaler and one learner has)")
    return steps[0], steps[1]


def _features(X: Table) -> Floats:
    """The features as float64, or a refusal."""
    if hasattr(X, "toarray"):
        refuse("sparse features have no shortcut")
    given = np.asarray(X)
    if given.ndim != 2 or given.shape[1] == 0:
        refuse("features must be a table of cases by features")
    if given.dtype.kind not in "fiub" or (given.dtype.kind == "f" and given.dtype.itemsize != 8):
        refuse(f"features of type {given.dtype} have no shortcut (64-bit floats and whole numbers have)")
    if len(given) < 3:
        refuse("fewer than 3 cases have no shortcut")
    out = np.ascontiguousarray(given, dtype=np.float64)
    if not np.isfinite(out).all():
        refuse("missing or infinite features have no shortcut")
    size = np.abs(out).max(axis=0)
    if np.any((size > 1e100) | ((size > 0) & (size < 1e-100))):
        refuse("features whose squares leave the range of numbers have no shortcut")
    return out


def _classes(y: Column, n: int) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """The class codes and the classes, or a refusal."""
    given = np.asarray(y)
    if given.ndim != 1:
        refuse("labels must be one column")
    if len(given) != n:
        _check.fail("y", f"have one label for each of the {n} cases", f"{len(given)} labels")
    if given.dtype.kind == "f" and not (np.isfinite(given).all() and (given == np.floor(given)).all()):
        refuse("labels must be classes, not measurements")
    try:
        classes, codes = np.unique(given, return_inverse=True)
    except TypeError:
        refuse("labels of several types have no shortcut")
    if len(classes) < 2:
        refuse("one class has no shortcut")
    return codes.astype(np.intp), classes


def refit(learner: Learner, X: Floats, cases: LeftOut, i: int, method: str) -> tuple[int, NDArray[Any]]:
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
