from __future__ import annotations

import pytest

from referee.inference import newcombe_paired


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [([[36, 12], [2, 0]], 0.0569, 0.3404), ([[54, 0], [0, 0]], -0.0664, 0.0664), ([[0, 54], [0, 0]], 0.9061, 1.0)],
)
def test_worked_examples(table, low, high):
    assert tuple(newcombe_paired(table)) == pytest.approx((low, high), abs=2e-4)


def test_swapping_the_models_mirrors_the_limits():
    one, two = newcombe_paired([[20, 7], [3, 9]]), newcombe_paired([[20, 3], [7, 9]])
    assert (one.low, one.high) == pytest.approx((-two.high, -two.low), abs=1e-14)
