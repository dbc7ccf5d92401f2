"""Equal rows have equal keys, and only they."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from referee.data.row_keys import find_in, row_keys, twins

ROWS = st.integers(1, 30).flatmap(
    lambda n: arrays(float, (n, 3), elements=st.sampled_from([0.0, -0.0, 1.5, np.nan]))
)


def patterns(rows):
    return [tuple("gap" if x != x else x + 0.0 for x in row) for row in rows.tolist()]


@given(ROWS)
def test_keys_are_equal_exactly_where_rows_are(rows):
    keys, plain = row_keys(rows), patterns(rows)
    for i in range(len(rows)):
        for j in range(i):
            assert (keys[i] == keys[j]) == (plain[i] == plain[j])


@given(ROWS, ROWS)
def test_found_in_and_twins_by_brute_force(a, b):
    one, two = patterns(a), patterns(b)
    place = find_in(row_keys(a), row_keys(b))
    for row, at in zip(one, place.tolist(), strict=True):
        assert two[at] == row if at >= 0 else row not in two
    assert twins(row_keys(a)).tolist() == [one.count(row) > 1 for row in one]


def test_many_rows_do_not_collide():
    rows = np.random.default_rng(0).integers(0, 1000, (200_000, 3)).astype(float)
    assert len(np.unique(row_keys(rows))) == len(np.unique(rows, axis=0))


def test_keys_do_not_depend_on_layout_or_chunk():
    rows = np.random.default_rng(1).normal(size=(70_000, 4))
    whole = row_keys(rows)
    assert np.array_equal(whole, row_keys(np.asfortranarray(rows)))
    assert np.array_equal(whole[69_000:], row_keys(rows[69_000:]))
    assert np.array_equal(row_keys(rows.astype(np.float32)), row_keys(rows.astype(np.float32).astype(float)))


def test_nothing_to_find():
    none = np.zeros(0, dtype=np.uint64)
    assert find_in(np.array([3], dtype=np.uint64), none).tolist() == [-1]
    assert find_in(none, none).tolist() == []
