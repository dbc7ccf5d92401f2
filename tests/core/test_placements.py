from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core import Ranking
from referee.core.cases import Placements
from referee.metrics import get

AVERAGES = ("hand_till", "ovr_auc", "provost_domingos", "ovo_weighted_auc", "micro_auc")


def _placements(seed, k, n=40):
    rng = np.random.default_rng(seed)
    truth = np.append(np.arange(k), rng.integers(k, size=n - k))
    scores = np.round(rng.dirichlet(np.ones(k), size=n) + 0.4 * np.eye(k)[truth], 1)
    return Placements(truth, scores, rng.random(n) + 0.2)


@given(st.integers(0, 2**32), st.booleans())
def test_an_area_is_that_of_the_ranking(seed, weighted):
    rng = np.random.default_rng(seed)
    y, s = np.append([0, 1], rng.integers(2, size=30)), rng.integers(6, size=32) / 5
    s[rng.integers(32)] = np.inf
    s[rng.integers(32)] = -np.inf
    s[3:5] = np.inf
    w = rng.random(32) + 0.01 if weighted else None
    expected = Ranking.from_scores(y, s, weights=w).auc
    got = Placements(y, np.stack([-s, s], axis=1), np.ones(32) if w is None else w)
    assert got.areas[1, 0] == pytest.approx(expected, abs=1e-12)
    assert got.areas[0, 1] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", AVERAGES)
@pytest.mark.parametrize("k", [2, 3, 5])
def test_an_influence_is_the_slope_by_the_weight_of_a_row(name, k):
    given_, formula, step = _placements(k, k), get(name).raw, 1e-6
    _, rows = formula(given_)
    for i in range(0, len(rows), 3):
        ends = [
            formula(Placements(given_.truth, given_.scores, given_.mass + side * np.eye(len(rows))[i]))[0]
            for side in (step, -step)
        ]
        assert rows[i] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-8)
    assert given_.mass @ rows == pytest.approx(
        0, abs=1e-12
    )  # a value does not change when all weigh twice as much


@pytest.mark.parametrize("name", AVERAGES)
def test_a_row_of_weight_2_is_two_rows(name):
    one = _placements(7, 3)
    twice = Placements(*(np.repeat(part, 2, axis=0) for part in (one.truth, one.scores, one.mass / 2)))
    (a, first), (b, second) = get(name).raw(one), get(name).raw(twice)
    assert a == pytest.approx(b, abs=1e-12)
    assert second[::2] == pytest.approx(first, abs=1e-12)
