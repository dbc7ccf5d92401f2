"""Bootstrap bias corrected cross-validation."""

from __future__ import annotations

import numpy as np
import pytest

from referee import _rng
from referee.errors import InputError
from referee.learners.select_learner import bbc_cv
from referee.metrics import get


def tables(rng, candidates, n, right=0.5):
    truth = rng.integers(2, size=n)
    said = np.where(rng.random((candidates, n)) < right, truth, 1 - truth)
    cells = truth * 2 + said
    return np.eye(4)[cells].reshape(candidates, n, 2, 2)


@pytest.mark.parametrize("metric", ["accuracy", "error_rate", "f1"])
def test_against_a_plain_loop(metric):
    counts, formula = tables(np.random.default_rng(0), 4, 15, 0.7), get(metric)
    sign = -1 if formula.better == "lower" else 1
    draws = _rng.stream(3, "bbc_cv").integers(15, size=(40, 15))
    values = []
    for rows in draws:
        inside = [sign * float(formula.formula(c[rows].sum(axis=0))) for c in counts]
        outside = [i for i in range(15) if i not in rows]
        values.append(float(formula.formula(counts[int(np.argmax(inside))][outside].sum(axis=0))))
    assert bbc_cv(counts, metric=metric, resamples=40, rng=3).value == pytest.approx(np.nanmean(values), rel=1e-12)


def test_it_takes_off_the_optimism_of_noise():
    rng = np.random.default_rng(1)
    apparent, corrected = [], []
    for i in range(30):
        counts = tables(rng, 20, 50)
        apparent.append(get("accuracy").formula(counts.sum(axis=1)).max())
        corrected.append(bbc_cv(counts, resamples=100, rng=i).value)
    assert np.mean(apparent) > 0.6
    assert abs(np.mean(corrected) - 0.5) < 0.03


def test_one_candidate_has_nothing_to_correct():
    counts = tables(np.random.default_rng(2), 1, 200, 0.8)
    found = bbc_cv(counts, resamples=500, rng=0)
    assert found.value == pytest.approx(float(get("accuracy").formula(counts.sum(axis=1))[0]), abs=0.01)
    assert found.interval is None


def test_undefined_and_refused():
    never = np.zeros((2, 10, 2, 2))
    never[:, :, 0, 0] = 1
    found = bbc_cv(never, metric="precision", rng=0)
    assert found.undefined == "Precision is undefined outside every bootstrap sample"
    with pytest.raises(InputError, match="have shape"):
        bbc_cv(np.zeros((2, 10)))
    with pytest.raises(InputError, match="better and a worse end"):
        bbc_cv(never, metric="prevalence")
