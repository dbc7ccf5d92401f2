from __future__ import annotations

import math
import sys
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
    error_parts,
    nearest_neighbour_bounds,
    parametric_bounds,
    posterior_error,
    vc,
    vc_curve,
    vc_limit,
)
from referee.bounds.parametric import _draw_smaller_posterior, below_zero
from referee.core.curve import Band
from referee.core.skill import LearnerCurve


def integral(m0, s0, m1, s1, prior):
    """The overlap of two weighted densities, by quadrature."""

    def smaller(x):
        zero, one = (
            math.exp(-(((x - m) / s) ** 2) / 2) / (s * math.sqrt(2 * math.pi)) for m, s in ((m0, s0), (m1, s1))
        )
        return min((1 - prior) * zero, prior * one)

    ends = min(m0 - 12 * s0, m1 - 12 * s1), max(m0 + 12 * s0, m1 + 12 * s1)
    grid = np.linspace(*ends, 400)
    return sum(integrate.quad(smaller, a, b)[0] for a, b in pairwise(grid))


@pytest.mark.parametrize(
    ("m1", "s1", "prior"), [(2.0, 1.0, 0.5), (2.0, 1.0, 0.1), (1.0, 3.0, 0.3), (0.0, 2.0, 0.5), (3.0, 0.2, 0.9)]
)
def test_bayes_error_in_one_dimension_equals_the_integral(m1, s1, prior):
    made = bayes_error(Normals([0.0], [[1.0]], [m1], [[s1 * s1]], prior))
    assert made.value == pytest.approx(integral(0.0, 1.0, m1, s1, prior), abs=1e-6)


TURN = np.array([[0.6, -0.8], [0.8, 0.6]])
FLAT = Normals([0.0], [[1.0]], [1.5], [[2.25]], 0.4)


def test_bayes_error_does_not_change_with_a_rotation_and_a_feature_that_says_nothing():
    covs = [TURN @ np.diag([v, 4.0]) @ TURN.T for v in (1.0, 2.25)]
    wide = Normals(TURN @ [0, 0], covs[0], TURN @ [1.5, 0], covs[1], 0.4)
    assert bayes_error(wide).value == pytest.approx(bayes_error(FLAT).value, abs=1e-6)


@pytest.mark.parametrize("d", [2, 3, 5, 8])
def test_integrated_bayes_error_lies_in_the_interval_of_draws(d):
    rng = np.random.default_rng(d)
    roots = [rng.normal(size=(d, d)) / 2 + np.eye(d) for _ in range(2)]
    normals = Normals(np.zeros(d), roots[0] @ roots[0].T, rng.normal(size=d), roots[1] @ roots[1].T, 0.35)
    made = bayes_error(normals, rng=1)
    losses = _draw_smaller_posterior(normals, 7)
    assert made.value == pytest.approx(losses.mean(), abs=4 * losses.std() / math.sqrt(len(losses)))
    assert made.interval is None


def test_bayes_error_is_drawn_where_the_integral_is_not_good(monkeypatch):
    monkeypatch.setattr(sys.modules["referee.bounds.parametric"], "below_zero", lambda *_: math.nan)
    normals = Normals([0, 0], np.diag([1.0, 4.0]), [1.5, 0], np.diag([2.25, 4.0]), 0.4)
    made = bayes_error(normals, rng=1)
    assert bayes_error(FLAT).value in made.interval
    assert made.interval.width < 0.002


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"),
    [
        ([1.0], [0.0], -1.0, 0.6826894921370859),
        ([-1.0], [0.0], 1.0, 0.31731050786291415),
        ([0.0], [2.0], 1.0, stats.norm.cdf(-0.5)),
        ([0.0], [-2.0], 1.0, stats.norm.cdf(-0.5)),
        ([1.0], [0.0], 1.0, 0.0),
        ([1.0], [3.0], 1.0, stats.norm.cdf((-3 + 5**0.5) / 2) - stats.norm.cdf((-3 - 5**0.5) / 2)),
        ([1.0, 1.0], [0.0, 0.0], -2.0, stats.chi2.cdf(2, 2)),
        ([0.5] * 6, [0.0] * 6, -2.0, stats.chi2.cdf(4, 6)),
        ([0.0] * 3, [1.0, 2.0, 2.0], 1.5, stats.norm.cdf(-0.5)),
        ([0.0, 0.0], [3.0, 4.0], 2.5, stats.norm.cdf(-0.5)),
        ([2.0] * 5, [2.0] * 5, -6.0, stats.ncx2.cdf(4.25, 5, 1.25)),
    ],
)
def test_quadratic_forms_have_their_known_tails(a, b, c, expected):
    assert below_zero(np.array(a), np.array(b), c) == pytest.approx(expected, abs=1e-9)


def test_parametric_bounds_carry_the_three_warnings():
    normals = Normals([0.0, 0.0], np.eye(2), [1.0, 1.0], np.eye(2))
    made = parametric_bounds(normals)
    assert len(made.warnings) == 3
    assert made["dprime"].value == pytest.approx(math.sqrt(2))
    assert made["auc"].value == pytest.approx(stats.norm.cdf(1.0))
    assert made["bayes_error"].value <= made["chernoff"].value <= made["bhattacharyya"].value
    other = parametric_bounds(Normals([0.0], [[1.0]], [1.0], [[4.0]]))
    assert "covariances differ" in other["dprime"].undefined
    assert other["auc"].value == pytest.approx(stats.norm.cdf(1 / math.sqrt(5)))


def test_fitted_bounds_say_on_how_many_cases():
    rng = np.random.default_rng(1)
    y = np.arange(60) % 2
    fitted = Normals.fit(rng.normal(size=(60, 2)) + y[:, None], y, equal=True)
    assert fitted.equal
    assert "fitted on 60 cases" in parametric_bounds(fitted).title


def test_vc_curve_passes_1_at_11_6():
    curve = vc_curve(n=100, error=0.3)
    assert curve.facts["limit"] == pytest.approx(11.596, abs=1e-3)
    assert np.interp(curve.facts["limit"], curve.x, curve.y) == pytest.approx(1)
    assert (np.diff(curve.y) > 0).all()
    assert curve.x[-1] < 100
    ax = curve.plot()
    assert ax.get_ylabel() == "Bound on the error"
    assert [text.get_text() for text in ax.texts] == ["an error of 1", "says nothing from 11.6"]
    assert (
        math.isnan(vc_curve(n=10**8, error=0.0).facts["limit"])
        or vc_curve(n=10**8, error=0.0).facts["limit"] > 100
    )


def test_nearest_neighbours_bound_the_bayes_error():
    rng = np.random.default_rng(5)
    y = np.arange(800) % 2
    x = rng.normal(size=(800, 2)) + np.array([1.0, 1.0]) * y[:, None]
    made = nearest_neighbour_bounds(x, y)
    low, high = made["bayes_error"].limits
    assert low < bayes_error_from_dprime(math.sqrt(2)) < high
    gaps = ((x / x.std(axis=0))[:, None] - (x / x.std(axis=0))[None]) ** 2
    far = gaps.sum(axis=2) + np.diag(np.full(800, np.inf))
    assert made["nearest_neighbour_error"].value == (y[far.argmin(axis=1)] != y).mean()


def test_a_right_posterior_implies_the_bayes_error():
    rng = np.random.default_rng(2)
    y = np.arange(20_000) % 2
    x = rng.normal(size=20_000) + 2.0 * y
    posterior = 1 / (1 + np.exp(-(2 * x - 2)))
    wrong = (posterior > 0.5) != y
    made = posterior_error(posterior, wrong)
    assert bayes_error_from_dprime(2.0) in made["posterior_error"].interval
    assert 0 in made["gap"].interval
    assert len(made.warnings) == 1
    bold = posterior_error(1 / (1 + np.exp(-3 * (2 * x - 2))), wrong)
    assert "overconfident" in bold.warnings[1]
    assert posterior_error([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]])["posterior_error"].value == pytest.approx(0.25)


def curve_of(losses, sizes=(20, 40, 80, 160), metric="error_rate"):
    band = Band(sizes, losses, losses, losses, 0.95, "-", x_name="training cases", y_name=metric)
    return LearnerCurve("learning curve", metric, band, None, "")


def test_an_error_is_parted_exactly_where_the_law_holds():
    sizes = np.array([20, 40, 80, 160])
    losses = 0.2 + 2.0 / sizes
    for curve in (curve_of(losses), curve_of(1 - losses, metric="accuracy")):
        made = error_parts(curve, bayes=0.15)
        parts = {e.name: e.value for e in made.estimates}
        assert parts["error_rate"] == pytest.approx(0.2125, abs=1e-6)
        assert parts["model_error"] == pytest.approx(0.05, abs=1e-6)
        assert parts["estimation_error"] == pytest.approx(0.0125, abs=1e-6)
        assert parts["bayes_error"] + parts["model_error"] + parts["estimation_error"] == pytest.approx(0.2125)
    assert error_parts(curve_of(losses))["floor"].value == pytest.approx(0.2, abs=1e-6)
    over = error_parts(curve_of(losses), bayes=bayes_error(Normals([0.0], [[1.0]], [0.5], [[1.0]])))
    assert over["model_error"].value == 0
    assert "one of them is wrong" in over.warnings[1]


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
    fitted = Normals.fit(x, y)
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
        (lambda: Normals.fit(np.zeros((3, 3)), [0, 1, 1]), "more cases of each class than features"),
        (lambda: posterior_error([0.5, 1.2]), "lie between 0 and 1 and sum to 1"),
        (lambda: posterior_error([0.5, 0.2], [1]), "hold 0 or 1 for each of the 2 cases"),
        (lambda: posterior_error([[[0.5]]]), "be one column, or one for each class"),
        (lambda: nearest_neighbour_bounds([[1.0], [2.0]], [0, 1]), "at least 3 cases"),
        (lambda: nearest_neighbour_bounds([[1.0], [2.0], [3.0]], [0, 0, 0]), "have two or more classes"),
        (lambda: error_parts(curve_of([0.3, 0.2, 0.1, 0.1], metric="mcc")), "be of accuracy or error_rate"),
        (lambda: error_parts(3), "be what learning_curve returns"),
        (lambda: error_parts(curve_of([0.3, 0.2, 0.1, 0.1]), bayes=30), "lie between 0 and 1"),
        (lambda: bayes_error_from_dprime(1.0, prior=1.0), "lie strictly between 0 and 1"),
    ],
)
def test_bad_input_gets_the_sentence(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


def test_cover_hart_reaches_guessing():
    low, high = cover_hart(2 / 3, classes=3)
    assert (low, high) == pytest.approx((2 / 3, 2 / 3))
