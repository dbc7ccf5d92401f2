"""Thinned curves, against a walk from point to point."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.curve import Curve
from referee.curves.thin import thin_curve

CELLS = 20


def walked(x, y, cells):
    """The points whose neighbour on either side lies in another cell, and the ends."""

    def place(i):
        return tuple(
            int(np.floor((v[i] - min(v)) / ((max(v) - min(v)) or 1) * cells)) for v in (x.tolist(), y.tolist())
        )

    places = [place(i) for i in range(len(x))]
    last = len(x) - 1
    return [i for i in range(len(x)) if i in (0, last) or places[i - 1] != places[i] or places[i + 1] != places[i]]


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (2.0, 3.0), (-1.0, 0.5)])
def test_the_ends_of_every_run_in_a_cell_stay(low, high):
    rng = np.random.default_rng(3)
    x, y = low + (high - low) * np.sort(rng.random(300)), 7 + 4 * np.sort(rng.random(300))
    thin = thin_curve(Curve("gain", x, y), cells=CELLS)
    stay = walked(x, y, CELLS)
    assert thin.x.tolist() == x[stay].tolist()
    assert thin.y.tolist() == y[stay].tolist()
    assert thin.note == f"{len(stay)} of 300 points: the others fall into the same 1/{CELLS} of an axis"


def test_a_level_curve_and_a_short_one():
    x = np.linspace(0, 1, 200)
    level = thin_curve(Curve("gain", x, np.full(200, 0.3)), cells=CELLS)
    assert 2 * CELLS <= len(level) <= 2 * CELLS + 2
    short = Curve("gain", x[: 2 * CELLS], x[: 2 * CELLS])
    assert thin_curve(short, cells=CELLS) is short
    assert thin_curve(Curve("gain", x[: 2 * CELLS + 1] * 1e-9, x[: 2 * CELLS + 1]), cells=CELLS) is not short


def test_named_thresholds_stay():
    x = np.linspace(0, 1, 500)
    curve = Curve("roc", x, x, thresholds=x[::-1].copy())
    kept = curve.thresholds[[101, 257]]
    thin = thin_curve(curve, cells=CELLS, keep=kept.tolist())
    assert np.isin(kept, thin.thresholds).all()
    assert len(thin) <= len(thin_curve(curve, cells=CELLS)) + 2


def test_a_curve_with_more_than_two_points_per_cell_is_thinned():
    line = np.linspace(0, 1, 50)
    assert len(thin_curve(Curve("roc", line, line), cells=20)) < 50
    assert len(thin_curve(Curve("roc", line, line), cells=25)) == 50
