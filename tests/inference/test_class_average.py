"""Intervals of macro averages, against the formula written out; and where draws of tables fell short."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from referee.core import ConfusionMatrix
from referee.core.tables import one_vs_rest
from referee.inference.class_average import class_average_limits, weighted_average_bias
from referee.inference.label_values import estimate, quantiles
from referee.inference.overlap import table_limits
from referee.inference.sampler import dirichlet_draws as draws
from referee.metrics import get

TABLES = {
    "two": [[9, 1], [2, 8]],
    "three": [[20, 2, 1], [3, 9, 0], [0, 1, 2]],
    "perfect": [[7, 0, 0], [0, 5, 0], [0, 0, 3]],
    "none found": [[30, 2, 1], [4, 12, 0], [2, 1, 0]],
    "four": [[24, 1, 0, 1], [2, 12, 1, 0], [0, 1, 5, 1], [1, 0, 0, 1]],
}
NAMES = ("f1", "jaccard", "precision", "sensitivity", "specificity")


def matrix_of(table):
    return ConfusionMatrix.from_matrix(table, rows="truth")


def derivative(formula, table, cell):
    step = np.zeros((2, 2))
    step[cell] = 1e-5
    return (formula(table + step) - formula(table - step)) / 2e-5


def by_hand(name, table, level):
    """Class by class and cell by cell."""
    metric, table = get(name), np.array(table, dtype=float)
    k = len(table)
    matrix = matrix_of(table.astype(int))
    singles = [matrix.one_vs_rest(label) for label in matrix.labels]
    made = [estimate(metric, one, level=level) for one in singles]
    right = (np.trace(table) + 1) / (table.sum() + 2)
    smooth = table + 2 * np.where(np.eye(k) == 1, right, (1 - right) / (k - 1))
    moves = np.zeros((k, k, k))
    for c in range(k):
        one = np.array(ConfusionMatrix(smooth, tuple(range(k))).one_vs_rest(c).counts)
        for i in range(k):
            for j in range(k):
                moves[c, i, j] = derivative(metric.formula, one, (int(i == c), int(j == c)))
    spread = np.einsum("kij,ij,lij->kl", moves, smooth, moves)
    error = np.sqrt(np.diagonal(spread))
    z = norm.ppf((1 + level) / 2)
    bias = 0.0
    if metric.shape == "overlap":
        for e, one in zip(made, singles, strict=True):
            cells = {"fp": one.fp, "fn": one.fn, "tp": one.tp}
            m = sum(cells.values())
            without = []
            for cell, count in cells.items():
                fewer = {"fp": one.fp, "fn": one.fn, "tp": one.tp, "tn": one.tn}
                if count and m > 1:
                    fewer[cell] -= 1
                    without += [metric(ConfusionMatrix.from_counts(**fewer))] * count
            bias += (m - 1) * (np.mean(without) - e.value) / k if without else 0.0
    out = []
    for side in (-1, 1):
        ends = [e.interval.low if side < 0 else e.interval.high for e in made]
        d = [max(side * (end - e.value), z * s) for end, e, s in zip(ends, made, error, strict=True)]
        total = sum(
            spread[a, b] / (error[a] * error[b]) * d[a] * d[b] if a != b else d[a] ** 2
            for a in range(k)
            for b in range(k)
        )
        mean = np.mean([e.value for e in made])
        out.append((min if side < 0 else max)(mean, mean - bias) + side * np.sqrt(total) / k)
    return out


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", TABLES)
def test_against_the_formula_written_out(table, name):
    found = estimate(get(f"{name}_macro"), matrix_of(TABLES[table]), level=0.9)
    if (table, name) == ("two", "sensitivity"):  # balanced accuracy by another name, of two recalls
        assert found.interval == estimate(get("balanced_accuracy"), matrix_of(TABLES[table]), level=0.9).interval
        return
    low, high = by_hand(name, TABLES[table], 0.9)
    assert found.interval.low == pytest.approx(max(0, min(low, found.value)), abs=1e-6)
    assert found.interval.high == pytest.approx(min(1, max(high, found.value)), abs=1e-6)
    assert found.interval.method == "MOVER on classes, correlated"


def test_a_class_without_a_case_is_left_out_of_value_and_interval():
    table = np.zeros((4, 4), dtype=int)
    table[:3, :3] = TABLES["three"]
    with_it, without = (
        estimate(get("f1_macro"), ConfusionMatrix(t, tuple("abcd"[: len(t)])))
        for t in (table, np.array(TABLES["three"]))
    )
    assert with_it.note == "1 class left out: 'd'"
    assert with_it.value == without.value
    assert tuple(with_it.interval) == pytest.approx(tuple(without.interval))


def test_recalls_of_classes_do_not_vary_together_and_f1s_do():
    """With one error more, two classes have a lower F1: without correlations the limits are too close."""
    table = [[30, 10], [10, 30]]
    made = [estimate(get("f1"), matrix_of(table).one_vs_rest(c)).interval for c in (0, 1)]
    low, high = class_average_limits(get("f1"), matrix_of(table), *np.array([tuple(i) for i in made]).T, 0.95)
    apart = np.sqrt(2) / 2 * (made[0].high - 0.75)
    assert high - 0.75 > 1.3 * apart
    recalls = [estimate(get("sensitivity"), matrix_of(table).one_vs_rest(c)).interval for c in (0, 1)]
    ends = np.array([tuple(i) for i in recalls]).T
    low, high = class_average_limits(get("sensitivity"), matrix_of(table), *ends, 0.95)
    assert 0.75 - low == pytest.approx(np.sqrt(2) / 2 * (0.75 - recalls[0].low), rel=0.02)


def test_balanced_accuracy_of_several_classes_is_macro_recall():
    for table in ("three", "four"):
        one, two = (
            estimate(get(n), matrix_of(TABLES[table])).interval for n in ("balanced_accuracy", "recall_macro")
        )
        assert tuple(one) == pytest.approx(tuple(two))


def test_equal_weights_are_no_weights_and_a_factor_changes_nothing():
    counts = np.array(TABLES["four"])
    for name in ("f1_macro", "precision_macro", "precision_weighted", "f1_weighted"):
        plain = estimate(get(name), matrix_of(counts)).interval
        for w in (0.3, 7.0):
            weighted = ConfusionMatrix(w * counts, tuple(range(4)), None, w**2 * counts, counts)
            assert tuple(estimate(get(name), weighted).interval) == pytest.approx(tuple(plain), rel=1e-6), name


def test_the_bias_of_a_weighted_average_is_that_of_many_samples():
    shares = np.array([[0.2, 0.05, 0.05], [0.1, 0.2, 0.05], [0.05, 0.1, 0.2]])
    drawn = np.random.default_rng(0).multinomial(60, shares.ravel(), size=60_000).reshape(-1, 3, 3)
    for name in ("precision", "f1"):
        averaged = get(name + "_weighted")
        seen = np.nanmean(averaged.formula(drawn)) - float(averaged.formula(shares))
        told = np.mean([weighted_average_bias(get(name), matrix_of(t)) for t in drawn[:300]])
        assert told == pytest.approx(seen, abs=0.002), name


def worlds():
    """Shares of truth and answer, and cases."""
    recalls = np.array([0.9, 0.8, 0.7, 0.6])
    answers = np.where(np.eye(4) == 1, recalls[:, None], (1 - recalls[:, None]) / 3)
    yield np.array([0.5, 0.3, 0.15, 0.05])[:, None] * answers, 50
    yield np.where(np.eye(10) == 1, 0.09, 0.01 / 9), 50


@pytest.mark.slow
@pytest.mark.parametrize(("shares", "n"), list(worlds()))
def test_macro_f1_covers_where_draws_of_tables_fall_short(shares, n):
    f1, averaged, k = get("f1"), get("f1_macro"), len(shares)
    truths = np.array(
        [f1.formula(ConfusionMatrix(shares, tuple(range(k))).one_vs_rest(c).counts) for c in range(k)]
    )
    hits, old, generator = [], [], np.random.default_rng(5)
    for table in generator.multinomial(n, shares.ravel(), size=250).reshape(-1, k, k):
        matrix = matrix_of(table)
        used = [f1.why_undefined(matrix.one_vs_rest(c)) is None for c in range(k)]
        truth = truths[used].mean()
        hits.append(truth in estimate(averaged, matrix).interval)
        low, high = quantiles(averaged.formula(draws(matrix, generator, size=500)), 0.95)
        old.append(low <= truth <= high)
    assert np.mean(hits) >= 0.93
    assert np.mean(old) < 0.9


@pytest.mark.parametrize("name", ["precision", "sensitivity", "specificity", "f1", "jaccard"])
def test_limits_of_many_tables_are_those_of_each(name):
    rng = np.random.default_rng(5)
    tables = rng.integers(0, 40, size=(60, 2, 2))
    tables[:8] = rng.integers(1, 4, size=(8, 2, 2))  # fewer than 10 cases: Clopper-Pearson
    tables[8:12, 0, 1] = tables[8:12, 1, 0] = 0  # no errors
    metric = get(name)
    tables = tables[~np.asarray(metric.undefined_in(tables.astype(float)))]
    lows, highs = table_limits(metric, tables.astype(float), 0.025)
    for table, low, high in zip(tables, lows, highs, strict=True):
        one = estimate(metric, ConfusionMatrix(table, ("no", "yes"), "yes")).interval
        assert (low, high) == pytest.approx(tuple(one), abs=1e-13)


def test_correlations_are_those_of_the_table_of_all_pairs():
    from referee.inference.class_average import _add_cases, _Spread
    from referee.inference.weighted_difference import gradient

    rng = np.random.default_rng(3)
    counts, k, metric = rng.poisson(3.0, (5, 5)) + 9 * np.eye(5, dtype=int), 5, get("f1")
    spread = _Spread(metric, matrix_of(counts), np.array([0, 1, 3]))
    right = (np.trace(counts) + 1) / (counts.sum() + 2)
    cells = _add_cases(counts, right, 1.0)
    own = [lambda c, i=i: metric.formula(one_vs_rest(c)[..., i, :, :]) for i in (0, 1, 3)]
    slopes = np.stack([gradient(value, cells.reshape(-1), (k, k)) for value in own])
    covariance = slopes @ (cells.reshape(-1)[:, None] * slopes.T)
    errors = np.sqrt(np.diag(covariance))
    np.testing.assert_allclose(spread.errors, errors, rtol=1e-10)
    d = np.array([0.1, 0.2, 0.3])
    expected = d @ (covariance / np.outer(errors, errors)) @ d
    np.testing.assert_allclose(spread.join(d), expected, rtol=1e-10)
