from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from referee.errors import InputError
from referee.inference import binomial


@settings(max_examples=100, deadline=None)
@given(
    n=st.integers(1, 30),
    share=st.floats(0, 1),
    p=st.floats(0.02, 0.98),
    alternative=st.sampled_from(["two-sided", "greater", "less"]),
)
def test_against_scipy_and_its_own_interval(n, share, p, alternative):
    k = round(share * n)
    ours = binomial(k, n, p=p, alternative=alternative)
    theirs = stats.binomtest(k, n, p, alternative=alternative)
    limits = theirs.proportion_ci(0.95, method="exact")
    assert tuple(ours.effect.interval) == pytest.approx((limits.low, limits.high), abs=1e-9)
    if alternative != "two-sided":
        assert ours.p_value == pytest.approx(theirs.pvalue, rel=1e-9)
    if abs(ours.p_value - 0.05) > 1e-9:
        assert (p not in ours.effect.interval) == (ours.p_value < 0.05)


def test_conventions_are_named():
    assert binomial(30, 40, p=0.6).convention == "two-sided p is twice the smaller tail"
    other = binomial(30, 40, p=0.6, convention="likelihood")
    assert other.convention == "two-sided p sums the outcomes no likelier than the one seen"
    assert other.effect.interval is None
    assert "no interval belongs to this p" in other.effect.note


def test_bad_counts():
    with pytest.raises(InputError, match="`successes` must be at most n = 10; got 12"):
        binomial(12, 10)
    with pytest.raises(InputError, match="`n` must be at least 1; got 0"):
        binomial(0, 0)
    with pytest.raises(InputError, match="`p` must lie strictly between 0 and 1"):
        binomial(1, 2, p=1)
