"""Near rows are found with the recall that is promised, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from referee.data.near_rows import CHANCE, FRACTION, near_rows, radius_of


def planted(d, share, n=4000, copies=1000, seed=0):
    """Tables whose second has copies of the first at a share of the radius, first in it."""
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(n, d)), rng.normal(size=(n, d))
    radius, _, _ = radius_of(a, n, seed)
    step = rng.normal(size=(copies, d))
    b[:copies] = a[:copies] + 0.999 * share * radius * step / np.linalg.norm(step, axis=1, keepdims=True)
    return a, b, radius


@pytest.mark.parametrize("d", [1, 3, 20, 50])
@pytest.mark.parametrize(("share", "recall"), [(1.0, 0.97), (0.5, 0.995), (0.0, 1.0)])
def test_recall(d, share, recall):
    a, b, radius = planted(d, share)
    near = near_rows(a, b, seed=0)
    assert near.radius == radius
    assert (near.match[:1000] == np.arange(1000)).mean() >= recall
    assert (near.match[1000:] >= 0).sum() <= 2


def test_what_is_met_is_near_by_brute_force():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(300, 2)), rng.normal(size=(200, 2))
    near = near_rows(a, b, radius=0.1, seed=1)
    apart = np.sqrt(((a[None] - b[:, None]) ** 2).sum(axis=2))
    hit = near.match >= 0
    assert np.allclose(near.distance[hit], apart[hit, near.match[hit]], atol=1e-6)
    assert not hit[apart.min(axis=1) > 0.1].any()
    assert hit[apart.min(axis=1) < 0.05].mean() > 0.99


@pytest.mark.parametrize("d", [1, 2, 8])
def test_smooth_data_have_hardly_any_near_rows(d):
    hits = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        a, b = rng.normal(size=(500, d)), rng.normal(size=(300, d))
        hits += int((near_rows(a, b, seed=seed).match >= 0).sum())
    assert hits <= 5  # 40 comparisons at CHANCE each
    assert CHANCE == 0.01


def test_radius():
    rng = np.random.default_rng(5)
    radius, usual, dimension = radius_of(rng.normal(size=(2000, 60)), 1000, 0)
    assert radius == pytest.approx(FRACTION * usual)
    flat = rng.normal(size=(2000, 2)) @ rng.normal(size=(2, 30))
    assert 1.5 < radius_of(flat, 1000, 0)[2] < 2.5
    assert dimension > 10
    assert radius_of(np.ones((50, 3)), 10, 0)[0] == 0


def test_repeating_rows_have_no_radius():
    rows = np.random.default_rng(6).integers(0, 2, (400, 4)).astype(float)
    assert (near_rows(rows, rows, seed=0).match == -1).all()
