import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import det_curve

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import det, equal_error_rate


@given(scored(weighted=False))
def test_equals_sklearn(case):
    y, s, _ = case
    fpr, fnr, thresholds = det_curve(y, s, drop_intermediate=False)
    curve = det(ranked(case))
    # the peer leaves out points at the ends where nothing changes but one rate
    place = {t: i for i, t in enumerate(curve.thresholds.tolist())}
    at = [place[t] for t in thresholds.tolist()]
    np.testing.assert_allclose(curve.x[at], fpr, atol=1e-10)
    np.testing.assert_allclose(curve.y[at], fnr, atol=1e-10)


@given(scored())
def test_both_errors_are_equal_there(case):
    curve, rate = det(ranked(case)), equal_error_rate(ranked(case)).value
    assert curve.facts["equal_error_rate"] == rate
    above = (curve.x <= rate + 1e-9) & (curve.y >= rate - 1e-9)
    below = (curve.x >= rate - 1e-9) & (curve.y <= rate + 1e-9)
    assert (above | below).all()
    i = np.flatnonzero(above)[-1]
    j = min(i + 1, len(curve) - 1)
    # (rate, rate) lies on the edge from the last point before it
    dx, dy = curve.x[j] - curve.x[i], curve.y[j] - curve.y[i]
    assert dx * (rate - curve.y[i]) == pytest.approx(dy * (rate - curve.x[i]), abs=1e-9)


def test_ends():
    assert equal_error_rate(Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1])).value == 0
    assert equal_error_rate(Ranking.from_scores([0, 0, 1, 1], [4, 3, 2, 1])).value == 1
    assert equal_error_rate(Ranking.from_scores([0, 1], [1, 1])).value == 0.5


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(reason, ranking):
    assert det(ranking).undefined == reason
    assert equal_error_rate(ranking).undefined == reason
