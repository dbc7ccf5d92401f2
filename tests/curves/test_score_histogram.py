"""Scores of each class in bins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.curves import score_histogram

ROWS = st.lists(st.tuples(st.booleans(), st.floats(-9, 9)), min_size=1, max_size=60)


@given(rows=ROWS, bins=st.integers(1, 30))
def test_bins_hold_every_case_once(rows, bins):
    truth, scores = (np.array(column) for column in zip(*rows, strict=True))
    distinct = np.unique(scores)[::-1]
    counts = [np.array([(scores[group] == s).sum() for s in distinct]) for group in (truth, ~truth)]
    made = score_histogram(referee.Ranking(distinct, *counts), bins=bins)
    assert len(made) == bins
    assert made.positives.sum() == truth.sum()
    assert made.negatives.sum() == (~truth).sum()
    for wanted, counted in ((truth, made.positives), (~truth, made.negatives)):
        brute = [
            sum(
                (low <= s < high) or (i == bins - 1 and s == high)
                for s in np.clip(scores[wanted], made.edges[0], made.edges[-1])
            )
            for i, (low, high) in enumerate(zip(made.edges[:-1], made.edges[1:], strict=True))
        ]
        assert brute == counted.tolist()


def test_probabilities_are_binned_from_0_to_1_and_others_over_their_range():
    chances = score_histogram(referee.Ranking.from_scores([1, 0], [0.3, 0.4], positive=1), bins=4)
    assert chances.edges.tolist() == [0, 0.25, 0.5, 0.75, 1]
    others = score_histogram(referee.Ranking.from_scores([1, 0], [3, 5], positive=1), bins=2)
    assert others.edges.tolist() == [3, 4, 5]
    same = score_histogram(referee.Ranking.from_scores([1, 0], [3, 3], positive=1), bins=2)
    assert same.edges.tolist() == [2.5, 3, 3.5]


def test_infinite_scores_are_in_the_outer_bins():
    made = score_histogram(referee.Ranking.from_scores([1, 0, 1], [np.inf, -np.inf, 0.5], positive=1), bins=2)
    assert (made.positives.tolist(), made.negatives.tolist()) == ([0, 2], [1, 0])
    assert len(score_histogram(referee.Ranking([np.inf], [1], [1]))) == 0


def test_bins_must_be_whole():
    with pytest.raises(referee.InputError, match="`bins` must be at least 1; got 0"):
        score_histogram(referee.Ranking([1.0], [1], [1]), bins=0)
