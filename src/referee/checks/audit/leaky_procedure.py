"""R114: a procedure that scores above chance on permuted labels."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from referee import _format
from referee.checks.audit.fits import FOLDS, fit_on, learnt_from, pooled
from referee.checks.audit.registry import InapplicableError, Material, Remark, Remarks, check, demand
from referee.data.dataset import Dataset
from referee.resampling.cross_validation import CrossValidation

PERMUTATIONS = 20
SURE = 0.001


@check(
    "R114",
    "The procedure beats chance on labels that mean nothing",
    severity="serious",
    needs=("train", "learner"),
    errs="It sees selection inside the procedure that it is given; features chosen before that are out of its sight.",
    advice="Put selection and every other step that sees labels inside the cross-validation, as a pipeline does.",
    reference="ambroise2002",
)
def leaky_procedure(m: Material) -> Remarks:
    """Cross-validated accuracy with all labels permuted, against what independent predictions would have.

    A learner with `fit` is cross-validated here. A function `procedure(X, y)` that returns out-of-fold predictions
    does its own cross-validation, with everything that comes before it: selection, scaling, oversampling. Over several
    permutations the mean excess over chance is tested by a one-sided t test.
    """
    data, labels = learnt_from(m, "permuted")
    excess = []
    for i in range(PERMUTATIONS):
        y = m.stream(f"permuted labels {i}").permutation(labels)
        excess.append(_beyond_chance(_predicted(m, data, y, i), y))
    mean, sd = float(np.mean(excess)), float(np.std(excess, ddof=1))
    if mean <= 0:
        return
    from scipy.special import stdtr

    t = mean / (sd / math.sqrt(PERMUTATIONS)) if sd > 0 else math.inf
    p = float(stdtr(PERMUTATIONS - 1, -t))
    if p < SURE:
        excess_words = f"accuracy is {_format.number(mean)} above chance on average"
        yield Remark(f"{excess_words} of {PERMUTATIONS} permutations of the labels; {_format.p_equals(p)}")


def _predicted(m: Material, data: Dataset, y: NDArray[np.int64], i: int) -> NDArray[np.int64]:
    """Out-of-fold predictions of permuted labels."""
    if callable(getattr(m.learner, "fit", None)):
        splits = CrossValidation(FOLDS).make(y, rng=int(m.stream(f"folds {i}").integers(2**53)))
        return pooled(fit_on(m, data, splits, y, f"permuted {i}"))
    demand(callable(m.learner), "a learner with `fit`, or a function of (X, y) that returns predictions")
    said = np.asarray(m.learner(data.design(), y))
    if said.shape != y.shape:
        raise InapplicableError(f"the procedure gave an array of shape {said.shape} for {len(y)} cases")
    return said.astype(np.int64)


def _beyond_chance(predicted: NDArray[np.int64], y: NDArray[np.int64]) -> float:
    """Agreement beyond that of independent columns with the same counts."""
    size = int(max(predicted.max(), y.max())) + 1
    shares = np.bincount(predicted, minlength=size) * np.bincount(y, minlength=size) / len(y) ** 2
    return float((predicted == y).mean() - shares.sum())
