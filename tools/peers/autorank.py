"""autorank: an interval of the median that is not of its level."""

from __future__ import annotations

import numpy as np
from autorank._util import _confidence_interval
from pandas import Series

from referee.inference import wilcoxon
from tools.peers.row import Row, rate

PACKAGE = "autorank"
RUNS = 2000


def rows() -> list[Row]:
    """One question."""
    rng = np.random.default_rng(5)
    hits = ours = 0
    for _ in range(RUNS):
        sample = Series(rng.normal(size=50))
        low, high = _confidence_interval(sample, 0.05, is_normal=False)
        hits += low <= 0 <= high
        effect = wilcoxon(sample).effect
        assert effect is not None
        assert effect.interval is not None
        ours += 0.0 in effect.interval
    return [
        Row(
            f"coverage of a 95% interval of the median of 50 normal values, {RUNS:,} samples",
            rate(hits, RUNS),
            f"{rate(ours, RUNS)} (Hodges-Lehmann)",
            not 0.935 <= hits / RUNS <= 0.965,
        )
    ]
