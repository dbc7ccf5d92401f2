"""Cliff's delta: how far two samples are apart, by order alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core import Estimate
from referee.inference.samples import sample


def cliffs_delta(x: Any, y: Any) -> Estimate:
    """P(X > Y) - P(X < Y) over all pairs of a value of x and a value of y: from -1 to 1.

    Never undefined. On matched values it does not look at which belong together, so that datasets that differ much
    hide a steady difference: wins, ties and losses show it. No interval: its usual one takes the samples as
    independent. Reference: cliff1993.

    >>> cliffs_delta([0.9, 0.8, 0.7], [0.6, 0.8, 0.5]).value
    0.6666666666666666
    """
    a, b = sample("x", x, least=1), sample("y", y, least=1)
    ordered = np.sort(b)
    below = np.searchsorted(ordered, a, side="left").sum()
    above = (len(b) - np.searchsorted(ordered, a, side="right")).sum()
    value = float(below - above) / (len(a) * len(b))
    return Estimate(
        "cliffs_delta", value, len(a), title="Cliff's delta", note="no interval: the values are matched"
    )
