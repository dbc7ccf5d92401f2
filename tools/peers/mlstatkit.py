"""MLstatkit: DeLong's test of a score with itself."""

from __future__ import annotations

import numpy as np
from MLstatkit import Delong_test

from referee.inference import delong_paired
from tools.peers.row import Row, number

PACKAGE = "MLstatkit"


def rows() -> list[Row]:
    """One question."""
    y = np.repeat([0, 1], 20)
    scores = y + np.random.default_rng(0).normal(size=40)
    p = float(Delong_test(y, scores, scores)[1])
    ours = delong_paired(y, scores, scores, positive=1).p_value
    return [Row("DeLong's test of a score with itself", f"p = {number(p)}", f"p = {number(ours)}", p < 0.05)]
