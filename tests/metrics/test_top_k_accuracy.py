from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import top_k_accuracy_score

from referee import read
from referee.errors import InputError
from referee.inference.estimate import estimate
from referee.metrics import top_k_accuracy
from referee.metrics.top_k_accuracy import _extremes


@given(st.integers(0, 2**32), st.integers(3, 6), st.data(), st.booleans())
def test_equals_scikit_learn_without_ties(seed, classes, data, weighted):
    rng = np.random.default_rng(seed)
    k = data.draw(st.integers(1, classes - 1))
    y, s = rng.integers(classes, size=30), rng.normal(size=(30, classes))
    w = rng.random(30) if weighted else None
    expected = top_k_accuracy_score(y, s, k=k, labels=range(classes), sample_weight=w)
    assert top_k_accuracy(y, s, k=k, labels=range(classes), weights=w) == pytest.approx(expected, abs=1e-10)


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(1, 3))
def test_ties_count_in_expectation(seed, k):
    rng = np.random.default_rng(seed)
    y, s = rng.integers(4, size=5), rng.integers(3, size=(5, 4)).astype(float)
    hits = [
        y[i] in sorted(order, key=lambda c: -s[i, c])[:k] for i in range(5) for order in permutations(range(4))
    ]
    assert top_k_accuracy(y, s, k=k, labels=range(4)) == pytest.approx(np.mean(hits), abs=1e-12)


def test_k_of_all_classes_is_one_with_a_note():
    p = [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.2, 0.5, 0.3]]
    e = estimate(top_k_accuracy.using(k=3), read([0, 1, 2], y_score=p))
    assert e.value == 1.0
    assert "k = 3 with 3 classes is 1 whatever the scores" in e.note
    with pytest.raises(InputError, match="`k` must be at least 1"):
        top_k_accuracy([0, 1, 2], p, k=0)


def test_the_least_and_the_most_that_scores_allow():
    scores = np.array([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]])
    assert _extremes(scores, k=1) == (0.0, 1.0)
    assert _extremes(scores[1:], k=1) == (0.0, 0.5)
    assert _extremes(np.full((2, 4), 0.25), k=1) == (0.25, 0.25)
