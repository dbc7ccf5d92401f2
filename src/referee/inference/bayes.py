"""Bayesian comparisons of two columns: correlated t, signed rank and sign, with a region of practical equivalence."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from referee import _check, _rng
from referee._quantile import quantile
from referee.core import Estimate, Interval, TestResult
from referee.core.types import Column, Floats, Rng
from referee.inference._draws import blocks, of_draws
from referee.inference._result import Wording
from referee.inference.samples import not_negative, pairs

POSTERIOR = "posterior probabilities that a is better, that both are equivalent, that b is better"
_CORRELATED = Wording(
    "Bayesian correlated t test",
    "none: posterior probabilities of the mean difference, not a test of a null",
    "mean difference",
    "It rests on the guess that splits are correlated as their share of test cases.",
    convention=POSTERIOR,
)


def bayes_correlated_t(a: Column, b: Column, *, rho: float, rope: float = 0.0, level: float = 0.95) -> TestResult:
    """Posterior of the mean difference a - b of two learners on the same resampled splits.

    `rho` is the correlation of splits that share training cases: the share of test cases, n_test / (n_train +
    n_test), 0.1 for 10-fold (also repeated). The posterior is Student's t with n - 1 degrees of freedom about the
    mean difference, with variance s^2 (1/n + rho / (1 - rho)). `rope` is the half-width of the region of practical
    equivalence. The result has posterior probabilities in `details` and no p-value. Undefined when all differences
    are equal. It errs by the guess for rho, and speaks of this dataset only. Reference: corani2015.

    >>> a, b = [0.81, 0.79, 0.83, 0.80, 0.82], [0.78, 0.77, 0.79, 0.80, 0.78]
    >>> result = bayes_correlated_t(a, b, rho=0.2, rope=0.01)
    >>> {k: round(v, 3) for k, v in result.details.items() if k.startswith("p_")}
    {'p_a_better': 0.886, 'p_rope': 0.097, 'p_b_better': 0.016}
    """
    one, two = pairs(a, b, names=("a", "b"))
    n = len(one)
    rho = _check.number("rho", rho)
    if not 0 <= rho < 1:
        _check.fail("rho", "be at least 0 and below 1", rho, "It is the share of test cases in a split.")
    rope = check_rope(rope)
    level = _check.fraction("level", level)
    d = one - two
    mean, variance = float(d.mean()), float(d.var(ddof=1)) * (1 / n + rho / (1 - rho))
    if np.ptp(d) <= 1e-15 * max(1.0, float(np.abs(one).max())):
        reason = "all differences are equal: their variance is 0"
        return _CORRELATED.refuse(Estimate("mean_difference", mean, n), reason)
    scale = math.sqrt(variance)
    below, above = (float(special.stdtr(n - 1, (edge - mean) / scale)) for edge in (-rope, rope))
    better = float(special.stdtr(n - 1, (mean - rope) / scale))
    reach = -quantile((1 - level) / 2, n - 1) * scale
    interval = Interval(mean - reach, mean + reach, level, "credible, correlated t")
    details = {"p_a_better": better, "p_rope": max(0.0, above - below), "p_b_better": below}
    details |= {"rope": rope, "rho": rho, "df": float(n - 1), "posterior_variance": variance}
    effect = Estimate("mean_difference", mean, n, interval, title="mean difference")
    return _CORRELATED.result(math.nan, effect, mean, details=details)


def check_rope(rope: object) -> float:
    """The half-width of the region of practical equivalence: at least 0.

    >>> check_rope(0.01)
    0.01
    """
    return not_negative("rope", rope)


_SIGNED = Wording(
    "Bayesian signed-rank test",
    "none: posterior probabilities of the signed-rank comparison, not a test of a null",
    "pseudo-median difference",
    "On few datasets the prior counts.",
    convention=POSTERIOR,
)


def bayes_signed_rank(
    a: Column, b: Column, *, rope: float = 0.0, prior: float = 0.5, resamples: int = 50_000, rng: Rng = None
) -> TestResult:
    """Posterior of the signed-rank comparison of paired scores, with a Dirichlet-process prior.

    The differences z = a - b and a pseudo-observation 0 of weight `prior` get Dirichlet weights w; a draw gives
    the weight of pairs (i, j) whose mean difference (z_i + z_j) / 2 lies above `rope`, inside and below. The
    result has in `details` the shares of draws in which each of the three is the largest, and no p-value. Never
    undefined. It errs on few datasets, where the prior counts, and by Monte Carlo, whose error is in `details`.
    References: benavoli2014, benavoli2017.

    >>> a, b = [0.83, 0.76, 0.91, 0.70, 0.88, 0.79], [0.80, 0.75, 0.86, 0.66, 0.85, 0.71]
    >>> bayes_signed_rank(a, b, rope=0.005, rng=1).details["p_a_better"] > 0.95
    True
    """
    one, two = pairs(a, b, least=1, names=("a", "b"))
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
    return _SIGNED.result(math.nan, effect, value, details=details)


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
    for rows, generator in blocks(draws, len(z), seed, "signed rank"):
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


_WORDS = Wording(
    "Bayesian sign test",
    "none: posterior probabilities of wins and losses, not a test of a null",
    "wins minus losses, of all",
    "On few datasets the prior counts, and sizes of differences are not looked at.",
    convention=POSTERIOR,
)


def bayes_sign(a: Column, b: Column, *, rope: float = 0.0, prior: float = 1.0) -> TestResult:
    """Posterior of which is likeliest on another dataset: that a wins, that b wins, that they are within `rope`.

    The numbers of differences a - b below -rope, within and above it have a Dirichlet posterior; the prior is one
    dataset (`prior`) within the rope. `details` hold the probability that each of the three shares is the largest,
    by integration and without draws; with rope 0 ties and the prior count half for each side. There is no p-value.
    Never undefined. It errs on few datasets, where the prior counts. Reference: benavoli2014, benavoli2017.

    >>> a, b = [0.83, 0.76, 0.91, 0.70, 0.88, 0.79], [0.80, 0.75, 0.86, 0.66, 0.85, 0.71]
    >>> round(bayes_sign(a, b).details["p_a_better"], 3)
    0.997
    """
    one, two = pairs(a, b, least=1, names=("a", "b"))
    rope, weight = check_rope(rope), _check.positive_number("prior", prior)
    d = np.round(one - two, 12)
    wins, losses = int((d > rope).sum()), int((d < -rope).sum())
    near = len(d) - wins - losses
    if rope == 0:
        half = (near + weight) / 2
        better = float(special.betainc(losses + half, wins + half, 0.5))
        shares = (1 - better, 0.0, better)
    else:
        shares = _largest(losses, near + weight, wins)
    details = {"p_a_better": shares[2], "p_rope": shares[1], "p_b_better": shares[0]}
    details |= {"rope": rope, "prior": weight, "wins": float(wins), "ties": float(near), "losses": float(losses)}
    effect = Estimate("wins minus losses, of all", (wins - losses) / len(d), len(d), note="see the probabilities")
    return _WORDS.result(math.nan, effect, effect.value, details=details)


def _largest(*counts: float) -> tuple[float, float, float]:
    """The probability that each share of a Dirichlet distribution is the largest; a count of 0 never is.

    The shares are independent gamma variables over their sum, so that one integral over the largest is enough.
    """
    out = []
    for i, own in enumerate(counts):
        others = [count for j, count in enumerate(counts) if j != i and count > 0]
        # The quantiles of the largest as nodes: its density is integrated as a mean over them.
        at = special.gammaincinv(own, (np.arange(4000) + 0.5) / 4000) if own > 0 else np.zeros(1)
        below = np.prod([special.gammainc(count, at) for count in others], axis=0)
        out.append(float(np.mean(below)) if own else 0.0)
    total = sum(out)
    return out[0] / total, out[1] / total, out[2] / total
