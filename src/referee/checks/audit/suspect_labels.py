"""R133: labels that two models confidently contradict."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _format
from referee.checks.audit.fits import classes_to_learn, forest
from referee.checks.audit.material import Material
from referee.checks.audit.registry import LEVEL, check
from referee.core.finding import Finding
from referee.core.types import Floats

MOST = 4000
DOUBTFUL = 0.02
FOREST = 0.1
TIMES = 3
LEAST = 20


@check(
    "R133",
    "Labels are suspected to be wrong",
    severity="warning",
    needs=("train",),
    errs="Classes that overlap have honest cases on the wrong side: it asks for more than the models expect.",
    reference="northcutt2021",
)
def suspect_labels(m: Material) -> list[Finding]:
    """Cases to whose class out-of-fold logistic regression gives at most 2% and a forest at most 10%.

    A finding when they are at least three times as many as the probabilities say, by a Poisson test.
    """
    assert m.train is not None
    rows = m.some(m.train, MOST, "suspect")
    data = m.train.rows(rows)
    y = classes_to_learn(data, LEAST)
    X = data.design()
    spread = X.std(axis=0)
    X = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold

    folds = list(
        StratifiedKFold(5, shuffle=True, random_state=int(m.stream("suspect").integers(2**31))).split(X, y)
    )
    plain = _out_of_fold(LogisticRegression(max_iter=200, C=1.0), X, y, folds)
    trees = _out_of_fold(forest(m.seed, "suspect"), X, y, folds)
    sure = (plain <= DOUBTFUL) & (trees <= FOREST)
    expected = float(plain[sure].sum())
    own = np.searchsorted(np.unique(y), y)
    against = sure[np.arange(len(y)), own]
    count = int(against.sum())
    from scipy.special import pdtrc

    p = float(pdtrc(count - 1, expected)) if count else 1.0
    if p >= LEVEL or count < TIMES * expected:
        return []
    worst = np.flatnonzero(against)[np.argsort(plain[np.flatnonzero(against), own[against]], kind="stable")]
    evidence = (
        f"{_format.plural(count, 'training case')} of {data.n:,} contradict both models, where {expected:.1f} are "
        f"expected ({_format.p_equals(p)}); first training rows {_format.listing(rows[worst[:5]].tolist())}"
    )
    return suspect_labels.finding(
        evidence, "Look at these cases again, blind to their label, before anything else."
    )


def _out_of_fold(model: Any, X: Floats, y: Any, folds: Any) -> Floats:
    """Out-of-fold probabilities, one column a class."""
    import warnings

    from sklearn.base import clone

    out = np.zeros((len(y), len(np.unique(y))))
    for train, test in folds:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            out[test] = clone(model).fit(X[train], y[train]).predict_proba(X[test])
    return out
