from __future__ import annotations

import pytest

from referee.intervals import newcombe


def test_worked_examples():
    """56/70 against 48/80, and 9/10 against 3/10, as printed in Newcombe (1998), method 10."""
    assert tuple(newcombe(56, 70, 48, 80)) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert tuple(newcombe(9, 10, 3, 10)) == pytest.approx((0.1705, 0.8090), abs=1e-4)
    assert tuple(newcombe(0, 10, 0, 20)) == pytest.approx((-0.1611, 0.2775), abs=1e-4)


def test_stays_in_the_range():
    assert tuple(newcombe(10, 10, 0, 10)) == pytest.approx((0.6075, 1.0), abs=1e-4)
