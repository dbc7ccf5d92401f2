"""The influence of cases on average precision, by finite differences of the weighted formula."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

from referee.curves.average_precision_pushes import average_precision_pushes

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 6), st.integers(1, 4)), min_size=2, max_size=20)


@settings(max_examples=80, deadline=None)
@given(rows)
def test_they_are_the_derivatives_and_sum_to_zero(given_rows):
    y, s, w = (np.array(column) for column in zip(*given_rows, strict=True))
    if not y.any():
        assert np.isnan(average_precision_pushes(y, s)[0])
        return
    value, pushes = average_precision_pushes(y, s, weights=w.astype(float))
    assert value == pytest.approx(average_precision_score(y, s, sample_weight=w))
    assert pushes.sum() == pytest.approx(0, abs=1e-12)
    step = 1e-6
    for j in range(len(y)):
        more, less = w.astype(float), w.astype(float)
        more[j] += step
        less[j] -= step
        slope = (
            average_precision_score(y, s, sample_weight=more) - average_precision_score(y, s, sample_weight=less)
        ) / (2 * step)
        assert pushes[j] == pytest.approx(w[j] * slope, abs=1e-6)
