from __future__ import annotations

import numpy as np
import pytest

from referee.errors import InputError
from referee.inference import cochran_q, cochran_q_pairs, mcnemar

RIGHT = (np.random.default_rng(7).random((60, 4)) < [0.9, 0.8, 0.7, 0.6]).astype(int)


def test_agrees_with_statsmodels():
    from statsmodels.stats.contingency_tables import cochrans_q

    theirs = cochrans_q(RIGHT)
    ours = cochran_q(RIGHT)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_of_two_models_it_is_mcnemars():
    a, b = RIGHT[:, 0].astype(bool), RIGHT[:, 3].astype(bool)
    table = [[(a & b).sum(), (a & ~b).sum()], [(~a & b).sum(), (~a & ~b).sum()]]
    assert cochran_q(RIGHT[:, [0, 3]]).p_value == pytest.approx(mcnemar(table, method="asymptotic").p_value)
    (p,) = cochran_q_pairs(RIGHT[:, [0, 3]]).p_values
    assert p == pytest.approx(mcnemar(table).p_value)


def test_pairs_are_adjusted_and_named():
    family = cochran_q_pairs(RIGHT, models=["a", "b", "c", "d"], adjust="shaffer")
    assert len(family) == 6
    assert family.labels[0] == "a / b"
    assert family.name == "all pairs of 4 models, McNemar's test"
    assert all(p <= q for p, q in zip(family.p_values, family.adjusted, strict=True))


def test_agreeing_models():
    result = cochran_q([[1, 1, 1], [0, 0, 0], [1, 1, 1]])
    assert (result.statistic, result.p_value) == (0, 1)
    assert set(cochran_q_pairs([[1, 1, 1], [0, 0, 0]]).adjusted) == {1.0}


def test_bad_inputs():
    with pytest.raises(InputError, match="`right` must hold 1 where a model is right and 0"):
        cochran_q([[1, 2], [0, 1]])
    with pytest.raises(InputError, match="`right` must have one row per case and one column per model"):
        cochran_q([1, 0, 1])
    with pytest.raises(InputError, match="`models` must name all 4 columns"):
        cochran_q_pairs(RIGHT, models=["a"])
