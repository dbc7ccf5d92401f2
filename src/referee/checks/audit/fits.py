"""Fits that several checks share: of the learner on splits, and of a forest of our own."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee import _rng
from referee.checks.audit.material import InapplicableError, Material, demand
from referee.core import Results, Splits
from referee.core.types import Bools, Codes, Floats
from referee.data.dataset import CaseSet
from referee.inference.mcnemar import midp_of_discordant
from referee.learners.run import Run
from referee.learners.run_learner import run_to_the_end

MOST = 2000
FOLDS = 5
FEW = 10


def classes_to_learn(data: CaseSet | None, least: int = FEW) -> Codes:
    """The classes of a dataset; inapplicable when there are fewer than two of some size."""
    assert data is not None
    if data.y is None:
        raise InapplicableError("needs the classes of the training cases")
    sizes = np.bincount(data.y)
    enough = (sizes >= least).sum() >= 2 and (sizes[sizes > 0] >= least).all()
    demand(enough, f"at least two classes, each of at least {least} training cases")
    return data.y


def learnt_from(m: Material, name: str = "fits") -> tuple[CaseSet, Codes]:
    """Some of the training cases, few enough to fit a learner many times, and their classes."""
    data = m.training(MOST, name)
    return data, classes_to_learn(data, FOLDS)


def fit_on(m: Material, data: CaseSet, splits: Splits, y: Codes, name: str, whole: bool = False) -> Results:
    """The learner run on splits; inapplicable when a fit fails."""
    demand(callable(getattr(m.learner, "fit", None)), "a learner with `fit` and `predict`")
    seed = _rng.seed_of(m.stream(name))
    how: dict[str, Any] = {"rng": seed, "run": Run(m.n_jobs, progress=False)}
    results = run_to_the_end(m.learner, data.design(), y, splits, keep=["whole"] if whole else [], **how)
    if results.failures:
        raise InapplicableError(f"the learner failed: {results.failures[0][1]}")
    return results


def pool_predictions(results: Results) -> Codes:
    """The test predictions of splits that part the cases, in the order of the cases, as the labels they were."""
    out = np.empty(results.n, dtype=np.int64)
    names = np.array(results.labels, dtype=np.int64)
    for i in results.finished:
        rows, codes = results.test(i)
        out[rows] = names[codes]
    return out


def paired_p(one: Bools, other: Bools) -> float:
    """McNemar's mid-p of two models, from which of the same cases each has right."""
    return midp_of_discordant(int((one & ~other).sum()), int((other & ~one).sum()))


def above_zero_p(mean: float, error: float, df: int) -> float:
    """The one-sided p of a mean by Student's t; 1 where it is not above 0."""
    from scipy.special import stdtr

    if mean <= 0:
        return 1.0
    return float(stdtr(df, -mean / error)) if error > 0 else 0.0


def fit_on_half(X: Floats, y: Codes, seed: int, name: str) -> tuple[Any, Floats, Codes]:
    """A forest fitted on a random half of each class; it, and the features and classes of the other half."""
    from sklearn.ensemble import ExtraTreesClassifier

    order = _rng.stream(seed, "audit", name, "halves").permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    one, other = order[::2], order[1::2]
    state = int(_rng.stream(seed, "audit", name).integers(2**31 - 1))
    model = ExtraTreesClassifier(60, min_samples_leaf=5, random_state=state).fit(X[one], y[one])
    return model, X[other], y[other]
