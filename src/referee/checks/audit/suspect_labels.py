"""R133: labels that a model of flipped labels contradicts."""

from __future__ import annotations

import numpy as np

from referee import _format
from referee.checks.audit.fits import classes_to_learn
from referee.checks.audit.flip_rate import flip_rate
from referee.checks.audit.registry import Material, Remark, Remarks, check
from referee.core.types import Floats
from referee.resampling.one_thread import one_thread
from referee.stattests.adjust import adjust

MOST = 4000
LEAST = 20
SURE = 0.0001
DISTINCT = 10
ROWS_A_TERM = (40, 25)


@check(
    "R133",
    "Labels are suspected to be wrong",
    needs=("train",),
    errs="Classes with heavy tails have honest cases deep among the others, which it cannot tell from wrong labels.",
    advice="Look at these cases again, blind to their label, before anything else.",
    reference="copas1988",
)
def suspect_labels(m: Material) -> Remarks:
    """Cases whose label confidently disagrees with a smooth boundary: more of them than overlap explains.

    For each class against the rest, logistic regression on normal scores of the features, with their squares and cubes
    where cases allow, with and without a rate of flipped labels; a likelihood ratio test of that rate, Holm over
    classes. The suspects are the cases that were more likely flipped than not. A note where the cases are too few for
    squares, so that a bent boundary may be the reason.
    """
    assert m.train is not None
    rows = m.some(m.train, MOST, "suspect")
    data = m.train.rows(rows)
    y = classes_to_learn(data, LEAST)
    X, bends = _terms(data.design())
    classes = np.unique(y)[-1:] if len(np.unique(y)) == 2 else np.unique(y)
    with one_thread():
        fits = [flip_rate(X, (y == k).astype(float)) for k in classes]
    held = adjust([fit.p_value for fit in fits]).adjusted
    odds = np.max(
        [fit.flipped for fit, p in zip(fits, held, strict=True) if p < SURE] or [np.zeros(len(y))], axis=0
    )
    suspects = np.flatnonzero(odds > 0.5)
    if not len(suspects):
        return
    worst = suspects[np.argsort(-odds[suspects], kind="stable")]
    rate = max(fit.rate for fit, p in zip(fits, held, strict=True) if p < SURE)
    evidence = (
        f"about {_format.percent(round(rate, 3))} of the labels look flipped ({_format.p_equals(min(held))}); "
        f"{_format.plural(len(suspects), 'suspect')} of {data.n:,}, first training rows "
        f"{_format.listing(rows[worst[:5]].tolist())}"
    )
    yield Remark(evidence, severity="warning" if bends else "note")


def _terms(X: Floats) -> tuple[Floats, bool]:
    """Normal scores, squares and cubes where there are cases enough, and whether the boundary can bend."""
    from scipy.special import ndtri
    from scipy.stats import rankdata

    n, d = X.shape
    smooth = np.array([len(np.unique(X[:, j])) > DISTINCT for j in range(d)], dtype=bool)
    plain = X[:, ~smooth]
    spread = plain.std(axis=0)
    plain = (plain - plain.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    z = ndtri((rankdata(X[:, smooth], axis=0) - 0.5) / n) if smooth.any() else X[:, smooth]
    for powers, rows in zip(([z, z**2 - 1, z**3 - 3 * z], [z, z**2 - 1]), ROWS_A_TERM, strict=True):
        if rows * (len(powers) * z.shape[1] + plain.shape[1] + 1) <= n:
            return np.concatenate([plain, *powers], axis=1), True
    return np.concatenate([plain, z], axis=1), not smooth.any()
