"""The simplest candidate within one standard error of the best."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InputError
from referee.learners.select_learner import simplest_within

SCORES = [[0.70, 0.74, 0.72], [0.79, 0.77, 0.81], [0.86, 0.76, 0.81]]


def test_by_hand():
    sd = np.std(SCORES[2], ddof=1)
    found = simplest_within(SCORES)
    assert (found.best, found.chosen) == (2, 1)
    assert found.limit == pytest.approx(np.mean(SCORES[2]) - sd / np.sqrt(3))
    assert simplest_within(SCORES, rule="one_sd").limit == pytest.approx(np.mean(SCORES[2]) - sd)
    assert simplest_within(SCORES, rule="best").chosen == 2
    assert simplest_within(SCORES, ratio=0.5).allowance == pytest.approx(sd * np.sqrt(1 / 3 + 0.5))


@given(st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=1, max_size=6))
def test_properties(scores):
    found = simplest_within(scores)
    means = np.mean(scores, axis=1)
    assert means[found.best] == means.max()
    assert found.chosen <= found.best
    assert means[found.chosen] >= found.limit - 1e-12
    down = simplest_within(1 - np.array(scores), better="lower")
    assert down.allowance == pytest.approx(found.allowance, abs=1e-9)


def test_bad_input():
    with pytest.raises(InputError, match="be finite; got nan for candidate 1 on split 0"):
        simplest_within([[0.5, 0.6], [float("nan"), 0.7]])
    with pytest.raises(InputError, match="2 or more splits"):
        simplest_within([[0.5]])
