from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference import t_disjoint_sets, t_paired

A, B = [0.81, 0.79, 0.83, 0.80], [0.78, 0.79, 0.80, 0.79]


def test_is_the_paired_t():
    assert t_disjoint_sets(A, B).p_value == t_paired(A, B).p_value
    assert t_disjoint_sets(A, B).warnings == ()


def test_small_sets_and_uneven_sets_are_warned_of():
    warnings = t_disjoint_sets(A, B, sizes=[29, 30, 40, 50]).warnings
    assert warnings[0] == "1 of 4 test sets have under 30 cases."
    assert "differ in size" in warnings[1]


def test_sizes_for_all_sets():
    with pytest.raises(InputError, match="`sizes` must give the size of all 4 test sets; got 3"):
        t_disjoint_sets(A, B, sizes=[30, 30, 30])
