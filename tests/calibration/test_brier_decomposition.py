from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import core, read
from referee.calibration import brier_decomposition
from referee.metrics import brier_score


def _random(seed, n=40, steps=10, weighted=True):
    rng = np.random.default_rng(seed)
    y = rng.integers(2, size=n)
    p = rng.integers(steps + 1, size=n) / steps
    return y, p, rng.random(n) if weighted else None


@given(st.integers(0, 2**32), st.booleans())
def test_three_terms_make_the_brier_score(seed, weighted):
    y, p, w = _random(seed, weighted=weighted)
    d = brier_decomposition(read(y, y_score=p, weights=w, labels=[0, 1]))
    assert d.brier == pytest.approx(brier_score(y, p, weights=w, labels=[0, 1]), abs=1e-12)
    assert d.reliability - d.resolution + d.uncertainty == pytest.approx(d.brier, abs=1e-12)
    assert d.calibration + d.refinement == pytest.approx(d.brier, abs=1e-12)
    assert d.within_bins == 0


@given(st.integers(0, 2**32), st.sampled_from(["width", "mass"]), st.integers(1, 6))
def test_within_bins_is_spread_less_twice_covariance(seed, strategy, bins):
    y, p, _ = _random(seed, steps=1000)
    d = brier_decomposition(read(y, y_score=p, labels=[0, 1]), bins=bins, strategy=strategy)
    edges = np.linspace(0, 1, bins + 1)
    places = np.searchsorted((edges if strategy == "width" else np.percentile(p, 100 * edges))[1:-1], p)
    spread = covariance = 0.0
    for b in set(places.tolist()):
        own = places == b
        spread += ((p[own] - p[own].mean()) ** 2).sum() / len(p)
        covariance += ((p[own] - p[own].mean()) * (y[own] - y[own].mean())).sum() / len(p)
    assert d.within_bins == pytest.approx(spread - 2 * covariance, abs=1e-12)
    assert d.reliability - d.resolution + d.uncertainty + d.within_bins == pytest.approx(d.brier, abs=1e-12)


def test_travels_and_says_how():
    d = brier_decomposition([1, 0, 1], [0.9, 0.2, 0.9], bins=5)
    assert d.method == "5 bins of equal width"
    assert core.load(d.to_dict()) == d
