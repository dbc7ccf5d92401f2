from __future__ import annotations

import pytest

from referee.errors import InputError
from referee.inference import agresti_min, wald_paired


def test_is_wald_on_doubled_counts_with_one_in_each_cell():
    table = [[7, 4], [2, 5]]
    one, two = agresti_min(table), wald_paired([[2 * v + 1 for v in row] for row in table])
    assert one.low + one.high == pytest.approx(two.low + two.high, abs=1e-12)
    assert one.width / two.width == pytest.approx(2**0.5)


def test_empty_table():
    with pytest.raises(InputError, match="`table` must hold at least one case"):
        agresti_min([[0, 0], [0, 0]])
