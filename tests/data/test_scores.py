from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from referee.core import Ranking
from referee.core.rank_scores import _merge_classes, rank, rank_weighted

ODD = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 3.5, 1e308, -1e308, 5e-324, -5e-324, np.nextafter(1, 2), np.inf, -np.inf]
ODD32 = [0.0, -0.0, 1.0, -1.0, 2.0, 1e-45, -1e-45, 3e38, np.inf, -np.inf]
values = st.one_of(
    st.lists(st.sampled_from(ODD), min_size=1, max_size=25).map(np.array),
    st.lists(st.sampled_from(ODD32), min_size=1, max_size=25).map(lambda x: np.array(x, np.float32)),
    st.lists(st.floats(-10, 10), min_size=1, max_size=25).map(np.array),
    st.lists(st.floats(0, 1), min_size=1, max_size=25).map(np.array),
    st.lists(st.floats(-1, 0), min_size=1, max_size=25).map(np.array),
    st.lists(st.integers(-3, 3), min_size=1, max_size=25).map(lambda x: np.array(x, float)),
    st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=25).map(lambda x: np.array(x, np.float32)),
)


@settings(max_examples=300, deadline=None)
@given(values, st.integers(0, 2**25))
def test_counts_at_each_distinct_score(scores, seed):
    positive = np.random.default_rng(seed).random(len(scores)) < 0.5
    kept = scores.copy()
    found = rank(scores, positive)
    distinct = np.unique(scores.astype(float) + 0.0)[::-1]
    assert found[0].tolist() == distinct.tolist()
    assert not np.signbit(found[0][found[0] == 0]).any()
    assert found[1].tolist() == [int(((scores == v) & positive).sum()) for v in distinct]
    assert found[2].tolist() == [int(((scores == v) & ~positive).sum()) for v in distinct]
    assert [part.dtype for part in found] == [np.float64, np.int64, np.int64]
    assert scores.tobytes() == kept.tobytes()
    assert [part.tolist() for part in _merge_classes(scores.astype(float) + 0.0, positive)] == [
        p.tolist() for p in found
    ]
    weighted = rank_weighted(scores, positive, np.ones(len(scores)))
    assert [part.tolist() for part in weighted[:3]] == [p.tolist() for p in found]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("digits", [1, 12])
def test_area_equals_scikit_learns(dtype, digits):
    rng = np.random.default_rng(1)
    for shift in (0.0, 5.0, -5.0):
        y = rng.random(3000) < 0.3
        s = rng.normal(y + shift, 1).round(digits).astype(dtype)
        assert Ranking(*rank(s, y)).auc == pytest.approx(roc_auc_score(y, s), abs=1e-12)
        columns = np.stack([s, s], axis=1)
        assert Ranking(*rank(columns[:, 0], y)).auc == Ranking(*rank(s, y)).auc


def test_area_at_the_ends_is_exact_with_weights():
    w = [0.1, 0.7, 0.3, 0.2]
    assert Ranking.from_scores([1, 1, 0, 0], [4, 3, 2, 1], positive=1, weights=w).auc == 1
    assert Ranking.from_scores([1, 1, 0, 0], [1, 2, 3, 4], positive=1, weights=w).auc == pytest.approx(
        0, abs=1e-15
    )
