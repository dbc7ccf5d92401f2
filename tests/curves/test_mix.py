import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.score_data import ranked, scored, single_class
from referee.core import Ranking
from referee.curves import MixedClassifier, ThresholdClassifier, mix_for, roc_hull


class Scorer:
    classes_ = np.array([0, 1])

    def decision_function(self, X):
        return np.asarray(X, dtype=float)


@given(scored(), st.floats(0, 1), st.sampled_from(["fpr", "tpr"]))
def test_plan_lies_on_the_hull_at_the_rate(case, rate, axis):
    hull = roc_hull(ranked(case))
    plan = mix_for(hull, **{axis: rate})
    assert getattr(plan, axis) == pytest.approx(rate, abs=1e-12)
    assert 0 <= plan.share <= 1
    # the best on the hull: the largest TPR at this FPR, the least FPR at this TPR
    along = np.interp(plan.fpr + plan.tpr, hull.fpr + hull.tpr, hull.tpr)
    assert along == pytest.approx(plan.tpr, abs=1e-9)
    if axis == "fpr":
        assert plan.tpr >= hull.tpr[hull.fpr <= rate].max() - 1e-12
    else:
        assert plan.fpr <= hull.fpr[hull.tpr >= rate].min() + 1e-12
    for end in (plan.first, plan.second):
        assert end.threshold is not None


def test_the_predictor_reaches_the_point():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 20_000)
    s = np.round(rng.normal(size=len(y)) + y)  # few thresholds, so that the point lies between two
    hull = roc_hull(Ranking.from_scores(y, s, positive=1))
    plan = mix_for(hull, fpr=0.4)
    ends = [ThresholdClassifier(Scorer(), p.threshold) for p in (plan.first, plan.second)]
    called = MixedClassifier(*ends, share=plan.share, rng=11).predict(s) == 1
    assert called[y == 0].mean() == pytest.approx(0.4, abs=0.015)
    assert called[y == 1].mean() == pytest.approx(plan.tpr, abs=0.015)


def test_the_same_seed_gives_the_same_answers():
    X = np.linspace(-1, 1, 200)
    ends = [ThresholdClassifier(Scorer(), 2.0), ThresholdClassifier(Scorer(), -2.0)]
    a, b = (MixedClassifier(*ends, share=0.5, rng=3).predict(X) for _ in range(2))
    assert (a == b).all()
    one_by_one = MixedClassifier(*ends, share=0.5, rng=3)
    alone = np.concatenate([one_by_one.predict(X[i : i + 1]) for i in range(200)])
    assert (alone == a).all()
    assert MixedClassifier(*ends, share=0.5, rng=3).seed == 3


def test_ends_of_the_share():
    X = np.zeros(50)
    ends = [ThresholdClassifier(Scorer(), 2.0), ThresholdClassifier(Scorer(), -2.0)]
    assert MixedClassifier(*ends, share=0, rng=1).predict(X).sum() == 0
    assert MixedClassifier(*ends, share=1, rng=1).predict(X).sum() == 50


def test_bad_inputs():
    hull = roc_hull(Ranking.from_scores([1, 0], [2, 1]))
    with pytest.raises(ValueError, match="`fpr` must be given, or `tpr`, and not both; got neither"):
        mix_for(hull)
    with pytest.raises(ValueError, match="`tpr` must lie between 0 and 1"):
        mix_for(hull, tpr=1.5)
    with pytest.raises(ValueError, match="`hull` must be defined; got 'classifier': there is no negative case"):
        mix_for(roc_hull(single_class()["there is no negative case"]), fpr=0.5)
    with pytest.raises(ValueError, match="`first` must have a method `predict`; got int"):
        MixedClassifier(1, 2, share=0.5)
