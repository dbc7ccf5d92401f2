"""The difference of two ROC curves on the same cases, with a band."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from referee import _check, _rng
from referee._quantile import quantile
from referee.core import Band
from referee.core.pair import Pair
from referee.core.types import Array, Bools, Codes, Column, Floats, Label, Rng
from referee.data.read import read
from referee.inference._bootstrap import drawing
from referee.inference._rows import regroup
from referee.inference.curve_band import percentile_limits, rates, tpr_at_fpr
from referee.inference.tango import tango_limits
from referee.metrics.at_rate import whole

MOST_SCORES = 2048
"""Distinct scores up to which every one is kept; beyond, cases are taken together in bins of equal size."""

BINS = 50
_BLOCK = 50


def roc_difference(
    y_true: Column,
    a: Column,
    b: Column,
    fpr: Column = None,
    *,
    positive: Label | None = None,
    level: float = 0.95,
    resamples: int = 500,
    rng: Rng = None,
) -> Band:
    """True positive rate of score a less that of b at fixed false positive rates (default 0, .02, ..., 1).

    Both curves are linear between points. Cases are drawn together, positives and negatives apart; at each rate the
    limits are on each side the wider of the percentile and of Tango's for the positives at the two thresholds in hand,
    which keeps its width where all resamples agree. The band is pointwise: it says nothing about the curves as a
    whole. With more than 2,048 distinct scores the resamples are of 50 bins of equal size. NaN when a class is
    absent. It errs on the safe side: .93-.99 of .95 measured with 30 to 400 cases of each class.
    References: efron1993, tango1998.

    >>> y, a = [1, 1, 1, 1, 0, 0, 0, 0], [8, 7, 6, 3, 5, 4, 2, 1]
    >>> band = roc_difference(y, a, [8, 7, 4, 2, 6, 5, 3, 1], [0.0, 0.5], positive=1, rng=0)
    >>> band.value.tolist(), bool((band.low <= band.value).all())
    ([0.25, 0.25], True)
    """
    one, two = (read(y_true, y_score=scores, positive=positive) for scores in (a, b))
    pair = Pair(one, two)
    return paired_roc_difference(
        pair.is_positive, *pair.scores, fpr=fpr, level=level, resamples=resamples, rng=rng
    )


def paired_roc_difference(
    truth: Bools,
    a: Floats,
    b: Floats,
    *,
    fpr: Any = None,
    level: float = 0.95,
    resamples: int = 500,
    rng: Rng = None,
) -> Band:
    """The same, for scores whose pairing is known.

    >>> y = np.array([True, True, False, False])
    >>> s = np.array([4.0, 3.0, 2.0, 1.0])
    >>> paired_roc_difference(y, s, s, fpr=[0.0, 1.0], rng=0).value.tolist()
    [0.0, 0.0]
    """
    level = _check.fraction("level", level)
    resamples, seed, words = drawing(resamples, rng)
    x = np.linspace(0, 1, 51) if fpr is None else rates("fpr", fpr)
    method = f"wider of bootstrap of pairs and Tango, {words}"
    names = {"x_name": "false positive rate", "y_name": "difference of true positive rates"}
    if truth.all() or not truth.any():
        nothing = np.full(len(x), math.nan)
        return Band(x, nothing, nothing, nothing, level, method, False, **names, plane="roc difference")
    exact = [_codes(np.asarray(scores, dtype=float)) for scores in (a, b)]
    value = _curve_difference(exact, truth, x)
    codes = [_bin_places(code) for code in exact]
    tops = [int(code.max()) + 1 for code in codes]
    classes = [_Cells([code[mask] for code in codes], tops) for mask in (truth, ~truth)]
    rows = []
    for start in range(0, resamples, _BLOCK):
        generator = _rng.stream(seed, "roc difference", start)
        some = min(_BLOCK, resamples - start)
        rows.append(_difference([of.draw(some, generator) for of in classes], x))
    low, high = percentile_limits(np.concatenate(rows), level)
    if codes[0] is not exact[0] or codes[1] is not exact[1]:
        shift = value - _curve_difference(codes, truth, x)
        low, high = low + shift, high + shift
    least, most = _at_thresholds(exact, truth, x, level)
    low, high = np.minimum(np.minimum(low, least), value), np.maximum(np.maximum(high, most), value)
    low[x == 1] = high[x == 1] = 0.0
    return Band(x, value, low, high, level, method, False, **names, plane="roc difference")


def _codes(scores: Floats) -> Codes:
    """The place of each score from the top, ties together."""
    return np.asarray(np.unique(-scores, return_inverse=True)[1], dtype=np.int64)


def _bin_places(codes: Codes) -> Codes:
    """Places taken together in bins of equal size when there are many."""
    cases = np.bincount(codes)
    if len(cases) <= MOST_SCORES:
        return codes
    before = np.cumsum(cases) - cases
    _, bins = np.unique(before * BINS // len(codes), return_inverse=True)
    return np.asarray(bins[codes], dtype=np.int64)


class _Cells:
    """The cases of a class by the places of both scores, drawn with replacement."""

    def __init__(self, codes: list[Codes], tops: list[int]) -> None:
        self.codes, self.tops = codes, tops
        self.size = len(codes[0])
        cells, counts = np.unique(codes[0] * tops[1] + codes[1], return_counts=True)
        self.shares = counts / self.size
        self.places = [cells // tops[1], cells % tops[1]]

    def draw(self, rows: int, generator: np.random.Generator) -> list[Array]:
        """How many cases fall on each place of both scores, one row per replicate."""
        if len(self.shares) * 2 < self.size:
            counts = generator.multinomial(self.size, self.shares, rows)
            return [regroup(counts, place, top) for place, top in zip(self.places, self.tops, strict=True)]
        picks = generator.integers(0, self.size, (rows, self.size))
        row = np.arange(rows)[:, None]
        return [
            np.bincount((code[picks] + row * top).ravel(), minlength=rows * top).reshape(rows, top)
            for code, top in zip(self.codes, self.tops, strict=True)
        ]


def _curve_difference(codes: list[Codes], truth: Bools, x: Floats) -> Floats:
    """The difference of the curves in hand."""
    counts = [[np.bincount(c[mask], minlength=int(c.max()) + 1)[None] for c in codes] for mask in (truth, ~truth)]
    return _difference(counts, x)[0]


def _difference(counts: list[list[Array]], x: Floats) -> Floats:
    """The curve of the first score less that of the second, one row per replicate."""
    positives, negatives = counts
    one, two = (
        tpr_at_fpr(up.cumsum(axis=1), along.cumsum(axis=1), x)
        for up, along in zip(positives, negatives, strict=True)
    )
    return np.asarray(one - two)


def _at_thresholds(codes: list[Codes], truth: Bools, x: Floats, level: float) -> tuple[Floats, Floats]:
    """Tango's limits for the positives, at the highest thresholds that keep each rate."""
    allowed = whole(x * int((~truth).sum()))
    cuts = [np.searchsorted(np.bincount(code[~truth]).cumsum(), allowed, side="right") for code in codes]
    one, two = (code[truth] for code in codes)
    only_a = [int(((one < i) & (two >= j)).sum()) for i, j in zip(*cuts, strict=True)]
    only_b = [int(((one >= i) & (two < j)).sum()) for i, j in zip(*cuts, strict=True)]
    return tango_limits(only_a, only_b, np.full(len(x), len(one)), -quantile((1 - level) / 2))
