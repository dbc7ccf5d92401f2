"""The binomial distribution of a count, and the width of intervals against n."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import referee
from referee.intervals import binomial, width_by_n


@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from([0, 1e-9, 0.01, 0.3, 0.5, 0.77, 1]))
@settings(max_examples=80, deadline=None)
def test_pmf_and_moments_equal_scipy(k, n, p):
    assert binomial.pmf(k, n, p) == pytest.approx(stats.binom.pmf(k, n, p), abs=1e-11)
    mean, variance = stats.binom.stats(n, p)
    m = binomial.moments(n, p)
    assert (m.mean, m.variance) == pytest.approx((mean, variance))
    if n:
        assert binomial.pmf(m.mode, n, p) >= max(binomial.pmf(i, n, p) for i in range(n + 1)) - 1e-12


def test_bad_input_gets_the_sentence():
    with pytest.raises(referee.InputError, match="`p` must lie between 0 and 1; got 2"):
        binomial.pmf(1, 2, 2)
    with pytest.raises(referee.InputError, match="`n` must be at least 1; got 0"):
        binomial.standard_error(0, 0)
    with pytest.raises(referee.InputError, match="`successes` must lie between 0 and n = 5"):
        binomial.standard_error(6, 5)


def test_width_shrinks_with_n_as_in_example_4_4():
    rows = width_by_n(0.8, method="wilson")
    printed = [(0.584, 0.919), (0.670, 0.888), (0.711, 0.867), (0.763, 0.833), (0.774, 0.824), (0.789, 0.811)]
    assert [(round(r.low, 3), round(r.high, 3)) for r in rows] == printed
    assert [r.n for r in rows] == [20, 50, 100, 500, 1000, 5000]
    assert all(a.width > b.width for a, b in pairwise(rows))
