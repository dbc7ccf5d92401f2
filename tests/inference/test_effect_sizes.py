from __future__ import annotations

import numpy as np
import pytest

from referee.inference import akinshin_gamma, cohens_d, hedges_g

X, Y = [5.1, 4.8, 6.0, 5.5, 5.9], [4.1, 4.9, 4.4, 5.0, 3.9]


def test_values_by_hand():
    pooled = np.sqrt((np.var(X, ddof=1) + np.var(Y, ddof=1)) / 2)
    d = (np.mean(X) - np.mean(Y)) / pooled
    assert cohens_d(X, Y).value == pytest.approx(d)
    assert hedges_g(X, Y).value == pytest.approx(d * (1 - 3 / 31))
    # Medians 5.5 and 4.4; deviations .4 (of .4 .7 .5 0 .4) and .5 (of .3 .5 0 .6 .5).
    assert akinshin_gamma(X, Y).value == pytest.approx(
        1.1 / (1.4826022 * np.sqrt((0.4**2 + 0.5**2) / 2)), rel=1e-6
    )


@pytest.mark.parametrize("size", [cohens_d, hedges_g, akinshin_gamma])
def test_signs_scale_and_ends(size):
    assert size(Y, X).value == pytest.approx(-size(X, Y).value)
    assert size(np.array(X) * 9 + 1, np.array(Y) * 9 + 1).value == pytest.approx(size(X, Y).value)
    assert size([1, 1, 1], [1, 1, 1]).value == 0
    assert size([2, 2, 2], [1, 1, 1]).undefined == "the scores do not vary"


def test_an_outlier_moves_the_median_form_least():
    wild = [*X[:-1], 500.0]
    assert abs(akinshin_gamma(wild, Y).value - akinshin_gamma(X, Y).value) < 1
    assert cohens_d(wild, Y).value < cohens_d(X, Y).value
