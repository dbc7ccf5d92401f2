from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import integrate, special

from referee.core import load
from referee.errors import InputError
from referee.inference import AlwaysValid, always_valid
from referee.inference.always_valid import log_wealth

counts = st.tuples(st.integers(0, 60), st.integers(0, 60), st.integers(1, 100))


@settings(max_examples=40, deadline=None)
@given(counts)
def test_the_mixture_at_0_is_the_beta_mixture(case):
    b, c, rest = case
    expected = (b + c) * math.log(2) + special.betaln(b + 1, c + 1)
    assert_allclose(log_wealth(b, c, b + c + rest, 0.0), expected, atol=1e-6)


@pytest.mark.parametrize("difference", [-0.3, 0.05, 0.4])
def test_wealth_by_quadrature(difference):
    b, c, n = 7, 3, 25
    left, right = -1 / (1 - difference), 1 / (1 + difference)

    def growth(bet):
        told_apart = (1 + bet * (1 - difference)) ** b * (1 - bet * (1 + difference)) ** c
        return told_apart * (1 - bet * difference) ** (n - b - c)

    expected = integrate.quad(growth, left, right, epsabs=0, epsrel=1e-10)[0] / (right - left)
    assert_allclose(math.exp(log_wealth(b, c, n, difference)), expected, rtol=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.lists(counts, min_size=1, max_size=3), st.sampled_from([0.8, 0.95]))
def test_sequence_excludes_0_exactly_when_p_is_small(batches, level):
    state = AlwaysValid(level=level)
    mirror = AlwaysValid(level=level)
    for b, c, rest in batches:
        before = state
        state = state.update(only_a=b, only_b=c, n=b + c + rest)
        mirror = mirror.update(only_a=c, only_b=b, n=b + c + rest)
        assert state.p_value <= before.p_value
        assert state.low >= before.low
        assert state.high <= before.high
    if not state.note:
        assert (0 in state.interval) == (not state.p_value < 1 - level)
        assert_allclose([state.low, state.high], [-mirror.high, -mirror.low], atol=1e-6)
    assert state.p_value == mirror.p_value


def test_identical_models_and_no_cases():
    assert always_valid(0, 0, 50).p_value == 1
    assert 0 in always_valid(0, 0, 50).effect.interval
    assert AlwaysValid().result().effect.undefined == "no case has been seen"
    assert AlwaysValid().interval.low == -1


def test_false_alarms_stay_below_the_level_however_often_one_looks():
    rng = np.random.default_rng(0)
    steps = rng.choice([1, -1, 0], p=[0.15, 0.15, 0.7], size=(1000, 400))
    b, c = np.cumsum(steps == 1, axis=1), np.cumsum(steps == -1, axis=1)
    log_e = (b + c) * math.log(2) + special.betaln(b + 1, c + 1)
    assert (log_e.max(axis=1) > math.log(20)).mean() <= 0.05


@pytest.mark.slow
def test_the_sequence_covers():
    rng = np.random.default_rng(1)
    truth, missed = 0.1, 0
    for _ in range(40):
        state = AlwaysValid()
        for _ in range(4):
            b, c, rest = rng.multinomial(60, [0.2, 0.1, 0.7])
            state = state.update(only_a=b, only_b=c, n=b + c + rest)
        missed += truth not in state.interval
    assert missed <= 4


def test_labels_and_travel():
    state = AlwaysValid().update_labels(["x", "y", "x"], ["x", "y", "y"], ["x", "x", "x"])
    assert (state.only_a, state.only_b, state.n, state.looks) == (1, 1, 3, 1)
    assert load(state.to_dict()) == state


def test_bad_input():
    with pytest.raises(InputError, match="`n` must count every case"):
        AlwaysValid().update(only_a=5, only_b=5, n=9)
    with pytest.raises(InputError, match="`only_a` must be at least 0"):
        AlwaysValid().update(only_a=-1, only_b=5, n=9)
    with pytest.raises(InputError, match="Did you mean"):
        AlwaysValid(level=95)


@pytest.mark.parametrize("discordance", [0.1, 1.0])
def test_looking_after_every_case_keeps_the_level(discordance):
    """Equal models, 1,000 cases, a look after each: the plain test is fooled several times as often as it says."""
    rng = np.random.default_rng(0)
    runs, n = 400, 1000
    apart = rng.random((runs, n)) < discordance
    first = rng.random((runs, n)) < 0.5
    b, c = np.cumsum(apart & first, axis=1), np.cumsum(apart & ~first, axis=1)
    log_e = (b + c) * math.log(2) + special.betaln(b + 1, c + 1)
    ever = (log_e > math.log(20)).any(axis=1)
    assert ever.mean() < 0.05
    z = np.abs(b - c) / np.sqrt(np.maximum(b + c, 1))
    assert (z > 1.96).any(axis=1).mean() > 0.2
    run = int(ever.argmax())  # the class says the same as the formula above, look by look
    state = AlwaysValid()
    for looked in range(0, n, 100):
        only_a, only_b = (int(x[run, looked + 99] - (x[run, looked - 1] if looked else 0)) for x in (b, c))
        state = state.update(only_a=only_a, only_b=only_b, n=100)
        assert_allclose(state.log_e, log_e[run, looked + 99])


@pytest.mark.parametrize("case", [(1, 0, 1), (6, 2, 30)])
def test_the_sequence_ends_where_the_wealth_says_so(case):
    low = always_valid(*case).effect.interval.low
    assert log_wealth(*case, low) == pytest.approx(math.log(20), abs=1e-4)
