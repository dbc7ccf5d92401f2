"""Fits that several checks share: the learner's out-of-fold and apparent predictions, and a forest of our own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _rng
from referee.checks.audit.registry import InapplicableError, Material, demand
from referee.core.results import Results
from referee.core.splits import Splits
from referee.core.types import Floats
from referee.data.dataset import Dataset
from referee.resampling.cross_validation import CrossValidation
from referee.resampling.run_learner import run_to_the_end
from referee.stattests.mcnemar import midp_of_discordant

MOST = 2000
FOLDS = 5
FEW = 10


def classes_to_learn(data: Dataset | None, least: int = FEW) -> NDArray[np.int64]:
    """The classes of a dataset; inapplicable when there are fewer than two of some size."""
    assert data is not None
    if data.y is None:
        raise InapplicableError("needs the classes of the training cases")
    sizes = np.bincount(data.y)
    enough = (sizes >= least).sum() >= 2 and (sizes[sizes > 0] >= least).all()
    demand(enough, f"at least two classes, each of at least {least} training cases")
    return data.y


def learnt_from(m: Material, name: str = "fits") -> tuple[Dataset, NDArray[np.int64]]:
    """Some of the training cases, few enough to fit a learner many times, and their classes."""
    data = m.training(MOST, name)
    return data, classes_to_learn(data, FOLDS)


def fit_on(
    m: Material, data: Dataset, splits: Splits, y: NDArray[np.int64], name: str, whole: bool = False
) -> Results:
    """The learner run on splits; inapplicable when a fit fails."""
    demand(callable(getattr(m.learner, "fit", None)), "a learner with `fit` and `predict`")
    seed = int(m.stream(name).integers(2**53))
    results = run_to_the_end(
        m.learner, data.design(), y, splits, rng=seed, n_jobs=m.n_jobs, whole=whole, progress=False
    )
    if results.failures:
        raise InapplicableError(f"the learner failed: {results.failures[0][1]}")
    return results


@lru_cache(maxsize=4)
def _cross_validated(m: Material) -> tuple[Dataset, Results]:
    data, y = learnt_from(m)
    splits = CrossValidation(FOLDS).make(y, rng=m.seed)
    return data, fit_on(m, data, splits, y, "out of fold", whole=True)


def out_of_fold(m: Material) -> tuple[Dataset, NDArray[np.int64]]:
    """Training cases and the learner's out-of-fold predictions of them, as codes of the material's labels."""
    data, results = _cross_validated(m)
    return data, pooled(results)


def fitted_on_all(m: Material) -> NDArray[np.int64]:
    """What the learner fitted on these training cases says of them."""
    _, results = _cross_validated(m)
    assert results.whole is not None
    return np.array(results.labels, dtype=np.int64)[results.whole]


def pooled(results: Results) -> NDArray[np.int64]:
    """The test predictions of splits that part the cases, in the order of the cases, as the labels they were."""
    out = np.empty(results.n, dtype=np.int64)
    names = np.array(results.labels, dtype=np.int64)
    for i in results.finished:
        rows, codes = results.test(i)
        out[rows] = names[codes]
    return out


def paired_p(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """McNemar's mid-p of two models, from which of the same cases each has right."""
    return midp_of_discordant(int((one & ~other).sum()), int((other & ~one).sum()))


def forest(seed: int, name: str) -> Any:
    """A forest that needs no tuning."""
    from sklearn.ensemble import ExtraTreesClassifier

    state = int(_rng.stream(seed, "audit", name).integers(2**31 - 1))
    return ExtraTreesClassifier(60, min_samples_leaf=5, random_state=state)


def held_out(X: Floats, y: NDArray[np.int64], seed: int, name: str) -> tuple[Any, Floats, NDArray[np.int64]]:
    """A forest fitted on a random half of each class; it, and the features and classes of the other half."""
    order = _rng.stream(seed, "audit", name, "halves").permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    one, other = order[::2], order[1::2]
    model = forest(seed, name).fit(X[one], y[one])
    return model, X[other], y[other]
