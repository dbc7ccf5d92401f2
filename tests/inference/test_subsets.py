from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from referee.inference._subset_sums import all_sums, difference_row, on_grid, signed_sums, subset_rows, subset_sums


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-20, 20), min_size=1, max_size=8))
def test_rows_are_the_subset_sums(values):
    z = np.array(values)
    listed = subset_sums(z.astype(float), len(z))
    for k, (least, shares) in enumerate(subset_rows(z, len(z))):
        sums = np.array([sum(c) for c in itertools.combinations(values, k)])
        assert_allclose(np.sort(sums), listed[k])
        assert_allclose(shares, np.bincount(sums - least, minlength=len(shares)) / len(sums), atol=1e-12)
    least, shares = signed_sums(z)
    sums = np.array([z @ np.array(s) for s in itertools.product((1, -1), repeat=len(z))])
    assert_allclose(shares, np.bincount((sums - least) // 2, minlength=len(shares)) / len(sums), atol=1e-12)


def test_difference_by_fourier_equals_the_direct_sum():
    rng = np.random.default_rng(0)
    p, q = rng.dirichlet(np.ones(90)), rng.dirichlet(np.ones(130))
    least, row = difference_row((3, p), (-5, q))
    assert least == 3 - (-5 + 129)
    assert_allclose(row, np.convolve(p, q[::-1]), atol=1e-15)


def test_grids():
    assert on_grid(np.array([1.0, 3.0])).per == 1
    assert on_grid(np.array([0.7864, 0.1])).per == 1e4
    sevenths = on_grid(np.array([1, 3, 5]) / 7)
    assert sevenths.steps.tolist() == [0, 1, 2]
    assert on_grid(np.array([0.1, 0.2, 0.3]) - np.array([0.3, 0.2, 0.1])).per == 10
    assert on_grid(np.random.default_rng(0).normal(size=6)) is None
    assert on_grid(np.array([np.pi, np.pi])).steps.tolist() == [0, 0]


def test_each_subset_has_one_sum():
    assert all_sums(np.array([1.0, 2.0, 4.0])).tolist() == list(range(8))
