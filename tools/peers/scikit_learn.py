"""scikit-learn: no interval, an undefined precision of 0, and no AUC under leave-one-out."""

from __future__ import annotations

import warnings

import numpy as np
import sklearn.metrics
from sklearn.metrics import precision_score
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.naive_bayes import GaussianNB

import referee
from referee.learners.run import QUIET
from tools.peers.row import Row, number

PACKAGE = "scikit-learn"


def rows() -> list[Row]:
    """Three questions."""
    return [_intervals(), _precision(), _leave_one_out()]


def _intervals() -> Row:
    words = ("interval", "confidence_level", "bootstrap")
    public = [getattr(sklearn.metrics, name) for name in sklearn.metrics.__all__]
    found = [f for f in public if any(w in (getattr(f, "__doc__", "") or "").lower() for w in words[1:])]
    result = referee.evaluate([1, 0, 1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 1, 1, 0], positive=1, rng=0)
    return Row(
        f"an interval: of {len(public)} public names in its metrics, how many speak of a confidence level or bootstrap",
        str(len(found)),
        f"every measure: {result['accuracy']}",
        not found,
    )


def _precision() -> Row:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = precision_score([1, 0, 0], [0, 0, 0])
    ours = referee.evaluate([1, 0, 0], [0, 0, 0], positive=1, rng=0)["precision"]
    return Row(
        "precision when nothing is predicted positive", number(said), f"{ours.value}: {ours.undefined}", said == 0
    )


def _leave_one_out() -> Row:
    X, y = np.random.default_rng(0).normal(size=(30, 2)), np.arange(30) % 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        said = float(np.mean(cross_val_score(GaussianNB(), X, y, cv=LeaveOneOut(), scoring="roc_auc")))
    ours = referee.estimate_error(GaussianNB(), X, y, metric="roc_auc", method="loo", run=QUIET, rng=0)
    return Row(
        "AUC of naive Bayes by leave-one-out, 30 cases",
        number(said),
        f"{ours.estimate.value:.3f} by pairs",
        np.isnan(said),
    )
