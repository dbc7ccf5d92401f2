"""z tests of average ranks: all pairs of learners, or each against a baseline."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.special import ndtr, ndtri

from referee import _check, _format
from referee.core import Pairwise
from referee.core.types import Better, Table
from referee.inference.adjust import OF_PAIRS, Adjust
from referee.inference.adjust import adjust as adjusted
from referee.inference.friedman import rank_learners

_ERRS = "A pair's p depends on the other learners in the table, and it takes ranks without ties."


def rank_z(
    scores: Table,
    *,
    baseline: str | None = None,
    adjust: Adjust | None = "holm",
    better: Better = "higher",
    datasets: Sequence[str] | None = None,
    learners: Sequence[str] | None = None,
    missing: str = "refuse",
    level: float = 0.95,
) -> Pairwise:
    """p-values of pairs of learners by z = (R_i - R_j) / sqrt(k (k + 1) / (6 n)) of their average ranks.

    All pairs, or each learner against the `baseline`; adjusted by `adjust` (None: not adjusted). "holm" and "finner"
    against a baseline, "shaffer" and "bergmann" for all pairs. With "bonferroni" there is a critical difference;
    against a baseline it is the test of Bonferroni and Dunn. Undefined for no table of at least 3 learners and 2
    datasets. It errs because a pair's p depends on the other learners in the table. Reference: dunn1961, demsar2006,
    garcia2008.

    >>> table = [[0.9, 0.8, 0.7], [0.8, 0.9, 0.6], [0.7, 0.6, 0.5], [0.9, 0.7, 0.8]]
    >>> result = rank_z(table, baseline="c", learners=["a", "b", "c"])
    >>> round(result.p("a", "c"), 3), round(result.p("b", "c"), 3)
    (0.068, 0.289)
    """
    found = rank_learners(scores, better=better, datasets=datasets, learners=learners, missing=missing)
    n, k = found.ranks.shape
    level = _check.fraction("level", level)
    if baseline is not None and baseline not in found.learners:
        known = f"They are {_format.listing(found.learners, 20)}."
        _check.fail("baseline", "be one of the learners", _format.quote(baseline), known)
    if baseline is not None and adjust in OF_PAIRS:
        _check.fail("adjust", f"be another than {adjust!r} with a baseline", repr(adjust), "It is for all pairs.")
    pairs = [
        (i, j) for i, j in combinations(range(k), 2) if baseline in (None, *(found.learners[x] for x in (i, j)))
    ]
    error = sqrt(k * (k + 1) / (6 * n))
    z = [abs(float(found.average[i] - found.average[j])) / error for i, j in pairs]
    raw = [float(2 * ndtr(-value)) for value in z]
    final: Sequence[float] = raw
    if adjust is not None:
        final = adjusted(raw, adjust=adjust, classes=k if adjust in OF_PAIRS else None).adjusted
    p = np.full((k, k), np.nan)
    np.fill_diagonal(p, 1.0)
    for (i, j), value in zip(pairs, final, strict=True):
        p[i, j] = p[j, i] = value
    reach = None
    if adjust == "bonferroni":
        reach = -float(ndtri((1 - level) / (2 * len(pairs)))) * error
    dunn = adjust == "bonferroni" and baseline is not None
    name = (
        "Bonferroni-Dunn test"
        if dunn
        else f"z test of average ranks ({adjust.title() if adjust else 'not adjusted'})"
    )
    options = {"adjusted": adjust is not None, "level": level, "critical_difference": reach, "baseline": baseline}
    return found.pairwise(name, p, _ERRS, **options)
