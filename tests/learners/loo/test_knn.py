import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.neighbors import KNeighborsClassifier

from helpers.loo_brute import check, data, scaler
from referee.learners.loo import loo_attempt, loo_predictions

SHAPES = [(20, 1, 2), (30, 3, 4), (40, 18, 3)]
LEARNERS = [
    KNeighborsClassifier(1),
    KNeighborsClassifier(4),
    KNeighborsClassifier(5, algorithm="brute"),
    KNeighborsClassifier(5, weights="distance"),
    KNeighborsClassifier(3, algorithm="ball_tree", metric="euclidean"),
]


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["plain", "imbalanced", "single"])
def test_equals_brute_force(learner, shape, kind):
    check(learner, *data(1, *shape, kind=kind), refits=1)


@pytest.mark.slow
def test_many_cases():
    check(KNeighborsClassifier(7), *data(1, 200, 20, 4, kind="noise"), refits=0)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("k", [1, 4])
def test_equals_brute_force_after_a_scaler(shape, k):
    check(scaler(KNeighborsClassifier(k)), *data(2, *shape), refits=1)
    check(scaler(KNeighborsClassifier(k, weights="distance")), *data(2, *shape))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["duplicates", "whole"])
@pytest.mark.parametrize("seed", range(4))
def test_ties_follow_brute_force_or_fall_back(seed, kind):
    for learner in (KNeighborsClassifier(3), scaler(KNeighborsClassifier(4))):
        X, y = data(seed, 30, 2, 3, kind=kind)
        if loo_predictions(learner, X, y) is None:
            assert "lie so near a tie" in loo_attempt(learner, X, y).reason
        else:
            check(learner, X, y)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=6, max_size=18), st.integers(1, 4))
def test_ties_on_a_grid(rows, k):
    X, y = np.array([[float(v)] for v, _ in rows]), np.array([c for _, c in rows])
    if len(np.unique(y)) > 1:
        check(KNeighborsClassifier(k), X, y)


def test_many_ties_fall_back():
    rng = np.random.default_rng(3)
    attempt = loo_attempt(KNeighborsClassifier(3), rng.integers(0, 3, (300, 2)), rng.integers(0, 2, 300))
    assert attempt.predictions is None
    assert "of 300 cases lie so near a tie" in attempt.reason


@pytest.mark.slow
def test_all_but_one_are_neighbours_and_no_more():
    X, y = data(1, 20, 2, 2)
    check(KNeighborsClassifier(19), X, y)
    check(KNeighborsClassifier(18), X, y)
    assert loo_attempt(KNeighborsClassifier(20), X, y).reason == "20 neighbours among 19 cases have no shortcut"


def test_far_from_the_origin_rounding_is_not_trusted():
    X, y = data(1, 60, 18, 2)
    attempt = loo_attempt(KNeighborsClassifier(3), X + 1e8, y)
    assert attempt.predictions is None or check(KNeighborsClassifier(3), X + 1e8, y)


def test_other_distances_are_refused():
    X, y = data(1, 20, 2, 2)
    for wrong in ({"p": 1}, {"metric": "manhattan"}, {"weights": lambda d: d}, {"metric_params": {"w": [1, 2]}}):
        assert loo_predictions(KNeighborsClassifier(3, **wrong), X, y) is None
    assert loo_attempt(KNeighborsClassifier(p=1), X, y).reason == "KNeighborsClassifier with p=1 has no shortcut"
