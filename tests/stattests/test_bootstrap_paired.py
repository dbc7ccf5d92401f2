from __future__ import annotations

import itertools

import numpy as np

from referee.stattests import bootstrap_paired


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
