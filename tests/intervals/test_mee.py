from __future__ import annotations

from math import sqrt

import pytest

from referee.intervals import mee, miettinen_nurminen
from referee.intervals.miettinen_nurminen import restricted


def test_limits_are_where_the_plain_score_is_z():
    ci = mee(9, 10, 2, 10)
    for limit, sign in ((ci.low, 1), (ci.high, -1)):
        p2 = float(restricted(9, 10, 2, 10, limit))
        p1 = p2 + limit
        score = (0.7 - limit) / sqrt(p1 * (1 - p1) / 10 + p2 * (1 - p2) / 10)
        assert score == pytest.approx(sign * 1.959963984540054, abs=1e-9)


def test_is_narrower_than_with_the_factor():
    assert mee(9, 10, 2, 10).width < miettinen_nurminen(9, 10, 2, 10).width
