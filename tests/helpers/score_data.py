"""Random labelled scores for property tests: with and without ties, with and without weights."""

from __future__ import annotations

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from referee.core import Ranking

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@st.composite
def scored(draw, least=1, most=40, weighted=None):
    """(y, scores, weights or None), both classes present; few distinct scores as often as many."""
    positives = draw(st.integers(least, most))
    negatives = draw(st.integers(least, most))
    seed = draw(st.integers(0, 2**32 - 1))
    levels = draw(st.sampled_from([1, 2, 3, 7, 20, 0]))
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat([1, 0], [positives, negatives]))
    s = rng.normal(size=len(y)) + rng.choice([-1, 0, 1, 2]) * y
    if levels:
        s = np.round(s * levels / 4) / 4
    has_weights = draw(st.booleans()) if weighted is None else weighted
    return y, s, rng.uniform(0.1, 3, len(y)) if has_weights else None


def ranked(case):
    y, s, w = case
    return Ranking.from_scores(y, s, positive=1, weights=w)


def single_class():
    """Rankings without negatives, without positives, and without cases."""
    scores, some, none = np.array([3.0, 2.0, 1.0]), np.array([1, 2, 1]), np.zeros(3, dtype=np.int64)
    empty = np.zeros(0)
    return {
        "there is no negative case": Ranking(scores, some, none),
        "there is no positive case": Ranking(scores, none, some),
        "there is no case": Ranking(empty, empty.astype(int), empty.astype(int)),
    }
