"""The bootstrap of counts against the bootstrap of cases."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import matthews_corrcoef

import referee
from referee.inference import bootstrap_limits, replicates
from referee.inference.bootstrap import jackknife_of, weighted_replicates
from referee.metrics import get

TABLE = np.array([[70, 12], [8, 30]])


def columns(table):
    truth, predicted = np.indices(table.shape).reshape(2, -1)
    return np.repeat(truth, table.ravel()), np.repeat(predicted, table.ravel())


@pytest.mark.parametrize("kind", ["percentile", "basic", "BCa"])
@pytest.mark.parametrize("name", ["accuracy", "mcc"])
def test_close_to_scipy_on_the_cases(kind, name):
    statistic = {"accuracy": lambda t, p: np.mean(t == p), "mcc": lambda t, p: np.corrcoef(t, p)[0, 1]}[name]
    theirs = stats.bootstrap(
        columns(TABLE),
        statistic,
        paired=True,
        vectorized=False,
        n_resamples=600,
        method=kind,
        rng=np.random.default_rng(1),
    ).confidence_interval
    matrix = referee.ConfusionMatrix.from_matrix(TABLE, rows="truth", positive=1)
    ours = referee.evaluate(matrix, metrics=name, interval=kind.lower(), rng=1)[name].interval
    width = theirs.high - theirs.low
    assert tuple(ours) == pytest.approx(tuple(theirs), abs=0.15 * width)


def test_replicates_have_the_moments_of_resampled_cases():
    drawn = replicates(TABLE, np.random.default_rng(0), 20_000)
    assert drawn.shape == (20_000, 2, 2)
    assert (drawn.sum(axis=(1, 2)) == 120).all()
    assert drawn.mean(axis=0) == pytest.approx(TABLE, abs=0.2)
    shares = TABLE / 120
    assert drawn.var(axis=0) == pytest.approx(120 * shares * (1 - shares), rel=0.05)


def test_an_empty_cell_stays_empty():
    assert replicates(np.array([[5, 0], [0, 5]]), np.random.default_rng(0), 50)[:, 0, 1].sum() == 0


def test_the_jackknife_is_that_of_the_cases():
    values, copies = jackknife_of(get("mcc").formula, TABLE)
    truth, predicted = columns(TABLE)
    brute = [matthews_corrcoef(np.delete(truth, i), np.delete(predicted, i)) for i in range(len(truth))]
    assert np.repeat(values, copies.astype(int)) == pytest.approx(brute)


@pytest.mark.parametrize("name", ["accuracy", "f1", "mcc", "recall", "kappa"])
@pytest.mark.parametrize("kind", ["bca", "percentile", "basic"])
def test_never_nan_when_all_are_right(name, kind):
    truth = [0] * 10 + [1] * 10
    interval = referee.evaluate(truth, truth, metrics=name, interval=kind, rng=0)[name].interval
    assert interval.low <= 1 <= interval.high
    assert not np.isnan(interval.width)


def test_limits_of_nothing_and_of_undefined_replicates():
    assert np.isnan(bootstrap_limits(0.5, np.array([np.nan]), 0.95, "percentile")).all()
    drawn = np.array([0.1, np.nan, 0.2, np.inf, 0.3])
    assert bootstrap_limits(0.2, drawn, 0.5, "percentile") == pytest.approx([0.15, 0.25])
    nothing = np.array([[np.nan, np.nan], [3, 4]])
    assert np.isfinite(bootstrap_limits(0.2, drawn, 0.5, "bca", nothing)).all()


def test_weighted_cases_are_drawn_as_cases():
    generator = np.random.default_rng(0)
    cell = np.array([0, 0, 3, 3, 1, 2])
    weights = np.array([1.0, 5.0, 2.0, 2.0, 1.0, 0.5])
    drawn = weighted_replicates(cell, weights, (2, 2), generator, 40_000).reshape(-1, 4)
    sums = np.bincount(cell, weights, 4)
    squares = np.bincount(cell, weights**2, 4)
    assert drawn.mean(axis=0) == pytest.approx(sums, rel=0.03)
    assert drawn.var(axis=0) == pytest.approx(squares - sums**2 / 6, rel=0.05)


def test_every_sample_of_weighted_cases_holds_as_many_cases():
    cell = np.arange(30) % 4
    tables = weighted_replicates(cell, np.ones(30), (2, 2), np.random.default_rng(1), 50)
    assert (tables.sum(axis=(1, 2)) == 30).all()
