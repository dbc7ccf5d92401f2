from __future__ import annotations

from math import sqrt

import pytest

from referee.inference import bonett_price


def test_formula():
    b, c, n = 12, 5, 100
    p, q = (b + 1) / (n + 2), (c + 1) / (n + 2)
    half = 1.959963984540054 * sqrt((p + q - (p - q) ** 2) / (n + 2))
    assert tuple(bonett_price([[40, b], [c, 43]])) == pytest.approx((p - q - half, p - q + half), abs=1e-12)


def test_stays_in_the_range():
    assert bonett_price([[0, 1], [0, 0]]).high == 1
