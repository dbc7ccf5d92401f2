from __future__ import annotations

import itertools

import numpy as np

from referee.inference import bootstrap_paired


def test_swapping_is_the_mean_of_signed_draws():
    d = [1.0, 2.0, 4.0]
    every = []
    for index in itertools.product(range(3), repeat=3):
        for signs in itertools.product((1, -1), repeat=3):
            every.append(np.mean([s * d[i] for s, i in zip(signs, index, strict=True)]))
    expected = np.mean(np.abs(every) >= np.mean(d) - 1e-12)
    result = bootstrap_paired(d, [0.0] * 3, null="swap", resamples=20_000, rng=1)
    assert abs(result.p_value - expected) < 5 * result.details["monte_carlo_error"]


def test_shifting_keeps_the_shape():
    d = [1.0, 2.0, 4.0]
    every = np.array([np.mean([d[i] for i in index]) for index in itertools.product(range(3), repeat=3)])
    expected = np.mean(np.abs(every - every.mean()) >= np.mean(d) - 1e-12)
    result = bootstrap_paired(d, [0.0] * 3, null="shift", resamples=20_000, rng=1)
    assert abs(result.p_value - expected) < 5 * result.details["monte_carlo_error"] + 1e-3


def test_only_the_differences_count_and_turning_them_turns_the_effect():
    x, y = np.array([5.0, 7.0, 8.0, 3.0, 6.0]), np.array([4.0, 5.0, 8.5, 1.0, 5.0])
    for null in ("swap", "shift"):
        one, two = bootstrap_paired(x, y, null=null, rng=1), bootstrap_paired(x - y, 0 * y, null=null, rng=1)
        assert (one.p_value, one.effect.value) == (two.p_value, two.effect.value)
        assert one.effect.value == np.mean(x - y)
        assert bootstrap_paired(y, x, null=null, rng=1).effect.value == -one.effect.value
