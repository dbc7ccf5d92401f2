"""The delta method against textbook standard errors."""

from __future__ import annotations

import math

import numpy as np
import pytest

import referee
from referee.inference.weighted_difference import delta_standard_error
from referee.metrics import get

TABLES = [
    [[20, 5, 3], [4, 18, 6], [2, 7, 25]],
    [[50, 3, 2, 0], [4, 30, 5, 1], [2, 6, 40, 2], [0, 0, 3, 12]],
    [[40, 9], [6, 45]],
]


@pytest.mark.parametrize("table", TABLES, ids=len)
def test_kappa_equals_statsmodels(table):
    from statsmodels.stats.inter_rater import cohens_kappa

    table = np.array(table)
    plain = cohens_kappa(table)
    assert delta_standard_error(get("kappa").formula, table) == pytest.approx(plain.std_kappa, rel=1e-9)
    for name, power in {"kappa_linear": 1, "kappa_quadratic": 2}.items():
        theirs = cohens_kappa(table, weights=np.arange(len(table)), wt=["linear", "quadratic"][power - 1])
        ours = get(name)(referee.ConfusionMatrix.from_matrix(table, rows="truth"))
        assert ours == pytest.approx(theirs.kappa, rel=1e-9)
        assert delta_standard_error(get(name).formula, table) == pytest.approx(theirs.std_kappa, rel=1e-9)


def test_accuracy_has_the_binomial_error():
    table = np.array([[40, 9], [6, 45]])
    assert delta_standard_error(get("accuracy").formula, table) == pytest.approx(math.sqrt(0.85 * 0.15 / 100))


def test_recall_has_the_binomial_error_within_its_class():
    table = np.array([[40, 9], [6, 45]])
    sn = 45 / 51
    assert delta_standard_error(get("recall").formula, table) == pytest.approx(math.sqrt(sn * (1 - sn) / 51))


def test_a_formula_with_a_maximum_goes_by_small_steps():
    table = np.array([[30, 9], [6, 45]])
    p = 51 / 90
    assert delta_standard_error(get("nir").formula, table) == pytest.approx(math.sqrt(p * (1 - p) / 90), rel=1e-6)


@pytest.mark.parametrize("name", ["mcc", "f1_macro", "balanced_accuracy", "markedness", "g_mean"])
def test_close_to_the_spread_of_the_bootstrap(name):
    matrix = referee.ConfusionMatrix.from_matrix([[400, 90], [60, 450]], rows="truth", positive=1)
    drawn = get(name).formula(referee.inference.replicates(matrix.counts, np.random.default_rng(3), 4000))
    assert delta_standard_error(get(name).formula, matrix.counts) == pytest.approx(np.std(drawn), rel=0.05)
