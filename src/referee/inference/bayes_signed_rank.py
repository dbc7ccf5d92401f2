"""Bayesian signed-rank test: how probable is it that one learner is better, over datasets?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import Estimate, TestResult
from referee.core.types import Floats
from referee.inference._bootstrap import blocks
from referee.inference._result import Words
from referee.inference.bayes_correlated_t import POSTERIOR, check_rope
from referee.inference.paired_randomization import pairs
from referee.inference.resamples import of_draws

_WORDS = Words(
    "Bayesian signed-rank test",
    "none: posterior probabilities of the signed-rank comparison, not a test of a null",
    "pseudo-median difference",
    "On few datasets the prior counts.",
)


def bayes_signed_rank(
    a: Any, b: Any, *, rope: float = 0.0, prior: float = 0.5, resamples: int = 50_000, rng: Any = None
) -> TestResult:
    """Posterior of the signed-rank comparison of paired scores, with a Dirichlet-process prior.

    The differences z = a - b and a pseudo-observation 0 of weight `prior` get Dirichlet weights w; a draw gives
    the weight of pairs (i, j) whose mean difference (z_i + z_j) / 2 lies above `rope`, inside and below. The
    result has in `details` the shares of draws in which each of the three is the largest, and no p-value. Never
    undefined. It errs on few datasets, where the prior counts, and by Monte Carlo, whose error is in `details`.
    Reference: benavoli2014.

    >>> a, b = [0.83, 0.76, 0.91, 0.70, 0.88, 0.79], [0.80, 0.75, 0.86, 0.66, 0.85, 0.71]
    >>> bayes_signed_rank(a, b, rope=0.005, rng=1).details["p_a_better"] > 0.95
    True
    """
    one, two = pairs(a, b)
    rope = check_rope(rope)
    weight = _check.positive_number("prior", prior)
    draws = _check.whole("resamples", resamples, least=1)
    seed = _rng.seed_of(rng)
    d = one - two
    n = len(d)
    wins = _wins(d, rope, weight, draws, seed)
    shares = wins / draws
    walsh = (d[:, None] + d[None, :])[np.triu_indices(n)] / 2
    value = float(np.median(walsh))
    details = {"p_a_better": float(shares[2]), "p_rope": float(shares[1]), "p_b_better": float(shares[0])}
    details |= {"rope": rope, "prior": weight, "resamples": float(draws)}
    details |= of_draws(float(shares[np.argmax(shares * (1 - shares))]), draws, seed)
    note = "no interval: see the posterior probabilities"
    effect = Estimate("pseudo_median_difference", value, n, note=note)
    return _WORDS.result(math.nan, effect, value, details=details, convention=POSTERIOR)


def _wins(d: Floats, rope: float, prior: float, draws: int, seed: int) -> Floats:
    """In how many draws the weight below, inside and above the rope is the largest; ties are shared."""
    z = np.append(0.0, d)
    order = np.argsort(z, kind="stable")
    z = z[order]
    alpha = np.append(prior, np.ones(len(d)))[order]
    close = 1e-12 * max(1.0, float(np.abs(z).max()))
    above = [np.searchsorted(z, 2 * rope - z + close * side, side="right") for side in (1, -1)]
    below = [np.searchsorted(z, -2 * rope - z - close * side, side="left") for side in (1, -1)]
    won = np.zeros(3)
    for rows, _, generator in blocks(draws, len(z), seed, "signed rank"):
        w = generator.dirichlet(alpha, size=rows)
        upto = np.concatenate([np.zeros((rows, 1)), np.cumsum(w, axis=1)], axis=1)
        right = (w * (1 - upto[:, above[0]])).sum(axis=1)
        left = (w * upto[:, below[0]]).sum(axis=1)
        if rope == 0:  # pairs that balance exactly count half for each side
            right = (right + (w * (1 - upto[:, above[1]])).sum(axis=1)) / 2
            left = (left + (w * upto[:, below[1]]).sum(axis=1)) / 2
        weights = np.stack([left, np.maximum(0.0, 1 - left - right), right], axis=1)
        if rope == 0:
            weights[:, 1] = -1.0
        best = weights >= weights.max(axis=1, keepdims=True) - 1e-12
        won += (best / best.sum(axis=1, keepdims=True)).sum(axis=0)
    return won
