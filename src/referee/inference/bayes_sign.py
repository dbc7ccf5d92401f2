"""The Bayesian sign test of two learners over datasets."""

from __future__ import annotations

import math

import numpy as np
from scipy import special, stats

from referee import _check
from referee.core import Estimate, TestResult
from referee.core.types import Column
from referee.inference._result import Wording
from referee.inference.bayes import POSTERIOR, check_rope
from referee.inference.samples import pairs

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
        at = stats.gamma.ppf((np.arange(4000) + 0.5) / 4000, own) if own > 0 else np.zeros(1)
        out.append(
            float(np.mean(np.prod([special.gammainc(count, at) for count in others], axis=0))) if own else 0.0
        )
    total = sum(out)
    return out[0] / total, out[1] / total, out[2] / total
