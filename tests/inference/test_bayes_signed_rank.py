from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from referee.errors import InputError
from referee.inference import bayes_signed_rank

A = [0.81, 0.79, 0.83, 0.80, 0.82, 0.78]
B = [0.78, 0.77, 0.79, 0.80, 0.78, 0.79]


def shares(result):
    return [result.details[key] for key in ("p_a_better", "p_rope", "p_b_better")]


def test_swapping_exchanges_the_sides():
    one, two = (bayes_signed_rank(*pair, rope=0.01, resamples=20_000, rng=1) for pair in [(A, B), (B, A)])
    assert_allclose(shares(one), shares(two)[::-1], atol=0.01)
    assert_allclose(sum(shares(one)), 1)
    assert one.effect.value == pytest.approx(-two.effect.value)


def test_identical_learners():
    assert shares(bayes_signed_rank(A, A, rope=0.01, resamples=200, rng=1)) == [0, 1, 0]
    assert shares(bayes_signed_rank(A, A, resamples=200, rng=1)) == [0.5, 0, 0.5]


def test_bad_input():
    with pytest.raises(InputError, match="`rope` must be at least 0"):
        bayes_signed_rank(A, B, rope=-0.1)
    with pytest.raises(InputError, match="`b` must pair with `a` row by row.* got 6 and 5 values"):
        bayes_signed_rank(A, B[:5])


def test_signed_rank_against_the_double_sum():
    d = np.subtract(A, B)
    z = np.append(0.0, d)
    rng = np.random.default_rng(3)
    w = rng.dirichlet(np.append(0.5, np.ones(6)), size=20_000)
    mean = (z[:, None] + z[None, :]) / 2
    above, below = (np.einsum("ri,rj,ij->r", w, w, part) for part in (mean > 0.01 + 1e-12, mean < -0.01 - 1e-12))
    table = np.stack([above, 1 - above - below, below], axis=1)
    expected = np.bincount(table.argmax(axis=1), minlength=3) / 20_000
    assert_allclose(shares(bayes_signed_rank(A, B, rope=0.01, resamples=20_000, rng=1)), expected, atol=0.02)
