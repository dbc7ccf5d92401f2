import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from helpers.loo_brute import check, data
from referee.learners.loo import loo_attempt
from referee.learners.loo.cases import scale_columns


def test_the_scale_of_every_fold():
    X, _ = data(1, 30, 4, 2)
    z, ratio, doubtful = scale_columns(StandardScaler(), X)
    whole = StandardScaler().fit(X)
    for i in range(30):
        fold = StandardScaler().fit(np.delete(X, i, axis=0))
        assert ratio[i] == pytest.approx(fold.scale_ / whole.scale_, rel=1e-12)
    assert z == pytest.approx(whole.transform(X), abs=1e-12)
    assert not doubtful.any()


def test_a_feature_that_stops_to_vary_is_fitted():
    X, y = data(2, 30, 2, 2)
    X = np.c_[X, np.zeros(30), np.full(30, 5.0)]
    X[11, 2] = 3.0
    for learner in (KNeighborsClassifier(3), GaussianNB()):
        assert check(make_pipeline(StandardScaler(), learner), X, y).refitted >= 1


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"with_mean": False}, {"with_std": False}], ids=str)
def test_half_a_scaler(options):
    X, y = data(3, 30, 3, 3)
    for learner in (KNeighborsClassifier(3), GaussianNB(var_smoothing=0.1)):
        check(make_pipeline(StandardScaler(**options), learner), X, y)


def test_a_feature_drowned_in_its_mean_is_refused():
    X, y = data(3, 30, 2, 2)
    X[:, 0] = 1e9 + X[:, 0]
    assert "rounding decides its scale" in loo_attempt(make_pipeline(StandardScaler(), GaussianNB()), X, y).reason
