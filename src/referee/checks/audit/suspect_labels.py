"""R133: labels that a model of flipped labels contradicts."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import erfc, expit

from referee import _format
from referee.checks.audit.fits import classes_to_learn
from referee.checks.audit.material import Material
from referee.checks.registry import Remark, Remarks, check
from referee.core.types import Floats
from referee.inference.adjust import adjust
from referee.learners.same_bits import one_thread

MOST = 4000
LEAST = 20
SURE = 0.0001
DISTINCT = 10
ROWS_A_TERM = (40, 25)
RIDGE = 0.1
STARTS = (0.01, 0.1)


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
    sure = [fit for fit, p in zip(fits, held, strict=True) if p < SURE]
    odds = np.max([fit.flipped for fit in sure] or [np.zeros(len(y))], axis=0)
    suspects = np.flatnonzero(odds > 0.5)
    if not len(suspects):
        return
    worst = suspects[np.argsort(-odds[suspects], kind="stable")]
    rate = max(fit.rate for fit in sure)
    flipped = f"about {_format.percent(round(rate, 3))} of the labels look flipped ({_format.p_equals(min(held))})"
    first = f"first training rows {_format.listing((rows[worst[:5]] + 1).tolist())}, counted from 1"
    evidence = f"{flipped}; {_format.plural(len(suspects), 'suspect')} of {data.n:,}, {first}"
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


@dataclass(frozen=True)
class FlipRate:
    """The likeliest rate of flips, p of none at all, and for each case the chance that its label is flipped."""

    rate: float
    p_value: float
    flipped: Floats


def flip_rate(X: Floats, y: Floats) -> FlipRate:
    """Fit P(y = 1) = (1 - g) s + g (1 - s), s = logistic(X w), with a ridge on w, and test g = 0 by likelihood ratio.

    The ratio is referred to the even mixture of 0 and chi-square with one degree of freedom, g being at the edge.
    It errs where the true boundary is one that X cannot follow.

    >>> rng = np.random.default_rng(0)
    >>> x = rng.normal(size=(400, 1))
    >>> y = (rng.random(400) < expit(4 * x[:, 0])).astype(float)
    >>> flip_rate(x, y).p_value > 0.05
    True
    """
    design = np.concatenate([np.ones((len(X), 1)), X], axis=1)
    sign = 2 * y - 1
    start = np.zeros(design.shape[1])
    plain, w0 = _fit(design, sign, start, None)
    best, rate, w = plain, 0.0, w0
    for first in STARTS:
        value, found = _fit(design, sign, np.append(w0, math.log(first / (1 - first))), first)
        g = float(expit(found[-1]))
        if value < best and g < 0.5:
            best, rate, w = value, g, found[:-1]
    ratio = max(0.0, 2 * (plain - best))
    p = 1.0 if ratio == 0 else float(0.5 * erfc(math.sqrt(ratio / 2)))
    own = expit(sign * (design @ w))
    flipped = rate * (1 - own) / (rate * (1 - own) + (1 - rate) * own) if rate else np.zeros(len(y))
    return FlipRate(rate, p, flipped)


def _fit(design: Floats, sign: Floats, start: Floats, rate: float | None) -> tuple[float, Floats]:
    """The penalized minus log likelihood at its least, and where; without flips when `rate` is None."""
    from scipy.optimize import minimize

    d = design.shape[1]
    ridge = np.full(d, RIDGE)
    ridge[0] = 0.0

    def loss(z: Floats) -> tuple[float, Floats]:
        w = z[:d]
        own = expit(sign * (design @ w))
        g = 0.0 if rate is None else float(expit(z[d]))
        chance = np.maximum((1 - g) * own + g * (1 - own), 1e-300)
        pull = -(1 - 2 * g) * own * (1 - own) / chance
        slope = design.T @ (pull * sign) + ridge * w
        value = float(-np.log(chance).sum() + (ridge * w**2).sum() / 2)
        if rate is None:
            return value, slope
        return value, np.append(slope, -((1 - 2 * own) / chance).sum() * g * (1 - g))

    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return float(found.fun), np.asarray(found.x, dtype=float)
