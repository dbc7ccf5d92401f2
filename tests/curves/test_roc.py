import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import roc_curve

from helpers.score_data import ranked, scored, single_class
from referee.core import ConfusionMatrix, Ranking
from referee.curves import roc, roc_hull, roc_point


@given(scored())
def test_equals_sklearn(case):
    y, s, w = case
    fpr, tpr, thresholds = roc_curve(y, s, sample_weight=w, drop_intermediate=False)
    curve = roc(ranked(case))
    np.testing.assert_allclose(curve.x, fpr, atol=1e-10)
    np.testing.assert_allclose(curve.y, tpr, atol=1e-10)
    np.testing.assert_array_equal(curve.thresholds, thresholds)


@given(scored(weighted=False))
def test_counts_are_those_of_the_rule(case):
    y, s, _ = case
    for row in roc(ranked(case)).rows():
        called = s >= row["threshold"]
        assert row["TP"] == (called & (y == 1)).sum()
        assert row["FP"] == (called & (y == 0)).sum()
        assert row["TN"] == (~called & (y == 0)).sum()
        assert row["FN"] == (~called & (y == 1)).sum()


@given(scored(weighted=False))
def test_class_skew_changes_nothing(case):
    before = ranked(case)
    after = Ranking(before.scores, before.positives, before.negatives * 10, before.positive)
    np.testing.assert_allclose(roc(after).x, roc(before).x, atol=1e-15)
    assert (roc(after).y == roc(before).y).all()
    assert after.auc == pytest.approx(before.auc, abs=1e-15)
    assert roc_hull(after).area == pytest.approx(roc_hull(before).area, abs=1e-12)


def test_infinite_scores_keep_their_order():
    curve = roc(Ranking.from_scores([1, 0, 1, 0], [np.inf, 1.0, 0.0, -np.inf], positive=1))
    assert curve.y.tolist() == [0, 0.5, 0.5, 1, 1]
    assert np.isnan(curve.thresholds[0])  # no number lies above +inf
    assert curve.thresholds[1:].tolist() == [np.inf, 1, 0, -np.inf]


def test_scores_of_weight_zero_are_no_points():
    r = Ranking.from_scores([1, 0, 1], [3.0, 2.0, 1.0], positive=1, weights=[1, 0, 2])
    assert roc(r).thresholds.tolist() == [np.inf, 3, 1]


@pytest.mark.parametrize(("reason", "ranking"), single_class().items())
def test_undefined_with_its_reason(reason, ranking):
    curve = roc(ranking)
    assert curve.undefined == reason
    assert np.isnan(curve.x).all() or np.isnan(curve.y).all()
    assert len(curve.rows()) == len(ranking.scores) + 1


def test_hard_classifier_is_a_point():
    table = ConfusionMatrix.from_counts(tp=24, fn=76, fp=88, tn=12)
    assert roc_point(table).x.tolist() == [0.88]
    assert roc_point(table.invert()).y.tolist() == [0.76]
    lone = roc_point(ConfusionMatrix.from_counts(tp=2, fn=1, fp=0, tn=0))
    assert lone.undefined == "there is no negative case"
    assert np.isnan(lone.x[0])


def test_anything_else_gets_the_sentence():
    with pytest.raises(ValueError, match=r"`ranking` must be a Ranking; got list\. Count one with"):
        roc([1, 0])
