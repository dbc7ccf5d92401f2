import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored
from referee.core import ConfusionMatrix, Ranking
from referee.curves import confusion_at


@given(scored(), st.floats(-3, 3))
def test_equals_counting_labels(case, threshold):
    y, s, w = case
    direct = ConfusionMatrix.from_labels(y, (s >= threshold).astype(int), positive=1, labels=[0, 1], weights=w)
    table = confusion_at(ranked(case), threshold)
    np.testing.assert_allclose(table.counts, direct.counts, atol=1e-9)
    if w is not None:
        np.testing.assert_allclose(table.squares, direct.squares, atol=1e-9)
    assert table.weighted == direct.weighted


def test_infinite_thresholds():
    r = Ranking.from_scores([1, 0], [2.0, 1.0], positive=1)
    assert confusion_at(r, float("inf")).tp == 0
    assert confusion_at(r, -float("inf")).tp == 1


@pytest.mark.parametrize("threshold", [float("nan"), "0.5", True, None])
def test_other_thresholds_are_refused(threshold):
    with pytest.raises(ValueError, match="`threshold` must be a number"):
        confusion_at(Ranking.from_scores([1, 0], [2.0, 1.0]), threshold)


def test_a_positive_class_called_rest():
    r = Ranking.from_scores(["rest", "go"], [2.0, 1.0], positive="rest")
    assert confusion_at(r, 1.5).labels == ("(rest)", "rest")
