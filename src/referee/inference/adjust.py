"""p-values of a family of tests, adjusted for their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

import numpy as np

from referee import _check
from referee.core import Family
from referee.core.types import Array, Bools, Column, Floats
from referee.inference.samples import sample

Adjust = Literal["holm", "hochberg", "hommel", "benjamini-hochberg", "bonferroni", "finner", "shaffer", "bergmann"]
OF_PAIRS = ("shaffer", "bergmann")
"""Those that know which hypotheses about all pairs of learners can be true together."""
MOST_LEARNERS = 9
"""Learners up to which all ways of being equal (21,147 of nine) are looked at."""


def adjust(
    p_values: Column,
    *,
    adjust: Adjust = "holm",
    family: str = "",
    labels: Sequence[str] | None = None,
    classes: int | None = None,
) -> Family:
    """Adjust the p-values of tests that are read together; the family is named in the result.

    "bonferroni" m p; "holm" steps down with m, m - 1, ...; "hochberg" steps up with the same factors; "finner"
    steps down with 1 - (1 - p)^(m / rank); "hommel" is the closed form of Simes' test; "benjamini-hochberg" m p
    / rank, which bounds the expected share of false rejections and not the chance of any; "shaffer" is Holm's
    with the number of hypotheses that can still be true together, for all pairs of `classes` learners (static);
    "bergmann" is Bergmann and Hommel's: the largest |E| min p over the sets E of pairs that can be all the true ones
    and hold the pair, for at most 9 learners, the pairs in the order (0, 1), (0, 2), ..., (1, 2), ... No adjusted p is
    above 1, and their order is that of the p-values, but for "bergmann". Hochberg's, Hommel's and Finner's forms
    err when the tests are negatively dependent. Reference: holm1979, hochberg1988, hommel1988, benjamini1995,
    finner1993, shaffer1986, bergmann1988.

    >>> adjust([0.01, 0.04, 0.03]).adjusted
    (0.03, 0.06, 0.06)
    >>> adjust([0.01, 0.04, 0.03], adjust="benjamini-hochberg").adjusted
    (0.03, 0.04, 0.04)
    """
    _check.choice("adjust", adjust, (*_STEPS, *OF_PAIRS))
    p = sample("p_values", p_values, least=1)
    outside = np.flatnonzero((p < 0) | (p > 1))
    if len(outside):
        _check.fail("p_values", "lie between 0 and 1", f"{p[outside[0]]:g} at position {outside[0]}")
    m = len(p)
    names = tuple(map(str, range(m) if labels is None else _check.items("labels", labels, "names")))
    if len(names) != m:
        _check.fail("labels", f"name all {m} p-values", f"{len(names)} labels")
    if classes is not None and adjust not in OF_PAIRS:
        _check.fail("classes", "be given for 'shaffer' and 'bergmann' only", classes)
    order = np.argsort(p, kind="stable")
    ranked = p[order]
    adjusted = np.empty(m)
    if adjust == "bergmann":
        adjusted = _bergmann(p, _learners_of(m, classes))
    else:
        shaffer = adjust == "shaffer"
        adjusted[order] = _down(_shaffer_factors(m, classes), ranked) if shaffer else _STEPS[adjust](ranked)
    controls = (
        "the expected share of false rejections" if adjust == "benjamini-hochberg" else "any false rejection"
    )
    words = family or f"{m} tests"
    return Family(words, adjust, controls, names, tuple(p.tolist()), tuple(np.minimum(adjusted, 1.0).tolist()))


def _finner(ranked: Floats) -> Floats:
    m = len(ranked)
    with np.errstate(divide="ignore"):
        return np.maximum.accumulate(-np.expm1(m / np.arange(1, m + 1) * np.log1p(-ranked)))


def _down(factors: Array, ranked: Floats) -> Floats:
    """Adjusted p-values of a procedure that steps down from the smallest."""
    return np.maximum.accumulate(factors * ranked)


def _up(factors: Array, ranked: Floats) -> Floats:
    """Adjusted p-values of a procedure that steps up from the largest."""
    return np.minimum.accumulate((factors * ranked)[::-1])[::-1]


def _hommel(ranked: Floats) -> Floats:
    """The smallest level at which the closed procedure with Simes' test rejects each."""
    m = len(ranked)
    place = np.arange(1, m + 1)
    adjusted = np.full(m, (m * ranked / place).min())
    for j in range(m - 1, 1, -1):
        late = np.arange(m - j + 1, m)
        smallest = (j * ranked[late] / np.arange(2, j + 1)).min()
        early = np.arange(m - j + 1)
        now = np.empty(m)
        now[early] = np.minimum(j * ranked[early], smallest)
        now[late] = now[m - j]
        adjusted = np.maximum(adjusted, now)
    return np.maximum(adjusted, ranked)


_STEPS: dict[str, Callable[[Floats], Floats]] = {
    "bonferroni": lambda p: len(p) * p,
    "finner": _finner,
    "holm": lambda p: _down(np.arange(len(p), 0, -1), p),
    "hochberg": lambda p: _up(np.arange(len(p), 0, -1), p),
    "benjamini-hochberg": lambda p: _up(len(p) / np.arange(1, len(p) + 1), p),
    "hommel": _hommel,
}


def _learners_of(m: int, classes: int | None) -> int:
    """The number of learners, when it goes with the number of pairs."""
    if classes is None:
        _check.fail("classes", "be the number of learners whose pairs were tested", None)
    k = _check.whole("classes", classes, least=2)
    if k * (k - 1) // 2 != m:
        _check.fail(
            "classes", f"have as many pairs as there are p-values ({m})", classes, f"{k} have {k * (k - 1) // 2}."
        )
    return k


def _bergmann(p: Floats, k: int) -> Floats:
    """The largest |E| min p over the sets E of pairs that are equal together and hold each pair."""
    if k > MOST_LEARNERS:
        hint = "Take 'shaffer', or compare fewer."
        _check.fail("classes", f"be at most {MOST_LEARNERS} learners for 'bergmann'", k, hint)
    sets = _equal_pairs(k)
    least = np.where(sets, p, np.inf).min(axis=1)
    bounds: Floats = np.where(sets, (sets.sum(axis=1) * least)[:, None], 0.0).max(axis=0)
    return bounds


@cache
def _equal_pairs(k: int) -> Bools:
    """Which pairs are equal together in each way of dividing k learners into groups of equal ones, but all apart."""
    groups = [[0]]
    for _ in range(k - 1):
        groups = [[*group, own] for group in groups for own in range(max(group) + 2)]
    first, second = np.triu_indices(k, 1)
    table = np.array(groups)
    together = table[:, first] == table[:, second]
    return np.asarray(together[together.any(axis=1)])


def _shaffer_factors(m: int, classes: int | None) -> Floats:
    """For each step the largest number of pairwise hypotheses that can be true together."""
    k = _learners_of(m, classes)
    possible = sorted(_true_together(k))
    return np.array([max(s for s in possible if s <= m - i) for i in range(m)], dtype=float)


@cache
def _true_together(k: int) -> frozenset[int]:
    """The numbers of pairwise equalities that can hold exactly among k means."""
    if k < 2:
        return frozenset({0})
    return frozenset(j * (j - 1) // 2 + rest for j in range(1, k + 1) for rest in _true_together(k - j))
