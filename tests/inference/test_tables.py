from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import referee
from referee.errors import InputError
from referee.inference import tables, width_by_n


def test_erratum_e54_one_sided_z_is_a_two_sided_one():
    for level in (0.6, 0.9, 0.95, 0.99):
        assert tables.z_critical(level, sided="one") == pytest.approx(tables.z_critical(2 * level - 1))


def test_table_4_6():
    table = tables.t_table()
    assert round(table[29][0.95], 2) == 2.05  # erratum T11: the book truncates
    assert round(table[14][0.8], 3) == 1.345
    assert table[1][0.99] == pytest.approx(63.66, abs=5e-3)
    assert tables.t_critical(4, 0.95, sided="one") == pytest.approx(tables.t_critical(4, 0.9))


def test_z_table():
    assert tables.z_table(sided="one")[0.95] == pytest.approx(1.6449, abs=5e-5)


def test_inclusion_probability_falls_to_its_limit():
    values = [tables.inclusion_probability(n) for n in (1, 2, 10, 1000, 10**9, math.inf)]
    assert values == sorted(values, reverse=True)
    assert values[-1] == pytest.approx(1 - 1 / math.e, abs=1e-15)
    with pytest.raises(InputError, match="`n` must be at least 1; got 0"):
        tables.inclusion_probability(0)


def test_binomial():
    assert tables.binomial_pmf(20, 50, 0.5) == pytest.approx(0.0419, abs=5e-5)
    assert sum(tables.binomial_pmf(k, 7, 0.3) for k in range(8)) == pytest.approx(1)
    assert [tables.binomial_pmf(k, 3, 0) for k in range(4)] == [1, 0, 0, 0]
    assert [tables.binomial_pmf(k, 3, 1) for k in range(4)] == [0, 0, 0, 1]
    assert tables.binomial_moments(40, 0.3) == pytest.approx((12, 8.4, 8.4**0.5, 12))
    with pytest.raises(InputError, match="`k` must be at most n = 3; got 4"):
        tables.binomial_pmf(4, 3, 0.5)


def test_normal():
    assert tables.normal_iqr() == pytest.approx(stats.norm.ppf(0.75) - stats.norm.ppf(0.25))
    tail, log_tail = tables.normal_tail(40)
    assert tail == 0
    assert log_tail == pytest.approx(stats.norm.logsf(40))
    with pytest.raises(InputError, match="`sided` must be one of 'two', 'one'; got 'both'"):
        tables.z_critical(0.9, sided="both")


@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from([0, 1e-9, 0.01, 0.3, 0.5, 0.77, 1]))
@settings(max_examples=80, deadline=None)
def test_pmf_and_moments_equal_scipy(k, n, p):
    assert tables.binomial_pmf(min(k, n), n, p) == pytest.approx(stats.binom.pmf(min(k, n), n, p), abs=1e-11)
    mean, variance = stats.binom.stats(n, p)
    m = tables.binomial_moments(n, p)
    assert (m.mean, m.variance) == pytest.approx((mean, variance))
    if n:
        assert tables.binomial_pmf(m.mode, n, p) >= max(tables.binomial_pmf(i, n, p) for i in range(n + 1)) - 1e-12


def test_bad_input_gets_the_sentence():
    with pytest.raises(referee.InputError, match="`p` must lie between 0 and 1; got 2"):
        tables.binomial_pmf(1, 2, 2)
    with pytest.raises(referee.InputError, match="`n` must be at least 1; got 0"):
        tables.binomial_standard_error(0, 0)
    with pytest.raises(referee.InputError, match="`successes` must lie between 0 and n = 5"):
        tables.binomial_standard_error(6, 5)


def test_width_shrinks_with_n_as_in_example_4_4():
    rows = width_by_n(0.8, method="wilson")
    printed = [(0.584, 0.919), (0.670, 0.888), (0.711, 0.867), (0.763, 0.833), (0.774, 0.824), (0.789, 0.811)]
    assert [(round(r.low, 3), round(r.high, 3)) for r in rows] == printed
    assert [r.n for r in rows] == [20, 50, 100, 500, 1000, 5000]
    assert all(a.width > b.width for a, b in pairwise(rows))
