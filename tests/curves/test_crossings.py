import numpy as np
import pytest
from hypothesis import given

from helpers.score_data import ranked, scored
from referee.core import Curve, Ranking
from referee.curves import roc, roc_crossings


def line(*points):
    x, y = np.array(points).T
    return Curve("c", x, y, x_name="FPR", y_name="TPR")


def test_straight_lines():
    a = line((0, 0), (0.5, 0.5), (0.5, 1), (1, 1))
    b = line((0, 0), (0, 0.75), (1, 1))
    assert np.allclose(roc_crossings(a, b), [(0.5, 0.875)])
    assert np.allclose(roc_crossings(b, a), [(0.5, 0.875)])


def test_a_shared_stretch_is_one_crossing_or_none():
    a = line((0, 0), (0, 0.2), (0.4, 0.4), (0.6, 0.6), (0.6, 0.9), (1, 1))
    over = line((0, 0), (0, 0.3), (0.4, 0.4), (0.6, 0.6), (0.6, 1), (1, 1))
    across = line((0, 0), (0, 0.3), (0.4, 0.4), (0.6, 0.6), (0.6, 0.7), (1, 1))
    assert roc_crossings(a, over) == ()
    assert np.allclose(roc_crossings(a, across), [(0.4, 0.4)])


@given(scored(most=10), scored(most=10))
def test_crossings_lie_on_both_curves(first, second):
    a, b = ranked(first), ranked(second)
    points = roc_crossings(a, b)
    for x, y in points:
        for curve in (roc(a), roc(b)):
            assert np.interp(x + y, curve.x + curve.y, curve.y) == pytest.approx(y, abs=1e-9)
    assert np.allclose(points, roc_crossings(b, a))
    grid = np.linspace(0, 2, 2001)
    gap = [np.interp(grid, c.x + c.y, c.y - c.x) for c in (roc(a), roc(b))]
    sign = np.sign(gap[0] - gap[1])[np.abs(gap[0] - gap[1]) > 1e-9]
    assert len(points) >= (sign[1:] != sign[:-1]).sum()


def test_a_curve_does_not_cross_itself():
    r = Ranking.from_scores([1, 0, 1], [3, 2, 1], positive=1)
    assert roc_crossings(r, r) == ()
    assert roc_crossings(r, Ranking(np.array([1.0]), np.array([1]), np.array([0]))) == ()


def test_bad_inputs():
    with pytest.raises(ValueError, match="`curves` must be two rankings or ROC curves; got list"):
        roc_crossings([1], Ranking.from_scores([1, 0], [2, 1]))
