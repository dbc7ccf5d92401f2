"""PyCM: another level than the one asked for, and undefined as text."""

from __future__ import annotations

import math
import warnings

import pycm

from referee import ConfusionMatrix, evaluate
from tools.peers.row import Row, span

PACKAGE = "pycm"


def rows() -> list[Row]:
    """Two questions about a thousand cases, one of them positive and not found."""
    theirs = pycm.ConfusionMatrix(matrix={0: {0: 999, 1: 0}, 1: {0: 1, 1: 0}})
    ours = ConfusionMatrix.from_counts(tp=0, fn=1, fp=0, tn=999)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        limits = [theirs.CI("ACC", alpha=alpha)[0][1] for alpha in (0.07, 0.05)]
    here = [evaluate(ours, level=level, rng=0)["accuracy"].interval for level in (0.93, 0.95)]
    words = [" and ".join(span(*pair) for pair in both) for both in (limits, here)]
    value = theirs.PPV[1]
    precision = evaluate(ours, rng=0)["precision"]
    assert math.isnan(precision.value)
    return [
        Row("accuracy of 999 of 1,000, 93% and 95% intervals", *words, limits[0] == limits[1] or limits[1][1] > 1),
        Row(
            "precision when nothing is predicted positive",
            repr(value),
            f"{precision.value}: {precision.undefined}",
            isinstance(value, str),
        ),
    ]
