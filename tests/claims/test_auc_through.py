from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from referee import Ranking
from referee.claims import auc_through, consistent_matrices

SHARES = st.floats(0, 1)


@given(SHARES, SHARES)
def test_a_convex_curve_has_no_more_room(sn, sp):
    free, convex = auc_through(sn, sp), auc_through(sn, sp, convex=True)
    assert free.low <= convex.low + 1e-12
    assert 0 <= free.low <= free.high <= 1


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=4, max_size=30), st.integers(0, 5))
def test_every_threshold_of_a_ranking_bounds_its_auc(cases, cut):
    y, s = np.array([int(a) for a, _ in cases]), np.array([b for _, b in cases])
    if len(set(y)) < 2:
        return
    called = s >= cut
    limits = auc_through(float(called[y == 1].mean()), float((~called)[y == 0].mean()))
    area = Ranking.from_scores(y, s, positive=1).auc
    assert limits.low - 1e-12 <= area <= limits.high + 1e-12


def test_consistent_tables_give_the_range_of_the_auc():
    found = consistent_matrices(n=200, positives=100, sensitivity="0.80", specificity="0.90")
    low, high = auc_through(0.8, 0.9)
    assert found.ranges["auc"] == (low, high)
