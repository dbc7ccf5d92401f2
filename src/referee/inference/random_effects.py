"""Random effects over datasets: the mean difference of two learners, each dataset with its own sampling error."""

from __future__ import annotations

import numpy as np

from referee import _check
from referee.core import TestResult
from referee.core.types import Alternative, Column, Floats, Table
from referee.inference._result import Measured, Terms, Wording, pivot
from referee.inference._solve import root
from referee.inference.samples import sample

_ERRS = "It errs when the differences over datasets are skewed, and when the datasets are no sample of those one means."


def random_effects(
    differences: Column,
    variances: Column = None,
    *,
    weights: Column = None,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> TestResult:
    """Test that the mean difference over datasets such as these is 0, from one estimate per dataset.

    With weights w, mean m = sum w d / sum w and q = sum w (d - m)^2 / (D - 1), t = m / sqrt(q / sum w) has D - 1
    degrees of freedom (Hartung and Knapp). `weights` are those of `dataset_weights`, which allows for the
    `variances` of the estimates; equal ones without either, which is the paired t test. Inapplicable when all
    differences are equal and not 0; p is 1 when all are 0. It errs when the differences are skewed. Reference:
    hartung2001.

    >>> result = random_effects([0.02, 0.05, 0.03, 0.06, 0.01], [0.0001, 0.0004, 0.0001, 0.0009, 0.0001])
    >>> round(result.effect.value, 4), round(result.p_value, 4)
    (0.0286, 0.0257)
    """
    d = sample("differences", differences)
    if variances is not None and weights is not None:
        _check.fail("weights", "be given without `variances`, which they are made of", "both")
    if variances is not None:
        weights = dataset_weights([d], [sample("variances", variances)])
    w = np.ones(len(d)) if weights is None else sample("weights", weights)
    if len(w) != len(d) or (w <= 0).any():
        got = f"{len(w)} for {len(d)}" if len(w) != len(d) else f"{w.min():g}"
        _check.fail("weights", "be positive, one for each dataset", got)
    h = w / w.sum()
    mean = float(h @ d)
    flat = float(np.ptp(d)) <= 16 * float(np.finfo(float).eps) * float(np.abs(d).max())
    se = 0.0 if flat else float(np.sqrt(h @ (d - mean) ** 2 / (len(d) - 1)))
    words = Wording(
        "random effects over datasets (Hartung-Knapp)",
        "the mean difference over such datasets is 0",
        "t",
        _ERRS,
        "mean difference over datasets",
        constant=f"all {len(d)} differences are {d[0]:g}, so there is no spread to judge their mean by",
        same="the two agree on every dataset",
    )
    found = Measured(float(d[0]) if flat else mean, se, len(d), len(d) - 1)
    return pivot(words, found, Terms(alternative, level), details={"largest_share": float(h.max())})


def dataset_weights(differences: Table, variances: Table) -> Floats:
    """The weights of datasets that all pairs of a family share: 1 / (v + mean v + tau^2).

    `differences` and `variances` have one row per pair and one column per dataset; v is the mean variance of the
    pairs on a dataset, and tau^2 the variance between datasets by Paule and Mandel's equation, averaged over the
    pairs. Sharing them and adding mean v are ours: weights 1 / (v + tau^2) of each pair alone reject a true null of
    15 pairs in up to 15% of studies, because the same few differences choose the weights and are judged by them;
    these in 4.9% at most (measured in validity/ranking.md). Equal weights where no variance is above 0. Reference:
    paule1982.

    >>> weights = dataset_weights([[0.02, 0.05, 0.03]], [[0.0001, 0.0001, 0.0004]])
    >>> (weights / weights.sum()).round(3).tolist()
    [0.386, 0.386, 0.227]
    """
    y, v = (_check.floats(arg, given) for arg, given in (("differences", differences), ("variances", variances)))
    if y.ndim != 2 or y.shape != v.shape or y.shape[1] < 2:
        _check.fail(
            "variances", "have one row per pair and one column per dataset, as `differences`", f"{v.shape}"
        )
    if not (np.isfinite(v).all() and (v >= 0).all()):
        _check.fail("variances", "be finite and at least 0", f"{v.min():g}")
    own = v.mean(axis=0)
    if not own.any():
        return np.ones(y.shape[1])

    def excess(between: float) -> float:
        """How far the weighted squares exceed what chance gives, with this variance between datasets."""
        w = 1 / (own + between)
        centre = (y @ w / w.sum())[:, None]
        return float(((y - centre) ** 2 @ w).mean()) - (y.shape[1] - 1)

    far = float(y.var(axis=1, ddof=1).max())
    tiny = 1e-9 * float(own.mean())  # a dataset on which all runs agree has a variance of 0
    between = root(lambda at: -excess(at), tiny, 4 * far + tiny)
    return np.asarray(1 / (own + own.mean() + between))
