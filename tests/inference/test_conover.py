from __future__ import annotations

import numpy as np

from referee.inference import conover


def test_says_that_it_is_not_adjusted_and_has_no_p_without_spread():
    result = conover([[3, 2, 1], [3, 2, 1], [3, 2, 1]])
    assert not result.adjusted
    p = np.array(result.p_values)
    assert (np.diag(p) == 1).all()
    assert np.isnan(p[0, 1])


def test_order_of_learners_only_permutes():
    scores = np.random.default_rng(2).random((9, 4))
    p = np.array(conover(scores).p_values)
    assert np.allclose(np.array(conover(scores[:, ::-1]).p_values), p[::-1, ::-1])
