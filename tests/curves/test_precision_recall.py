import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import fbeta_score, precision_recall_curve

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import fbeta_curve, precision_recall


@given(scored())
def test_equals_sklearn_but_for_its_added_point(case):
    y, s, w = case
    precision, recall, thresholds = precision_recall_curve(y, s, sample_weight=w)
    curve = precision_recall(ranked(case))
    np.testing.assert_allclose(curve.y[::-1], precision[:-1], atol=1e-10)
    np.testing.assert_allclose(curve.x[::-1], recall[:-1], atol=1e-10)
    np.testing.assert_array_equal(curve.thresholds[::-1], thresholds)
    assert curve.y[-1] == pytest.approx(curve.facts["prevalence"])


@given(scored(most=10), st.sampled_from([0.5, 1.0, 2.0]))
def test_fbeta_along_the_curve(case, beta):
    y, s, w = case
    curve = fbeta_curve(ranked(case), beta=beta)
    theirs = [fbeta_score(y, s >= t, beta=beta, sample_weight=w) for t in curve.thresholds]
    np.testing.assert_allclose(curve.y, theirs, atol=1e-10)
    assert curve.facts["best"] == max(curve.y)
    assert curve.facts["threshold"] == max(curve.thresholds[curve.y == curve.y.max()])


def test_without_negatives_precision_is_one():
    curve = precision_recall(single_class()["there is no negative case"])
    assert curve.defined
    assert set(curve.y) == {1.0}


@pytest.mark.parametrize("reason", ["there is no positive case", "there is no case"])
def test_undefined_with_its_reason(reason):
    ranking = single_class()[reason]
    assert precision_recall(ranking).undefined == reason
    curve = fbeta_curve(ranking)
    assert curve.undefined == reason
    assert np.isnan(curve.y).all()
    assert np.isnan(curve.facts["best"])


def test_beta_is_checked():
    with pytest.raises(ValueError, match="`beta` must be greater than 0; got 0"):
        fbeta_curve(Ranking.from_scores([1, 0], [2, 1]), beta=0)
