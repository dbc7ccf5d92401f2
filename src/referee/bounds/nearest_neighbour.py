"""What the error of the nearest-neighbour rule says of the Bayes error."""

from __future__ import annotations

import math

import numpy as np

from referee import _check, _format
from referee.core import ErrorLimits, Estimate, Interval
from referee.core.types import Column, Table
from referee.data.column import labels_column
from referee.data.encode import encode
from referee.inference.proportion import proportion_interval


def cover_hart(error: float, *, classes: int = 2) -> Interval:
    """Limits of the Bayes error from the error of the 1-nearest-neighbour rule on very many cases.

    With R the error and K classes: (K-1)/K (1 - sqrt(1 - K R / (K-1))) <= Bayes error <= R. The limits hold for
    infinitely many cases; on a sample R is larger, so they err upward. Reference: cover1967.

    >>> low, high = cover_hart(0.3)
    >>> round(low, 3), high
    (0.184, 0.3)
    """
    r, k = _check.share("error", error), _check.whole("classes", classes, least=2)
    most = (k - 1) / k
    if r > most:
        _check.fail("error", f"be at most {most:g}, the error of guessing among {k} classes", error)
    low = most * (1 - math.sqrt(max(0.0, 1 - r / most)))
    return Interval(low, r, 1.0, "Cover-Hart limits, many cases")


def nearest_neighbour_bounds(X: Table, y: Column, *, scale: bool = True, level: float = 0.95) -> ErrorLimits:
    """The leave-one-out error of the nearest-neighbour rule, and the Cover-Hart limits of the Bayes error from it.

    Features are divided by their standard deviations unless `scale=False`. The limits hold for endlessly many cases;
    with few, or in many dimensions, the rule errs more than at the end of that road, so that both limits are too high.
    Equal distances go to the case that comes first. Reference: cover1967.

    >>> rng = np.random.default_rng(0)
    >>> y = np.arange(400) % 2
    >>> made = nearest_neighbour_bounds(rng.normal(size=(400, 1)) + 2 * y[:, None], y)
    >>> made["bayes_error"].limits[0] < 0.1587 < made["bayes_error"].limits[1]
    True
    """
    from sklearn.neighbors import NearestNeighbors

    x = _check.floats("X", X)
    if x.ndim != 2 or len(x) < 3 or not np.isfinite(x).all():
        _check.fail("X", "be a table of at least 3 cases of finite numbers", f"shape {x.shape}")
    (codes,), labels = encode(labels_column("y", y))
    if len(codes) != len(x) or len(labels) < 2:
        _check.fail("y", f"have two or more classes over the {len(x)} rows of X", _format.listing(labels))
    if _check.flag("scale", scale):
        spread = x.std(axis=0)
        x = x / np.where(spread > 0, spread, 1.0)
    found = NearestNeighbors(n_neighbors=2).fit(x).kneighbors(return_distance=False)
    wrong = int((codes[found[:, 0]] != codes).sum())
    n, k = len(x), len(labels)
    most = (k - 1) / k
    interval = proportion_interval(wrong, n, level)
    low, high = cover_hart(min(most, wrong / n), classes=k)
    rule = Estimate("nearest_neighbour_error", wrong / n, n, interval, title="Error of the nearest neighbour")
    ends = cover_hart(min(most, interval.low), classes=k).low, min(most, interval.high)
    wide = Interval(*ends, level, "Cover-Hart of the interval's ends")
    bayes = Estimate("bayes_error", (low + high) / 2, n, wide, title="Bayes error", limits=(low, high))
    between = f"{_format.number(low)} and {_format.number(high)}"
    sentence = f"With very many cases like these the Bayes error lies between {between}."
    warnings = (
        "The limits are those of endlessly many cases; with few cases or many features both are too high.",
    )
    return ErrorLimits(f"Nearest neighbours of {_format.plural(n, 'case')}", sentence, (rule, bayes), warnings)
