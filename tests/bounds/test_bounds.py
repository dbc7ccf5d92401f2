from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from referee import InputError
from referee.bounds import (
    Normals,
    bayes_error,
    bayes_error_from_dprime,
    bhattacharyya,
    chernoff,
    cover_hart,
    vc,
    vc_limit,
)


def integral(m0, s0, m1, s1, prior):
    """The overlap of two weighted densities, by quadrature."""

    def smaller(x):
        return min((1 - prior) * stats.norm.pdf(x, m0, s0), prior * stats.norm.pdf(x, m1, s1))

    ends = min(m0 - 12 * s0, m1 - 12 * s1), max(m0 + 12 * s0, m1 + 12 * s1)
    grid = np.linspace(*ends, 400)
    return sum(integrate.quad(smaller, a, b)[0] for a, b in pairwise(grid))


@pytest.mark.parametrize(
    ("m1", "s1", "prior"), [(2.0, 1.0, 0.5), (2.0, 1.0, 0.1), (1.0, 3.0, 0.3), (0.0, 2.0, 0.5), (3.0, 0.2, 0.9)]
)
def test_bayes_error_in_one_dimension_equals_the_integral(m1, s1, prior):
    made = bayes_error(Normals([0.0], [[1.0]], [m1], [[s1 * s1]], prior))
    assert made.value == pytest.approx(integral(0.0, 1.0, m1, s1, prior), abs=1e-6)


def test_drawn_bayes_error_covers_what_a_rotation_makes_exact():
    cov = np.diag([1.0, 4.0])
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    flat = Normals([0.0], [[1.0]], [1.5], [[2.25]], 0.4)
    exact = bayes_error(flat).value
    wide = Normals(turn @ [0, 0], turn @ cov @ turn.T, turn @ [1.5, 0], turn @ np.diag([2.25, 4.0]) @ turn.T, 0.4)
    made = bayes_error(wide, rng=1)
    assert exact in made.interval
    assert made.interval.width < 0.002


@given(st.floats(-3, 3), st.floats(0.2, 4), st.floats(-3, 3), st.floats(0.2, 4), st.floats(0.05, 0.95))
def test_bounds_are_ordered(m0, v0, m1, v1, prior):
    normals = Normals([m0], [[v0]], [m1], [[v1]], prior)
    least = bayes_error(normals).value
    assert least <= chernoff(normals) + 1e-9
    assert chernoff(normals) <= bhattacharyya(normals) + 1e-12
    assert chernoff(normals) <= min(prior, 1 - prior) + 1e-12


def test_fitted_classes_are_near_the_true_ones():
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.normal(0, 1, (4000, 3)), rng.normal(0.8, 1, (4000, 3))])
    y = np.repeat(["a", "b"], 4000)
    fitted = Normals.fitted(x, y)
    assert fitted.prior == 0.5
    assert bayes_error(fitted, rng=0).value == pytest.approx(
        bayes_error_from_dprime(0.8 * math.sqrt(3)), abs=0.012
    )


def test_vc_bound_says_nothing_from_11_6():
    assert vc_limit(n=100, error=0.3) == pytest.approx(11.596, abs=1e-3)
    assert vc(h=40, n=100, error=0.3) == pytest.approx(1.343, abs=1e-3)
    assert vc(h=vc_limit(n=1000, error=0.1), n=1000, error=0.1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: vc(h=100, n=100, error=0.3), "`h` must be below the number of cases"),
        (lambda: vc(h=1, n=100, error=30), "Did you mean 0.3"),
        (lambda: cover_hart(0.6), "be at most 0.5, the error of guessing among 2 classes"),
        (lambda: Normals([0, 0], np.eye(2), [1], np.eye(2)), "as many features as `mean0`"),
        (lambda: Normals([0.0], [[-1.0]], [1.0], [[1.0]]), "be a covariance matrix"),
        (lambda: Normals.fitted(np.zeros((3, 3)), [0, 1, 1]), "more cases of each class than features"),
        (lambda: bayes_error_from_dprime(1.0, prior=1.0), "lie strictly between 0 and 1"),
    ],
)
def test_bad_input_gets_the_sentence(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_cover_hart_reaches_guessing():
    low, high = cover_hart(2 / 3, classes=3)
    assert (low, high) == pytest.approx((2 / 3, 2 / 3))
