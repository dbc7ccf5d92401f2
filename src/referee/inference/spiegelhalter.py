"""Spiegelhalter's test of calibration."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _format
from referee.core import Answers, Estimate, Interval, TestResult
from referee.core.types import Column
from referee.data.read import answers_of
from referee.inference._result import Wording

_WORDS = Wording(
    "Spiegelhalter's test",
    "the probabilities are right: each case has its class with the probability stated",
    "z",
    "It sees only what moves the Brier score (overconfidence, underconfidence), misses errors that cancel in it, "
    "and leans on the normal limit when few cases have probabilities far from 0, 1/2 and 1.",
)


def spiegelhalter(
    data: Answers | Column,
    y_score: Column = None,
    *,
    level: float = 0.95,
) -> TestResult:
    """Whether the Brier score is what the probabilities themselves lead one to expect.

    z = (B - E B) / sd(B) under the null, two-sided normal. With q2 and q3 the sums of squares and cubes of a
    case's probabilities, its Brier sum has mean 1 - q2 and variance 4 (q3 - q2^2); of two classes this is the
    usual z = sum (y - p)(1 - 2p) / sqrt(sum (1 - 2p)^2 p (1 - p)). A positive effect says overconfident.
    Inapplicable when every probability is 0, 1 or the same for the classes in play (the Brier score then cannot
    vary), or when a case happened that had probability 0 (the null is then false without a test). Reference:
    spiegelhalter1986.

    >>> r = spiegelhalter([1, 0, 1, 1, 0, 1], [0.9, 0.2, 0.6, 0.3, 0.4, 0.7])
    >>> round(r.statistic, 4), round(r.p_value, 4)
    (-0.4454, 0.656)
    """
    level = _check.fraction("level", level)
    cases = answers_of(data, y_score=y_score).cases(probabilities=True).repeat()
    p, w = cases.scores, cases.mass
    own = p[np.arange(cases.n), cases.truth]
    square, cube = (p**2).sum(axis=1), (p**3).sum(axis=1)
    half = 2 if p.shape[1] == 2 else 1
    surplus = float((w * (2 * square - 2 * own)).sum() / w.sum()) / half
    variance = float((w**2 * 4 * np.maximum(cube - square**2, 0)).sum() / w.sum() ** 2) / half**2
    impossible = int(((own == 0) & (w > 0)).sum())
    reason = None
    if impossible:
        reason = f"{_format.plural(impossible, 'case')} had probability 0 for what happened, so the null is false"
    elif variance < 1e-18:
        reason = "the Brier score cannot vary under the null: every probability is 0, 1/2 or 1"
    elif cases.groups is not None:
        reason = "cases come in groups, and the test takes them to be independent"
    effect = Estimate("brier_surplus", surplus, cases.n_effective, title="Brier score minus its expectation")
    if reason:
        return _WORDS.refuse(effect, reason)
    error = math.sqrt(variance)
    z = surplus / error
    reach = -float(ndtri((1 - level) / 2)) * error
    interval = Interval(surplus - reach, surplus + reach, level, "normal, variance under the null")
    return _WORDS.result(float(2 * ndtr(-abs(z))), replace(effect, interval=interval), z, details={"se": error})
